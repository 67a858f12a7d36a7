// Reads the code for the checks of the pages: declared names, members of unions, titles of tests.
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** @type {Map<string, ts.SourceFile>} */
const parsed = new Map();

/** @param {string} file */
function sourceOf(file) {
  const known = parsed.get(file);
  if (known) return known;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  parsed.set(file, source);
  return source;
}

/** @param {ts.Node | undefined} name */
const textOf = (name) => (name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : '');

/**
 * Returns the top-level declarations of a file, and the members of its classes and interfaces as `Owner.member`.
 * @param {string} file
 * @returns {Set<string>}
 */
export function symbolsOf(file) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const statement of sourceOf(file).statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) names.add(textOf(name));
    } else if (ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement)) {
      const owner = textOf(statement.name);
      names.add(owner);
      for (const member of statement.members) names.add(`${owner}.${textOf(member.name)}`);
    } else if (ts.isFunctionDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
      names.add(textOf(statement.name));
    }
  }
  return names;
}

/**
 * Returns the members of a union, in order: string literals, the literal `type` or `kind` of object types, or the names
 * of types that have neither.
 * @param {string} file
 * @param {string} name
 * @returns {string[]}
 */
export function wordsOf(file, name) {
  const { statements } = sourceOf(file);
  /** @param {string} wanted */
  const declared = (wanted) =>
    statements.find(
      (statement) =>
        (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) &&
        statement.name.text === wanted,
    );
  /** @param {ts.NodeArray<ts.TypeElement>} members */
  const tag = (members) => {
    for (const member of members) {
      const type = ts.isPropertySignature(member) ? member.type : undefined;
      if (!type || !['type', 'kind'].includes(textOf(member.name)) || !ts.isLiteralTypeNode(type)) continue;
      return textOf(type.literal);
    }
    return undefined;
  };
  /** @param {ts.TypeNode} type @returns {string[]} */
  const words = (type) => {
    if (ts.isUnionTypeNode(type)) return type.types.flatMap(words);
    if (ts.isLiteralTypeNode(type)) return [textOf(type.literal)];
    if (ts.isTypeLiteralNode(type)) return [tag(type.members) ?? ''];
    if (!ts.isTypeReferenceNode(type)) return [];
    const reference = textOf(type.typeName);
    const target = declared(reference);
    return [(target && ts.isInterfaceDeclaration(target) && tag(target.members)) || reference];
  };
  const alias = declared(name);
  if (!alias || !ts.isTypeAliasDeclaration(alias)) throw new Error(`${file} has no type ${name}`);
  return words(alias.type);
}

/**
 * Returns the `type` of every request that the host parses.
 * @param {string} file
 * @returns {string[]}
 */
export function requestTypes(file) {
  /** @type {string[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (
      ts.isPropertyAssignment(node) &&
      textOf(node.name) === 'type' &&
      ts.isCallExpression(node.initializer)
    ) {
      found.push(textOf(node.initializer.arguments[0]));
    }
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(file));
  return found;
}

/**
 * @typedef {object} Test
 * @property {string} title the title with those of the suites around it, as Mocha prints it
 * @property {RegExp} matches the title with or without the suites, with any text for parts that are computed
 * @property {string | undefined} trace the reviewed trace of a story
 */

/**
 * Returns the tests that a file declares.
 * @param {string} file
 * @returns {Test[]}
 */
export function testsOf(file) {
  /** @type {Test[]} */
  const tests = [];
  /** @param {ts.Node} node @param {{text: string, pattern: string}[]} around */
  const visit = (node, around) => {
    let suites = around;
    const callee = ts.isCallExpression(node) ? textOf(node.expression) : '';
    if (ts.isCallExpression(node) && ['describe', 'it', 'story'].includes(callee)) {
      const titles = [...around, titleOf(node.arguments[0])];
      if (callee === 'describe') suites = titles;
      else {
        const before = around.map(({ pattern }) => `${pattern} `).join('');
        tests.push({
          title: titles.map(({ text }) => text).join(' '),
          matches: new RegExp(`^(?:${before})?${titleOf(node.arguments[0]).pattern}$`),
          trace: callee === 'story' ? textOf(node.arguments[1]) : undefined,
        });
      }
    }
    ts.forEachChild(node, (child) => visit(child, suites));
  };
  visit(sourceOf(file), []);
  return tests;
}

/** @param {ts.Node | undefined} node */
function titleOf(node) {
  const escaped = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (node && ts.isTemplateExpression(node)) {
    const tails = node.templateSpans.map(({ literal }) => literal.text);
    const pattern = [node.head.text, ...tails].map(escaped).join('.+');
    return { text: [node.head.text, ...tails].join('…'), pattern };
  }
  const text = textOf(node);
  return { text, pattern: escaped(text) };
}

/** @param {string} path */
export const isThere = (path) => existsSync(path);
