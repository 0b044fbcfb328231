import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import { after, test } from 'node:test';
import { ConnectionError, createHttpClient, type HttpRequest } from './http-client.ts';
import { startPeer } from './testing/peer.ts';

const peer = await startPeer();
const other = await startPeer();
after(() => {
  peer.stop();
  other.stop();
});

const http = createHttpClient(() => ({ insecure: false }));
const get = (url: string): HttpRequest => ({ method: 'GET', url, headers: { Authorization: 'Bearer t' } });

async function failureOf(url: string): Promise<string> {
  const error: unknown = await http.send(get(url)).catch((reason: unknown) => reason);
  assert.ok(error instanceof ConnectionError, String(error));
  return error.message;
}

/** A port where nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('Keycloak: a server that cannot be reached is named with its address and the reason', async () => {
  const port = await freePort();
  assert.equal(
    await failureOf(`http://127.0.0.1:${port}/x`),
    `Connect to 127.0.0.1:${port} [127.0.0.1/127.0.0.1] failed: Connection refused. Check the address, and that the server is running`,
  );
});

test('bad input: what is no HTTP URL is refused before anything is sent', async () => {
  for (const url of ['localhost:8080', 'ftp://127.0.0.1/x', 'http://', 'nonsense'])
    assert.match(await failureOf(url), /is not an HTTP URL\. Use a URL such as http:\/\/localhost:8080$/);
});

test('a connection that ends without a response, and one that speaks no HTTP, are reported', async () => {
  for (const answer of ['', 'SSH-2.0-x\r\n\r\n']) {
    const server = createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    assert.match(await failureOf(`http://127.0.0.1:${port}/`), /Connection reset|failed to respond/);
    server.close();
  }
});

test('an HTTPS server on a port that speaks HTTP is reported', async () => {
  assert.match(await failureOf(peer.url.replace('http:', 'https:')), /127\.0\.0\.1:\d+/);
});

test('a response has its status line, its headers as sent and its body', async () => {
  peer.answer({ 'GET /x': { status: 201, headers: { 'X-One': 'a', Location: '/y' }, body: { a: 1 } } });
  const response = await http.send(get(`${peer.url}/x`));
  assert.equal(response.statusLine, 'HTTP/1.1 201 Created');
  assert.deepEqual(
    response.headerLines.filter(([name]) => ['X-One', 'Location'].includes(name)),
    [
      ['X-One', 'a'],
      ['Location', '/y'],
    ],
  );
  assert.deepEqual([response.header('location'), response.header('none')], ['/y', undefined]);
  assert.equal(response.body.toString(), '{"a":1}');
});

test('every method sends its body with a length, DELETE as well', async () => {
  peer.answer({});
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    await http.send({ method, url: `${peer.url}/b`, headers: {}, body: 'é' });
    assert.deepEqual(
      [peer.requests.at(-1)?.body, peer.requests.at(-1)?.headers['content-length']],
      ['é', '2'],
    );
  }
});

test('redirects are followed for reads only, and not for ever', async () => {
  const target = { status: 302, headers: { Location: '/b' } };
  peer.answer({ 'GET /a': target, 'POST /a': target, 'GET /b': { status: 200, body: 'end' } });
  assert.equal((await http.send(get(`${peer.url}/a`))).body.toString(), 'end');
  assert.equal((await http.send({ ...get(`${peer.url}/a`), method: 'POST' })).status, 302);
  peer.answer({ 'GET /loop': { status: 307, headers: { Location: '/loop' } } });
  assert.equal((await http.send(get(`${peer.url}/loop`))).status, 307);
  assert.equal(peer.requests.length, 21);
});

test('the token goes to another origin only if the command line names it', async () => {
  peer.answer({ 'GET /a': { status: 302, headers: { Location: `${other.url}/a` } } });
  other.answer({ 'GET /a': { status: 200, body: 'x' } });
  await http.send(get(`${peer.url}/a`));
  assert.equal(peer.requests[0]?.headers['authorization'], 'Bearer t');
  assert.equal(other.requests[0]?.headers['authorization'], undefined);
});

test('settings for HTTPS are not read for a server without it', async () => {
  peer.answer({ 'GET /': { status: 200 } });
  const refusing = createHttpClient(() => assert.fail('the truststore was read'));
  assert.equal((await refusing.send(get(peer.url))).status, 200);
});
