import type { Emitter } from 'highlight.js';

type ScopeNode = string | { readonly scope: string; readonly children: ScopeNode[] };

/** Collects the highlighter's scopes as a tree, which becomes elements without an HTML parser. */
export class ScopeTree implements Emitter {
  private readonly root: ScopeNode[] = [];
  private readonly stack: ScopeNode[][] = [this.root];

  addText(text: string): void {
    if (text !== '') this.top.push(text);
  }

  startScope(scope: string): void {
    this.openNode(scope);
  }

  endScope(): void {
    this.closeNode();
  }

  /** The highlighter also calls these two methods, although its types don't declare them. */
  openNode(scope: string): void {
    const children: ScopeNode[] = [];
    this.top.push({ scope, children });
    this.stack.push(children);
  }

  closeNode(): void {
    if (this.stack.length > 1) this.stack.pop();
  }

  finalize(): void {
    this.stack.length = 1;
  }

  __addSublanguage(emitter: Emitter, subLanguageName: string): void {
    if (emitter instanceof ScopeTree)
      this.top.push({ scope: `language:${subLanguageName}`, children: emitter.root });
  }

  toHTML(): string {
    return '';
  }

  toNodes(): DocumentFragment {
    return fragment(this.root);
  }

  private get top(): ScopeNode[] {
    return this.stack.at(-1) ?? this.root;
  }
}

function fragment(nodes: readonly ScopeNode[]): DocumentFragment {
  const result = document.createDocumentFragment();
  for (const node of nodes) {
    if (typeof node === 'string') {
      result.append(node);
      continue;
    }
    const element = document.createElement('span');
    element.className = `hl-${node.scope.split(/[.:]/)[0] ?? ''}`;
    element.append(fragment(node.children));
    result.append(element);
  }
  return result;
}
