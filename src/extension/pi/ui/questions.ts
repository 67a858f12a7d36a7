import type { Question } from '../../../protocol/dialog';
import { toTextList, toText as textFor, isRecord } from '../../base/guards';
import { jsonOf } from '../../base/text';

/** Converts unchecked questions of an extension. Gives each a unique id, and free text to those without options. */
export function askable(values: unknown): readonly Question[] {
  const ids = new Set<string>();
  return (Array.isArray(values) ? values : []).map((value: unknown, index) => {
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
