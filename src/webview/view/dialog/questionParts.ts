import type { DialogRequest } from '../../../protocol/dialog';

/**
 * The question itself, and what it is about. Askers put what is to be approved below the question: in a confirm's
 * message, or in the title's further lines.
 */
export function questionParts(request: DialogRequest): { readonly title: string; readonly about: string } {
  const [, title = '', below = ''] = /^\s*([^\n]*)\n*([^]*)$/.exec(request.title) ?? [];
  const message = request.kind === 'confirm' ? request.message : '';
  return { title, about: [below.trimEnd(), message].filter((part) => part !== '').join('\n\n') };
}
