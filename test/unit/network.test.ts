import { strict as assert } from 'node:assert';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { takeAttempts } from '../../scripts/guard/mocha.cjs';

describe('Network guard of the tests', () => {
  it('the guard refuses a connection beyond loopback and records it', async () => {
    await assert.rejects(fetch('http://192.0.2.1/'));
    await assert.rejects(fetch('https://name.invalid/'));
    assert.deepEqual(takeAttempts(), ['192.0.2.1:80', 'name.invalid:443']);
  });

  it('the guard allows loopback', async () => {
    const server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as AddressInfo;
      assert.equal(await (await fetch(`http://127.0.0.1:${String(port)}/`)).text(), 'here');
      assert.equal(await (await fetch(`http://localhost:${String(port)}/`)).text(), 'here');
      assert.deepEqual(takeAttempts(), []);
    } finally {
      server.close();
    }
  });
});
