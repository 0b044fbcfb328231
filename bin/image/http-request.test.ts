import assert from 'node:assert/strict';
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
