import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Reply } from './exchange.ts';
import { type WriteOptions, writeReply } from './reply-writer.ts';

const plain: WriteOptions = { withoutBody: false, closeConnection: false, strictTransport: false };

/** Writes the reply to a real socket; undefined when writing throws. */
async function send(reply: Reply, options: WriteOptions = plain): Promise<Response | undefined> {
  let failed = false;
  const server = createServer((_request, response) => {
    try {
      writeReply(response, reply, options);
    } catch {
      failed = true;
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' });
    await response.clone().text();
    return failed ? undefined : response;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test('RFC 9110 §8.6: the length is counted in bytes', async () => {
  const response = await send({ status: 200, body: 'é' });
  assert.equal(response?.headers.get('content-length'), '2');
  assert.equal(await response?.text(), 'é');
  assert.equal(
    (await send({ status: 200, body: Buffer.from([1, 2, 3]) }))?.headers.get('content-length'),
    '3',
  );
});

test('RFC 9110 §15.3.5: 204 has neither body nor length, an empty 200 has length 0', async () => {
  assert.equal((await send({ status: 204, body: 'x' }))?.headers.get('content-length'), null);
  assert.equal((await send({ status: 200 }))?.headers.get('content-length'), '0');
});

test('several cookies are several headers', async () => {
  const response = await send({ status: 200, headers: { 'set-cookie': ['a=1', 'b=2'] } });
  assert.deepEqual(response?.headers.getSetCookie(), ['a=1', 'b=2']);
});

test('RFC 6797 §7.1: Strict-Transport-Security is sent only when requested', async () => {
  assert.equal((await send({ status: 200 }))?.headers.get('strict-transport-security'), null);
  const strict = await send({ status: 200 }, { ...plain, strictTransport: true });
  assert.equal(strict?.headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains');
});

test("a reply's own value replaces the default security header, an empty value removes it", async () => {
  assert.equal(
    (await send({ status: 200, headers: { 'referrer-policy': 'same-origin' } }))?.headers.get(
      'referrer-policy',
    ),
    'same-origin',
  );
  assert.equal(
    (await send({ status: 200, headers: { 'x-frame-options': '' } }))?.headers.get('x-frame-options'),
    null,
  );
});

test('RFC 9110 §5.5: a header that would split the response is not written', async () => {
  assert.equal(await send({ status: 200, headers: { 'x-a': 'a\r\nset-cookie: b=c' } }), undefined);
  assert.equal(await send({ status: 200, headers: { 'x-a': '日' } }), undefined);
});

test('a stream gets the response after status and headers', async () => {
  const response = await send({
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    stream: (out) => out.end('data: 1\n\n'),
  });
  assert.equal(response?.headers.get('content-type'), 'text/event-stream');
  assert.equal(await response?.text(), 'data: 1\n\n');
});

test('the connection is closed after the reply when requested', async () => {
  assert.equal(
    (await send({ status: 200 }, { ...plain, closeConnection: true }))?.headers.get('connection'),
    'close',
  );
});

for (const [breaksOff, expected] of [
  ['unanswered', /fetch failed/],
  ['midway', /terminated/],
] as const) {
  test(`RFC 9112 §8: a reply that breaks off ${breaksOff} reaches the caller as a broken connection`, async () => {
    const body = 'x'.repeat(1000);
    await assert.rejects(send({ status: 200, body, breaksOff }), expected);
  });
}
