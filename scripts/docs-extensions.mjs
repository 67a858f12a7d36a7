// The table of docs/pi-extensions.md: every member of pi's `ctx.ui`, from pi's own declarations, with what a person sees.
import { readFileSync } from 'node:fs';
import ts from 'typescript';

export const extensionsPage = 'docs/pi-extensions.md';
const declarations = 'node_modules/@earendil-works/pi-coding-agent/dist/core/extensions/types.d.ts';
const begin = '<!-- generated: ctx.ui -->';
const end = '<!-- end of what is generated -->';

const told = 'Nothing; the person is told once that this extension wants it.';

/** What a person sees of each member, and what the extension gets. @type {Record<string, [string, string]>} */
const seen = {
  select: [
    'A card with the options as rows, or a Quick Pick',
    'the option as it was passed; `undefined` without an answer',
  ],
  confirm: ['A card with *Yes* and *No*, or a Quick Pick', '`false` without an answer'],
  input: ['A card with a field, or an input box', '`undefined` without an answer'],
  editor: ['A card with a field, or a document whose save answers', '`undefined` without an answer'],
  notify: ['A passing word above the composer; warnings and errors during a run stay in the transcript', ''],
  onTerminalInput: [told, 'a function that does nothing'],
  setStatus: ['A line below the transcript, until it is taken back', ''],
  setWorkingMessage: ['The words of the line that says what goes on', ''],
  setWorkingVisible: ['Whether there is such a line', ''],
  setWorkingIndicator: [
    'Its frames in place of the turning mark, two in a second at most; no frames, no mark',
    '',
  ],
  setHiddenThinkingLabel: ['What thoughts that are folded away are called', ''],
  setWidget: [
    'Its lines above or below the composer. Of a component: nothing, and the person is told once',
    '',
  ],
  setFooter: [told, ''],
  setHeader: [told, ''],
  setTitle: ['The heading of the panel; in lists the thread keeps its own title', ''],
  custom: [told, '`undefined`'],
  pasteToEditor: ['The text at the caret of the composer that was last in use', ''],
  setEditorText: ['The text in place of what is in that composer', ''],
  getEditorText: ['Nothing', 'what is typed in that composer'],
  addAutocompleteProvider: [
    'Its suggestions above the composer, for the words that it wants to be asked for, and with Ctrl+Space',
    '',
  ],
  setEditorComponent: [told, ''],
  getEditorComponent: ['Nothing', '`undefined`'],
  theme: [
    'Its colours as those of VS Code; bold, italic, underlined, struck; each ground the same',
    'an object whose functions mark a text as for a terminal',
  ],
  getAllThemes: ['Nothing', 'an empty list'],
  getTheme: ['Nothing', '`undefined`'],
  setTheme: ['Nothing', '`success: false` and why'],
  getToolsExpanded: ['Nothing', '`false`'],
  setToolsExpanded: ['Nothing: each tool is unfolded by hand', ''],
};

/** The members of pi's interface in its order, each once. @returns {string[]} */
export function uiMembers() {
  const source = ts.createSourceFile(
    declarations,
    readFileSync(declarations, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  /** @type {Set<string>} */
  const names = new Set();
  for (const statement of source.statements) {
    if (!ts.isInterfaceDeclaration(statement) || statement.name.text !== 'ExtensionUIContext') continue;
    for (const { name } of statement.members) if (name && ts.isIdentifier(name)) names.add(name.text);
  }
  return [...names];
}

/**
 * The page with its table as pi's declarations want it now.
 * @param {string} text
 * @returns {{text: string, problems: string[]}}
 */
export function withMembers(text) {
  const members = uiMembers();
  const problems = [
    ...members
      .filter((name) => !seen[name])
      .map((name) => `nothing says what a person sees of ctx.ui.${name}`),
    ...Object.keys(seen)
      .filter((name) => !members.includes(name))
      .map((name) => `pi has no ctx.ui.${name}`),
  ];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from)
    return { text, problems: [...problems, 'there is no place for the table of ctx.ui'] };
  const rows = members.map((name) => `| \`${name}\` | ${seen[name]?.[0] ?? ''} | ${seen[name]?.[1] ?? ''} |`);
  const table = ['| member | what a person sees | what the extension gets |', '|---|---|---|', ...rows].join(
    '\n',
  );
  return { text: `${text.slice(0, from)}${begin}\n${table}\n${text.slice(to)}`, problems };
}
