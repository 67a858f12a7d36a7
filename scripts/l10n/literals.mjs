// Finds texts that users see and that aren't passed to l10n.t. Checks only known places.
import ts from 'typescript';

/** Fields and properties that VS Code or the panel shows. */
const shownFields = new Set(
  [
    'title',
    'placeholder',
    'placeHolder',
    'prompt',
    'description',
    'detail',
    'label',
    'tooltip',
    'message',
  ].concat(['openLabel', 'saveLabel', 'validationMessage', 'hint', 'ariaLabel']),
);
const shownAttributes =
  /^(title|alt|placeholder|label|aria-(label|description|placeholder|roledescription|valuetext))$/;
const showingCalls = /^(show(Information|Warning|Error)Message|setStatusBarMessage|announce)$/;

/** Names that aren't translated. */
const names = /\b(Enso|pi|VS Code)\b/g;

/** @param {string} text */
const isProse = (text) => /\p{L}{2,}/u.test(text.replace(/\$\([\w~-]+\)/g, '').replace(names, ''));

/**
 * Returns the literal texts that an expression can evaluate to. Ignores calls: l10n.t, or functions that are checked too.
 * @param {ts.Node} node
 * @returns {ts.Node[]}
 */
function literalsOf(node) {
  if (ts.isStringLiteralLike(node)) return isProse(node.text) ? [node] : [];
  if (ts.isTemplateExpression(node)) {
    const own = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].some(isProse);
    return own ? [node] : node.templateSpans.flatMap((span) => literalsOf(span.expression));
  }
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const right = [ts.SyntaxKind.PlusToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken];
    const isValue = right.includes(kind) || kind === ts.SyntaxKind.AmpersandAmpersandToken;
    return isValue ? [...literalsOf(node.left), ...literalsOf(node.right)] : [];
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return literalsOf(node.expression);
  return [];
}

/**
 * Reads the text and the shown attributes of a lit template.
 * @param {ts.TemplateLiteral} template
 * @returns {ts.Node[]}
 */
function literalsOfHtml(template) {
  const spans = ts.isTemplateExpression(template) ? template.templateSpans : [];
  const pieces = ts.isTemplateExpression(template)
    ? [template.head.text, ...spans.map((span) => span.literal.text)]
    : [template.text];
  let where = 'text';
  let attribute = '';
  let prose = '';
  /** @type {ts.Node[]} */
  const found = [];
  const isShown = () => where === 'text' || (where === 'value' && shownAttributes.test(attribute));
  pieces.forEach((piece, index) => {
    for (const [token] of piece.matchAll(/<!--[^]*?-->|<\/?[\w-]+|\/?>|[\w.?@:-]+="?|"|[^<>"\s]+|\s+|[^]/g)) {
      if (where === 'text') {
        if (/^<[/\w]/.test(token)) where = 'tag';
        else if (!token.startsWith('<!--')) prose += token;
      } else if (where === 'tag') {
        if (token.endsWith('>')) where = 'text';
        else if (/=("?)$/.test(token)) {
          attribute = token.replace(/="?$/, '');
          where = 'value';
          if (token.endsWith('"')) continue;
          // An unquoted value is one expression.
          where = 'bare';
        }
      } else if (token === '"') where = 'tag';
      else if (isShown()) prose += token;
    }
    const expression = spans[index]?.expression;
    const bare = where === 'bare';
    if (bare) where = 'value';
    if (expression && isShown()) found.push(...literalsOf(expression));
    if (bare) where = 'tag';
    prose += ' ';
  });
  return isProse(prose) ? [template, ...found] : found;
}

/** @param {string} file */
function checksFields(file) {
  return (
    file.startsWith('src/extension/vscode/') ||
    file === 'src/extension/extension.ts' ||
    file.startsWith('src/webview/')
  );
}

/**
 * Returns one line for each literal text of a file that a user would see untranslated.
 * @param {string} file
 * @param {string} text
 * @returns {string[]}
 */
export function literalProblems(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {ts.Node[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isCallExpression(node) && /^(vscode\.)?l10n\.t$/.test(node.expression.getText())) return;
    if (ts.isTaggedTemplateExpression(node) && /^(html|svg)$/.test(node.tag.getText())) {
      found.push(...literalsOfHtml(node.template));
    } else if (ts.isCallExpression(node)) {
      const called = node.expression;
      const name = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
      if (showingCalls.test(name)) found.push(...node.arguments.flatMap(literalsOf));
      const [attribute, value] = node.arguments;
      if (name === 'setAttribute' && attribute && value && ts.isStringLiteralLike(attribute)) {
        if (shownAttributes.test(attribute.text)) found.push(...literalsOf(value));
      }
    } else if (ts.isPropertyAssignment(node) && checksFields(file)) {
      if (shownFields.has(node.name.getText())) found.push(...literalsOf(node.initializer));
    } else if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(node.left) &&
      checksFields(file)
    ) {
      if (shownFields.has(node.left.name.text)) found.push(...literalsOf(node.right));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.map((node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    return `${file}:${line + 1}: not translated: ${node.getText().replaceAll(/\s+/g, ' ').slice(0, 100)}`;
  });
}
