import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { sampleText } from './sampleText';
import type { Act } from './promptWords';

/** One event of a streamed chat completion. False when the connection wants a rest. */
export function send(response: ServerResponse, delta: object, reason: string | null = null): boolean {
  const chunk = {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'talker',
    choices: [{ index: 0, delta, finish_reason: reason }],
  };
  return response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

export function sendCall(response: ServerResponse, id: string, name: string, args: string): void {
  const call = { index: 0, id, type: 'function', function: { name, arguments: args } };
  send(response, { tool_calls: [call] });
}

/** Streams a text in equal pieces, each an event of its own, until it is told or the other side has gone. */
export async function streamText(
  response: ServerResponse,
  { deltas, characters, perSecond, as }: Extract<Act, { act: 'stream' }>,
): Promise<void> {
  const text = sampleText(deltas * characters, as);
  const started = performance.now();
  let sent = 0;
  while (sent < deltas && !response.destroyed) {
    const passed = (performance.now() - started) / 1000;
    const due = perSecond === undefined ? deltas : Math.min(deltas, 1 + Math.floor(passed * perSecond));
    let room = true;
    while (sent < due && room) {
      room = send(response, { content: text.slice(sent * characters, (sent + 1) * characters) });
      sent += 1;
    }
    if (!room) await drained(response);
    // The rate is what was asked for: time that this took is made up for by the next batch.
    else if (sent < deltas) await pause(1);
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
    if (response.destroyed) done();
  });
}
