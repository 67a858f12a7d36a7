import type { Question } from '../../../protocol/dialog';
import { toTextList, toText as textFor, isRecord } from '../../base/guards';
import { jsonOf } from '../../base/text';

/**
 * Questions as an extension passed them, made what they are said to be: each has an id of its own, and one without
 * options takes free text.
 */
export function askable(given: unknown): readonly Question[] {
  const ids = new Set<string>();
  return (Array.isArray(given) ? given : []).map((value: unknown, index) => {
    const fields = isRecord(value) ? value : { text: value };
    const { text, options: offered, many, other } = fields;
    const options = toTextList(offered);
    let id = typeof fields['id'] === 'string' ? fields['id'] : String(index + 1);
    while (ids.has(id)) id = `${id}'`;
    ids.add(id);
    return {
      id,
      text: isRecord(text) || Array.isArray(text) ? (jsonOf(text) ?? '') : textFor(text ?? ''),
      options,
      many: many === true,
      other: other === true || options.length === 0,
    };
  });
}
