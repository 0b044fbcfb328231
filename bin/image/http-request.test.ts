import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { EXIT, type HttpRequest, RequestFailure, sendRequest } from './http-request.ts';
import { serve } from './testing/host.ts';

function request(url: string, changes: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method: 'GET',
    url: new URL(url),
    headers: {},
    body: undefined,
    isInsecure: false,
    followsRedirects: true,
    timeoutMs: undefined,
    ...changes,
  };
}

const failsWith = (exitCode: number) => (error: unknown) =>
  error instanceof RequestFailure && error.exitCode === exitCode;

/** A server that does with each connection what is asked. */
async function listen(context: TestContext, answer: string | undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (answer !== undefined) socket.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

test('RFC 9110 §15.4: a redirect of a POST is followed by GET, 307 keeps the method and the body', async (context) => {
  const url = await serve(context, ({ method, url: path = '' }, body) => {
    if (path === '/303') return { status: 303, headers: { location: '/x' } };
    if (path === '/307') return { status: 307, headers: { location: '/x' } };
    return { status: 200, body: `${method} ${path} ${body}` };
  });
  const sent = { method: 'POST', body: 'a=1' };
  assert.equal((await sendRequest(request(`${url}/303`, sent))).body.toString(), 'GET /x ');
  assert.equal((await sendRequest(request(`${url}/307`, sent))).body.toString(), 'POST /x a=1');
});

test('another server that a redirect names gets neither password nor cookie nor the host of the first one', async (context) => {
  const echo = ({ headers: { authorization, cookie, host, 'x-a': other } }: IncomingMessage) => ({
    status: 200,
    body: JSON.stringify({ authorization, cookie, host, other }),
  });
  const second = await serve(context, echo);
  const first = await serve(context, (message) =>
    message.url === '/here'
      ? { status: 302, headers: { location: '/echo' } }
      : message.url === '/there'
        ? { status: 307, headers: { location: `${second}/echo` } }
        : echo(message),
  );
  const headers = { authorization: 'Basic YTpi', cookie: 'c=1', host: 'a.test', 'x-a': '1' };
  const sent = async (url: string) =>
    JSON.parse((await sendRequest(request(url, { headers }))).body.toString());
  assert.deepEqual(await sent(`${first}/here`), {
    authorization: 'Basic YTpi',
    cookie: 'c=1',
    host: 'a.test',
    other: '1',
  });
  assert.deepEqual(await sent(`${first}/there`), { host: new URL(second).host, other: '1' });
});

for (const [location, exitCode] of [
  ['http://[x', EXIT.badUrl],
  ['ftp://localhost/x', EXIT.protocol],
] as const)
  test(`bad input: a redirect to ${location} is a failure with its own exit code`, async (context) => {
    const url = await serve(context, () => ({ status: 302, headers: { location } }));
    await assert.rejects(sendRequest(request(url)), failsWith(exitCode));
  });

test('the time limit for connecting ends with the connection', async (context) => {
  const url = await serve(context, () => ({ status: 200, body: 'late' }), 150);
  const { body } = await sendRequest(request(url, { connectTimeoutMs: 50 }));
  assert.equal(body.toString(), 'late');
  // The TLS handshake is part of connecting.
  const silent = (await listen(context, undefined)).replace('http:', 'https:');
  await assert.rejects(sendRequest(request(silent, { connectTimeoutMs: 50 })), failsWith(EXIT.timeout));
});

test('bad input: a method or header that HTTP does not allow is a wrong request, not a refused connection', async () => {
  for (const changes of [{ method: 'B AD' }, { headers: { 'x-a': 'a€' } }])
    await assert.rejects(sendRequest(request('http://127.0.0.1:1', changes)), failsWith(EXIT.usage));
});

test('endless redirects end', async (context) => {
  const url = await serve(context, () => ({ status: 302, headers: { location: '/' } }));
  await assert.rejects(sendRequest(request(url)), failsWith(EXIT.redirects));
});

test('a server that does not answer, breaks off or does not speak HTTP is a failure with its own exit code', async (context) => {
  const silent = request(await listen(context, undefined), { timeoutMs: 50 });
  await assert.rejects(sendRequest(silent), failsWith(EXIT.timeout));
  await assert.rejects(sendRequest(request(await listen(context, ''))), failsWith(EXIT.empty));
  await assert.rejects(sendRequest(request(await listen(context, 'SSH-2.0\r\n'))), failsWith(EXIT.empty));
  await assert.rejects(sendRequest(request('http://127.0.0.1:1')), failsWith(EXIT.refused));
  await assert.rejects(sendRequest(request('http://none.invalid')), failsWith(EXIT.unresolved));
  const plain = (await listen(context, 'HTTP/1.1 200 OK\r\n\r\n')).replace('http:', 'https:');
  await assert.rejects(sendRequest(request(plain)), failsWith(EXIT.tls));
});
