import { open, type FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';

const chunkSize = 256 * 1024;

/**
 * The lines of a session file from its start, split at line feeds only: a text may hold other characters that end a line
 * elsewhere. The last one may be torn.
 * @param end reads no further than this many bytes
 */
export async function* linesOf(file: string, end = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
  const handle = await open(file, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.alloc(Math.min(chunkSize, end));
    // The pieces of a line are joined once: a picture's line spans many chunks.
    let pieces: string[] = [];
    for (let position = 0; position < end;) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, end - position), position);
      if (bytesRead === 0) break;
      position += bytesRead;
      const lines = decoder.write(buffer.subarray(0, bytesRead)).split('\n');
      const rest = lines.pop() ?? '';
      for (const line of lines) {
        pieces.push(line);
        yield pieces.join('');
        pieces = [];
      }
      if (rest !== '') pieces.push(rest);
    }
    pieces.push(decoder.end());
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
