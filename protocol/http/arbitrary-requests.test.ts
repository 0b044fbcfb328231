import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Route } from './exchange.ts';
import { jsonReply } from './replies.ts';
import { startTestHttpServer } from './testing/server.ts';

const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/realms/:realm/x',
    title: 'X',
    cors: 'any',
    handle: ({ query }) => jsonReply(200, query.entries),
  },
  {
    method: 'POST',
    path: '/realms/:realm/x',
    title: 'X',
    body: 'form',
    handle: ({ form }) => jsonReply(200, form.entries),
  },
  {
    method: 'PUT',
    path: '/realms/:realm/x',
    title: 'X',
    body: 'json',
    handle: ({ json }) => jsonReply(200, json ?? null),
  },
];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('%', '%00', '%zz', '"', '<script>', '..', '\r\n', '\0', '{'),
);
const header = fc.tuple(
  fc.constantFrom(
    'Host',
    'Cookie',
    'Origin',
    'Content-Type',
    'Content-Length',
    'Transfer-Encoding',
    'Accept',
    'Authorization',
    'X',
  ),
  fc.oneof(
    text,
    fc.constantFrom(
      'localhost',
      'application/json',
      'application/x-www-form-urlencoded',
      'chunked',
      '3',
      'text/html',
    ),
  ),
);
const request = fc
  .record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'get', ''),
    target: fc.oneof(
      text.map((tail) => `/realms/demo/x${tail}`),
      text,
      fc.constantFrom('*', 'http://localhost/realms/demo/x', '//'),
    ),
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0'),
    headers: fc.array(header, { maxLength: 4 }),
    body: text,
  })
  .map(({ method, target, version, headers, body }) => {
    const lines = [['Host', 'localhost'] as const, ['Connection', 'close'] as const, ...headers].map(
      ([name, value]) => `${name}: ${value}`,
    );
    return `${method} ${target} ${version}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
  });

test('for arbitrary bytes, each connection ends with a status below 500 and without markup from the caller', async () => {
  const server = await startTestHttpServer(routes, { server: { requestTimeoutMs: 500 } });
  await fc.assert(
    fc.asyncProperty(fc.oneof(request, text), async (bytes) => {
      const answer = await server.sendRaw(Buffer.from(bytes, 'utf8'));
      for (const status of answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm))
        assert.ok(Number(status[1]) < 500, answer);
      if (answer.includes('text/html')) assert.doesNotMatch(answer, /<script>/);
    }),
    { numRuns: 400 },
  );
  assert.deepEqual(
    server.log.records.filter((record) => record.level === 'ERROR'),
    [],
  );
  await server.stop();
});
