import type { Question } from '../../protocol/dialog';
import { isRecord } from './toolItems';

/**
 * Questions as an extension passed them, made what they are said to be: each has an id of its own, and one without
 * options takes free text.
 */
export function askable(given: unknown): readonly Question[] {
  const ids = new Set<string>();
  return (Array.isArray(given) ? given : []).map((value: unknown, index) => {
    const fields = isRecord(value) ? value : { text: value };
    const { text, options: offered, many, other } = fields;
    const options = Array.isArray(offered) ? offered.map(String) : [];
    let id = typeof fields['id'] === 'string' ? fields['id'] : String(index + 1);
    while (ids.has(id)) id = `${id}'`;
    ids.add(id);
    return {
      id,
      text: typeof text === 'string' ? text : JSON.stringify(text ?? ''),
      options,
      many: many === true,
      other: other === true || options.length === 0,
    };
  });
}
