import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Deferred } from '../../src/extension/base/deferred';
import { actsFor, type Act } from './promptWords';
import { send, sendCall, streamText } from './stream';

/** One thing that the server does with a request. */
export type ServerStep =
  | { readonly say: string }
  /** Waits with the connection open, until the other side closes it or the test releases it. */
  | { readonly hold: ServerHold }
  | { readonly status: number; readonly body: string; readonly type?: string }
  /** Breaks the connection off. */
  | 'hang up';

/** A place in an answer at which a test can meet the server. */
export class ServerHold {
  private readonly arrival = new Deferred();
  private readonly way = new Deferred();
  private readonly left = new Deferred();

  get reached(): Promise<void> {
    return this.arrival.promise;
  }

  /** Resolves when the other side has closed the connection. */
  get closed(): Promise<void> {
    return this.left.promise;
  }

  release(): void {
    this.way.resolve();
  }

  async stand(response: ServerResponse): Promise<void> {
    response.on('close', () => this.left.resolve());
    this.arrival.resolve();
    await Promise.race([this.way.promise, this.left.promise]);
  }
}

/** Milliseconds since the epoch, with fractions: to be compared with another process's. */
const wallTime = (): number => performance.timeOrigin + performance.now();

/**
 * Speaks a provider's protocol on the loopback: chat completions, streamed. What it says, a test writes; a request for
 * which nothing was written gets what the words of its prompt ask for, see the README beside this file.
 */
export class ModelServer {
  /** The bodies of the requests. */
  readonly requests: unknown[] = [];
  readonly keys: (string | undefined)[] = [];
  /** When the first thing of each answer was said, in milliseconds since the epoch. */
  readonly startedAt: number[] = [];
  /** When the last thing of each complete answer was said. */
  readonly endedAt: number[] = [];
  private readonly answers: (readonly ServerStep[])[] = [];
  private calls = 0;
  private constructor(private readonly server: Server) {}

  /** @param port any free one when left out */
  static async start(port = 0): Promise<ModelServer> {
    const server = createServer();
    const model = new ModelServer(server);
    server.on('request', (request, response) => void model.serve(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    return model;
  }

  /** Where a client of chat completions is to be pointed. */
  get baseUrl(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${String(port)}/v1`;
  }

  /** pi's models.json with this server in it. */
  get modelsFile(): string {
    return JSON.stringify({
      providers: {
        local: {
          baseUrl: this.baseUrl,
          api: 'openai-completions',
          apiKey: '$ENSO_TEST_MODEL_KEY',
          models: [{ id: 'talker', name: 'Talker' }],
        },
      },
    });
  }

  answer(...steps: ServerStep[]): this {
    this.answers.push(steps);
    return this;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (request.method !== 'POST') {
      const models = { object: 'list', data: [{ id: 'talker', object: 'model' }] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(models));
      return;
    }
    const asked: unknown = JSON.parse(body);
    this.requests.push(asked);
    this.keys.push(request.headers.authorization);
    const written = this.answers.shift();
    if (written !== undefined) return this.play(response, written);
    const acts = actsFor(asked);
    if (acts !== undefined) return this.perform(response, acts);
    response.writeHead(500, { 'content-type': 'application/json' }).end('the script is over');
  }

  private async play(response: ServerResponse, steps: readonly ServerStep[]): Promise<void> {
    for (const step of steps) {
      if (step === 'hang up') {
        response.destroy();
        return;
      }
      if ('status' in step) {
        response.writeHead(step.status, { 'content-type': step.type ?? 'application/json' }).end(step.body);
        return;
      }
      this.begin(response);
      if ('hold' in step) await step.hold.stand(response);
      else send(response, { content: step.say });
    }
    this.finish(response, 'stop');
  }

  private async perform(response: ServerResponse, acts: readonly Act[]): Promise<void> {
    let reason = 'stop';
    for (const act of acts) {
      if (act.act === 'fail') {
        const error = JSON.stringify({ error: { message: act.message } });
        response.writeHead(act.status, { 'content-type': 'application/json' }).end(error);
        return;
      }
      if (act.act === 'cut') {
        // What was said before goes out in the turn in which it is said.
        await new Promise((resolve) => setImmediate(resolve));
        response.destroy();
        return;
      }
      this.begin(response);
      if (act.act === 'say') send(response, { content: act.text });
      if (act.act === 'stream') await streamText(response, act);
      if (act.act === 'stall') await new ServerHold().stand(response);
      if (act.act === 'call') {
        this.calls += 1;
        sendCall(response, `call_${String(this.calls)}`, act.tool, act.args);
        reason = 'tool_calls';
      }
    }
    this.begin(response);
    this.finish(response, reason);
  }

  private begin(response: ServerResponse): void {
    if (response.headersSent) return;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    this.startedAt.push(wallTime());
  }

  private finish(response: ServerResponse, reason: string): void {
    send(response, {}, reason);
    response.end('data: [DONE]\n\n');
    this.endedAt.push(wallTime());
  }
}
