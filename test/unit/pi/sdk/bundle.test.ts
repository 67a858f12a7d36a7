import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { PiWorld } from '../../../fixtures/pi/piWorld';

/** A grey picture without anything in it. */
function png(width: number, height: number): string {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.alloc((width + 1) * height));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}

function crc32(data: Buffer): number {
  let crc = ~0;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

describe('bundle of pi', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
  });
  afterEach(() => world.close());

  it('The bundle of pi has the version of pi in package.json', async () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const pi = await world.pi;
    assert.equal(pi.VERSION, devDependencies['@earendil-works/pi-coding-agent']);
    assert.equal(pi.CURRENT_SESSION_VERSION, 3);
  });

  it('The bundle of pi is loaded in parts, each after its imports', () => {
    const order = JSON.parse(readFileSync('dist/pi/order.json', 'utf8')) as string[];
    assert.equal(order.at(-1), 'pi.js');
    assert.ok(order.length > 40);
    const loaded = new Set<string>();
    for (const file of order) {
      const text = readFileSync(`dist/pi/${file}`, 'utf8');
      for (const [, imported] of text.matchAll(/from"\.\/((?:chunk|part)-[\w-]+\.js)"/g)) {
        assert.ok(imported !== undefined && loaded.has(imported), `${file} before ${imported}`);
      }
      loaded.add(file);
    }
  });

  it('The bundle of pi shrinks an image that is too large for a model', async () => {
    world.model.answer({ say: 'I see' });
    const thread = await world.open();
    const images = [{ mimeType: 'image/png', data: png(3000, 20) }];
    thread.runtime.prompt({ messageId: 'p', text: 'look', images }, thread.host.admission('p'));
    await thread.host.settled();
    const message = world.model.requests[0]?.findLast(({ role }) => role === 'user');
    assert.ok(message?.role === 'user' && typeof message.content !== 'string');
    const picture = message.content.find((block) => block.type === 'image');
    assert.ok(picture?.type === 'image');
    const bytes = Buffer.from(picture.data, 'base64');
    assert.equal(picture.mimeType, 'image/png');
    assert.ok(bytes.readUInt32BE(16) <= 2000);
  });

  it('The bundle of pi can sign in to a provider', async () => {
    const pi = await world.pi;
    const runtime = await pi.ModelRuntime.create({
      credentials: new pi.InMemoryCredentialStore(),
      modelsPath: null,
      allowModelNetwork: false,
    });
    const asked: string[] = [];
    const login = runtime.login('anthropic', 'oauth', {
      signal: new AbortController().signal,
      prompt: (prompt) => {
        asked.push(prompt.type);
        return Promise.reject(new Error('not now'));
      },
      notify: () => undefined,
    });
    await assert.rejects(login, /not now/);
    assert.deepEqual(asked, ['select']);
  });

  it('The bundle of pi provides pi to extensions without node_modules', async () => {
    world.write(
      'agent/extensions/typed.ts',
      `import { Type } from 'typebox';
      import { VERSION } from '@earendil-works/pi-coding-agent';
      export default function (pi: any) {
        pi.registerCommand('go', { handler: async (_a: string, ctx: any) => ctx.ui.notify(VERSION + Type.String().type) });
      }`,
    );
    const thread = await world.open();
    thread.send('/go');
    await thread.host.called('m1 handled');
    assert.deepEqual(thread.host.toasts, ['info: 1.6.0string']);
  });

  it('The bundle of pi includes the files that pi reads from disk', () => {
    for (const file of ['dist/modes/interactive/theme/dark.json', 'dist/core/export-html/template.html']) {
      assert.ok(existsSync(`dist/pi/${file}`), file);
    }
  });
});
