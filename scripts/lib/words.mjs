import ts from 'typescript';

/** @param {string} file @param {string} source */
const parse = (file, source) => ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);

/** @param {ts.Node} node */
const isExported = (node) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** @param {ts.Node} node */
const isPrivate = (node) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);

/**
 * Returns the names that a file exports, and the public members of its exported classes, interfaces and object types.
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function namesIn(file, source) {
  /** @type {string[]} */
  const names = [];
  /** @param {ts.Node | undefined} name */
  const add = (name) => {
    if (name && (ts.isIdentifier(name) || ts.isStringLiteral(name))) names.push(name.text);
  };
  for (const statement of parse(file, source).statements) {
    if (!isExported(statement)) continue;
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) add(name);
    } else if (
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement)
    ) {
      add(statement.name);
    }
    if (ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement)) {
      for (const member of statement.members) if (!isPrivate(member)) add(member.name);
    }
    if (ts.isTypeAliasDeclaration(statement) && ts.isTypeLiteralNode(statement.type)) {
      for (const member of statement.type.members) add(member.name);
    }
  }
  return names;
}

/** Returns the text of a string or template, with `…` for each inserted value. @param {ts.Node | undefined} node */
function textOf(node) {
  if (node && ts.isStringLiteralLike(node)) return node.text;
  if (node && ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
  }
  return undefined;
}

/**
 * Returns the texts that users see through `l10n.t` and the lines that go to the log.
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function stringsIn(file, source) {
  /** @type {string[]} */
  const texts = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      const [argument] = node.arguments;
      const called = expression.getText();
      const translates = name.text === 't' && /(^|\.)l10n$/.test(called);
      const logs = ['debug', 'info', 'warn', 'error'].includes(name.text) && /(^|\.)log$/.test(called);
      if (translates && argument && ts.isObjectLiteralExpression(argument)) {
        for (const property of argument.properties) {
          if (!ts.isPropertyAssignment(property) || property.name.getText() !== 'message') continue;
          texts.push(textOf(property.initializer) ?? '');
        }
      } else if (translates || logs) texts.push(textOf(argument) ?? '');
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(file, source));
  return texts;
}
