import { open, type FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';

const chunkBytes = 256 * 1024;

/** Many pictures fit in it, and no text gets longer than the engine's own bound on one. */
const maxLineChars = 256 * 1024 * 1024;

/** What stands for a line that is too long. It is no record either. */
export const tooLongLine = '\u0000';

/**
 * The lines of a session file from its start, split at line feeds only: a text may hold other characters that end a line
 * elsewhere. The last one may be torn.
 * @param end reads no further than this many bytes
 * @param longest of a line with more characters nothing is kept; `tooLong` stands for it
 */
export async function* linesOf(
  file: string,
  end = Number.POSITIVE_INFINITY,
  longest = maxLineChars,
): AsyncGenerator<string> {
  const handle = await open(file, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.alloc(Math.min(chunkBytes, end));
    // The pieces of a line are joined once: a picture's line spans many chunks.
    let pieces: string[] = [];
    let length = 0;
    const add = (piece: string): void => {
      length += piece.length;
      if (length <= longest) pieces.push(piece);
      else pieces = [tooLongLine];
    };
    for (let position = 0; position < end;) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, end - position), position);
      if (bytesRead === 0) break;
      position += bytesRead;
      const lines = decoder.write(buffer.subarray(0, bytesRead)).split('\n');
      const rest = lines.pop() ?? '';
      for (const line of lines) {
        add(line);
        yield pieces.join('');
        pieces = [];
        length = 0;
      }
      if (rest !== '') add(rest);
    }
    add(decoder.end());
    const last = pieces.join('');
    if (last !== '') yield last;
  } finally {
    await handle.close();
  }
}

/** The whole lines within a file's last bytes, oldest first. */
export async function lastLinesOf(file: string, bytes: number): Promise<string[]> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - bytes);
    const text = await textAt(handle, start, size - start);
    const lines = text.split('\n');
    // The first is cut somewhere, if it isn't the file's first.
    return start === 0 ? lines : lines.slice(1);
  } finally {
    await handle.close();
  }
}

async function textAt(handle: FileHandle, position: number, length: number): Promise<string> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.toString('utf8', 0, bytesRead);
}
