import { open, type FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';

const chunkBytes = 256 * 1024;

/** Large enough for a message with many images, and below the engine's limit for strings. */
const maxLineChars = 256 * 1024 * 1024;

/** Replaces a line that is too long, and never parses as a record. */
export const tooLongLine = '\u0000';

/**
 * Yields the lines of a session file, split at line feeds only, because texts may contain other line separators. The
 * last line may be incomplete.
 * @param end the number of bytes to read
 * @param maxChars longer lines are replaced by `tooLongLine`
 */
export async function* linesOf(
  file: string,
  end = Number.POSITIVE_INFINITY,
  maxChars = maxLineChars,
): AsyncGenerator<string> {
  const handle = await open(file, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.alloc(Math.min(chunkBytes, end));
    // Pieces are joined once per line, because a line with images spans many chunks.
    let pieces: string[] = [];
    let length = 0;
    const add = (piece: string): void => {
      length += piece.length;
      if (length <= maxChars) pieces.push(piece);
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

/** Returns the complete lines within a file's last bytes, oldest first. */
export async function lastLinesOf(file: string, bytes: number): Promise<string[]> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - bytes);
    const text = await textAt(handle, start, size - start);
    const lines = text.split('\n');
    // The first line is incomplete unless the file starts there.
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
