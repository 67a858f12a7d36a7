const skill = /^<skill name="([^"]+)" location="[^"]*">\n[\s\S]*?\n<\/skill>(?:\n\n([\s\S]+))?$/;

/** What a person typed, where pi put a skill's text in its place. */
export function typedText(said: string): string {
  const found = skill.exec(said);
  if (found === null) return said;
  const [, name = '', rest] = found;
  return rest === undefined ? `/skill:${name}` : `/skill:${name} ${rest}`;
}
