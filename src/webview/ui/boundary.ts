import { noChange, nothing } from 'lit-html';
import { directive, Directive, type ChildPart, type PartInfo, PartType } from 'lit-html/directive.js';
import { insertPart, removePart, setChildPartValue } from 'lit-html/directive-helpers.js';

type Draw = () => unknown;

/** Draws one part of the page. An error replaces only that part. */
class Boundary extends Directive {
  private inner: ChildPart | undefined;

  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.CHILD) throw new Error('A boundary stands for a child of an element.');
  }

  override render(_draw: Draw, _otherwise: (error: unknown) => unknown): unknown {
    return nothing;
  }

  override update(part: ChildPart, [draw, otherwise]: [Draw, (error: unknown) => unknown]): unknown {
    const inner = (this.inner ??= insertPart(part));
    try {
      setChildPartValue(inner, draw());
    } catch (error) {
      remove(inner);
      this.inner = insertPart(part);
      setChildPartValue(this.inner, otherwise(error));
    }
    return noChange;
  }
}

/** A part whose drawing was interrupted may not know all of its nodes. */
function remove(part: ChildPart): void {
  const { startNode, endNode } = part;
  try {
    removePart(part);
  } catch {
    for (let node: Node | null = startNode; node !== null && node !== endNode;) {
      const next: Node | null = node.nextSibling;
      node.parentNode?.removeChild(node);
      node = next;
    }
  }
}

/** Shows the result of `draw`, or the result of `otherwise` if drawing fails. */
export const boundary = directive(Boundary);
