import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Deferred } from '../../src/extension/base/deferred';

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

/** Speaks a provider's protocol on the loopback: chat completions, streamed. What it says, a test writes. */
export class ModelServer {
  /** The bodies of the requests. */
  readonly requests: unknown[] = [];
  readonly keys: (string | undefined)[] = [];
  private readonly answers: (readonly ServerStep[])[] = [];
  private constructor(private readonly server: Server) {}

  static async start(): Promise<ModelServer> {
    const server = createServer();
    const model = new ModelServer(server);
    server.on('request', (request, response) => void model.serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return model;
  }

  /** pi's models.json with this server in it. */
  get modelsFile(): string {
    const { port } = this.server.address() as AddressInfo;
    return JSON.stringify({
      providers: {
        local: {
          baseUrl: `http://127.0.0.1:${port}/v1`,
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
    this.requests.push(JSON.parse(body));
    this.keys.push(request.headers.authorization);
    for (const step of this.answers.shift() ?? [{ status: 500, body: 'the script is over' }]) {
      if (step === 'hang up') {
        response.destroy();
        return;
      }
      if ('status' in step) {
        response.writeHead(step.status, { 'content-type': step.type ?? 'application/json' }).end(step.body);
        return;
      }
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
      if ('hold' in step) await step.hold.stand(response);
      else send(response, { content: step.say });
    }
    send(response, {}, 'stop');
    response.end('data: [DONE]\n\n');
  }
}

function send(response: ServerResponse, delta: object, reason: string | null = null): void {
  const chunk = {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'talker',
    choices: [{ index: 0, delta, finish_reason: reason }],
  };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}
