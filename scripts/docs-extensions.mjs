// Generates the table of docs/pi-extensions.md: every member of pi's `ctx.ui`, from pi's declarations.
import { readFileSync } from 'node:fs';
import ts from 'typescript';

export const extensionsPage = 'docs/pi-extensions.md';
const declarations = 'node_modules/@earendil-works/pi-coding-agent/dist/core/extensions/types.d.ts';
const begin = '<!-- generated: ctx.ui -->';
const end = '<!-- end of generated -->';

const unsupported = 'Nothing; the user is notified once that the extension uses it';

/** The result for the user and for the extension. @type {Record<string, [string, string]>} */
const seen = {
  select: [
    'A card with the options as rows, or a Quick Pick',
    'the option verbatim; `undefined` without an answer',
  ],
  confirm: ['A card with *Yes* and *No*, or a Quick Pick', '`false` without an answer'],
  input: ['A card with a text field, or an input box', '`undefined` without an answer'],
  editor: [
    'A card with a text field, or a document that answers when it is submitted',
    '`undefined` without an answer',
  ],
  notify: [
    'A message above the composer that disappears; warnings and errors during a run stay in the transcript',
    '',
  ],
  onTerminalInput: [unsupported, 'a function that does nothing'],
  setStatus: ['A line below the transcript until the extension removes it', ''],
  setWorkingMessage: ['The text of the activity line', ''],
  setWorkingVisible: ['Shows or hides the activity line', ''],
  setWorkingIndicator: [
    'Its frames instead of the spinner, at most two a second; no indicator without frames',
    '',
  ],
  setHiddenThinkingLabel: ['The label of collapsed thinking', ''],
  setWidget: [
    'Its lines above or below the composer. For a component: nothing, and the user is notified once',
    '',
  ],
  setFooter: [unsupported, ''],
  setHeader: [unsupported, ''],
  setTitle: ["The panel's heading; lists show the thread's own title", ''],
  custom: [unsupported, '`undefined`'],
  pasteToEditor: ['The text at the cursor of the composer that was used last', ''],
  setEditorText: ['The text instead of the content of that composer', ''],
  getEditorText: ['Nothing', 'the content of that composer'],
  addAutocompleteProvider: [
    'Its suggestions above the composer, for its trigger characters and with Ctrl+Space',
    '',
  ],
  setEditorComponent: [unsupported, ''],
  getEditorComponent: ['Nothing', '`undefined`'],
  theme: [
    "Its colors as colors of VS Code's theme; bold, italic, underline, strikethrough; one background color",
    'an object whose functions style text as in a terminal',
  ],
  getAllThemes: ['Nothing', 'an empty list'],
  getTheme: ['Nothing', '`undefined`'],
  setTheme: ['Nothing', '`success: false` and the reason'],
  getToolsExpanded: ['Nothing', '`false`'],
  setToolsExpanded: ['Nothing; the user expands each tool', ''],
};

/** Returns the members of pi's interface in its order, each once. @returns {string[]} */
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
 * Returns the page with the table for pi's current declarations.
 * @param {string} text
 * @returns {{text: string, problems: string[]}}
 */
export function withMembers(text) {
  const members = uiMembers();
  const problems = [
    ...members
      .filter((name) => !seen[name])
      .map((name) => `ctx.ui.${name} has no description in scripts/docs-extensions.mjs`),
    ...Object.keys(seen)
      .filter((name) => !members.includes(name))
      .map((name) => `pi has no ctx.ui.${name}`),
  ];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from)
    return { text, problems: [...problems, 'the marks around the table of ctx.ui are missing'] };
  const rows = members.map((name) => `| \`${name}\` | ${seen[name]?.[0] ?? ''} | ${seen[name]?.[1] ?? ''} |`);
  const table = ['| member | what the user sees | what the extension gets |', '|---|---|---|', ...rows].join(
    '\n',
  );
  return { text: `${text.slice(0, from)}${begin}\n${table}\n${text.slice(to)}`, problems };
}
