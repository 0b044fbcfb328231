import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Mdc } from '#protocol/contract/log-record.ts';
import { renderError } from '#protocol/log/record-text.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createRemoteJwks, type RemoteJwksCache } from './remote-jwks.ts';

interface Peer {
  readonly jwks: RemoteJwksCache;
  readonly url: string;
  readonly warnings: () => number;
  readonly requests: () => number;
}

const OF_SHOP = (): Mdc => ({ client: 'shop' });

async function withPeer(
  answer: (response: ServerResponse) => void,
  use: (peer: Peer) => Promise<void>,
  timeoutMs = 5000,
): Promise<void> {
  let requests = 0;
  const server: Server = createServer((_request, response) => {
    requests += 1;
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const log = createCollectingLogger();
  const { port } = server.address() as AddressInfo;
  try {
    await use({
      jwks: createRemoteJwks({ log, timeoutMs }),
      url: `http://127.0.0.1:${port}/jwks`,
      warnings: () => log.records.filter((record) => record.level === 'WARN').length,
      requests: () => requests,
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a cleared cache fetches again at once', async () => {
  await withPeer(
    (response) => response.end('{"keys":[]}'),
    async ({ jwks, url, requests }) => {
      await jwks.load(url, 0, OF_SHOP);
      jwks.clear();
      await jwks.load(url, 1, OF_SHOP);
      assert.equal(requests(), 2);
    },
  );
});

test('concurrent loads share one fetch, and a document is fetched again after five minutes', async () => {
  await withPeer(
    (response) => response.end('{"keys":[]}'),
    async ({ jwks, url, requests }) => {
      const all = await Promise.all([
        jwks.load(url, 0, OF_SHOP),
        jwks.load(url, 1, OF_SHOP),
        jwks.load(url, 299_999, OF_SHOP),
      ]);
      assert.deepEqual(all, [{ keys: [] }, { keys: [] }, { keys: [] }]);
      assert.equal(requests(), 1);
      await jwks.load(url, 300_000, OF_SHOP);
      assert.equal(requests(), 2);
    },
  );
});

test('a document is fetched at most every ten seconds, so invalid assertions do not flood the peer', async () => {
  await withPeer(
    (response) => response.end('{}'),
    async ({ jwks, url, requests }) => {
      await jwks.load(url, 0, OF_SHOP);
      await jwks.reload(url, 9999, OF_SHOP);
      assert.equal(requests(), 1);
      await jwks.reload(url, 10_000, OF_SHOP);
      assert.equal(requests(), 2);
    },
  );
});

const failures: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'an error status': (response) => response.writeHead(500).end('{}'),
  'a redirect': (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'a body that is not JSON': (response) => response.end('<html>'),
  'an oversized document': (response) => response.end(`"${'x'.repeat(300_000)}"`),
  'a timeout': () => undefined,
};

for (const [name, answer] of Object.entries(failures)) {
  test(`${name} yields no document, is logged, and is not retried at once`, async () => {
    const use = async ({ jwks, url, warnings, requests }: Peer): Promise<void> => {
      assert.equal(await jwks.load(url, 0, OF_SHOP), undefined);
      assert.equal(await jwks.load(url, 5000, OF_SHOP), undefined);
      assert.equal(requests(), 1);
      assert.equal(warnings(), 1);
      await jwks.load(url, 10_000, OF_SHOP);
      assert.equal(requests(), 2);
    };
    await withPeer(answer, use, name === 'a timeout' ? 1000 : undefined);
  });
}

test('an address that cannot be fetched yields no document', async () => {
  const jwks = createRemoteJwks({ log: createCollectingLogger() });
  for (const url of ['no url', 'ftp://a/', 'file:///etc/passwd', 'http://127.0.0.1:1/'])
    assert.equal(await jwks.load(url, 0, OF_SHOP), undefined, url);
});

test('a failed fetch is one log record for its client, with the chain of errors', async () => {
  const log = createCollectingLogger();
  const jwks = createRemoteJwks({ log });
  await jwks.load('http://127.0.0.1:1/jwks', 0, OF_SHOP);
  assert.equal(log.records.length, 1);
  const [{ level, mdc, error } = {}] = log.records;
  assert.deepEqual([level, mdc], ['WARN', { client: 'shop' }]);
  assert.match(renderError(error), /Caused by: Error: (connect ECONNREFUSED|bad port)/);
});

for (const url of ['data:application/json,{"keys":[]}', 'file:///etc/hostname']) {
  test(`only http and https addresses are fetched: not ${url}`, async () => {
    const log = createCollectingLogger();
    assert.equal(await createRemoteJwks({ log }).load(url, 0, OF_SHOP), undefined);
    assert.match(String(log.records[0]?.error), /it is not an http or https address/);
  });
}
