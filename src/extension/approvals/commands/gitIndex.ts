/** The kind bits of a mode, and the kind of an entry that is another repository. */
const kindBits = 0xf000;
const repositoryKind = 0xe000;

const headerBytes = 12;
const modeOffset = 24;
const flagsOffset = 60;
const nameOffset = 62;

/**
 * Whether an index has an entry that is another repository, in which Git would run with that repository's configuration.
 * Returns true also for an index that can't be read.
 */
export function holdsRepository(index: Buffer): boolean {
  try {
    return parse(index);
  } catch {
    return true;
  }
}

/** Throws a RangeError where the index ends too early. */
function parse(index: Buffer): boolean {
  const version = index.readUInt32BE(4);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return true;
  let at = headerBytes;
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    if ((index.readUInt32BE(at + modeOffset) & kindBits) === repositoryKind) return true;
    const isExtended = version > 2 && (index.readUInt16BE(at + flagsOffset) & 0x4000) !== 0;
    const name = at + nameOffset + (isExtended ? 2 : 0);
    // Version 4 begins with the length of the part that the name shares with the one before.
    const end = index.indexOf(0, version === 4 ? afterNumber(index, name) : name);
    if (end === -1) return true;
    at = version === 4 ? end + 1 : at + (Math.floor((end - at) / 8) + 1) * 8;
  }
  return isSplit(index, at);
}

function afterNumber(index: Buffer, start: number): number {
  let at = start;
  while ((index.readUInt8(at) & 0x80) !== 0) at++;
  return at + 1;
}

/** Whether most entries are in another file. */
function isSplit(index: Buffer, start: number): boolean {
  const checksumBytes = 20;
  for (let at = start; at < index.length - checksumBytes; at += 8 + index.readUInt32BE(at + 4)) {
    if (index.toString('latin1', at, at + 4) === 'link') return true;
  }
  return false;
}
