import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHostPolicy } from '#protocol/http/host-policy.ts';
import type { Answer } from './connection.ts';
import { createPages, type PagesSetup } from './pages.ts';
import type { RequestHead } from './request-head.ts';

const UP = { isStopping: () => false, listFaults: async () => [], listNotices: () => [] };
const BOTH: PagesSetup = {
  path: '/',
  health: UP,
  metrics: async (format) => `metrics as ${format}\n`,
  hosts: undefined,
};

async function get(
  target: string,
  setup: Partial<PagesSetup> = {},
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  const head: RequestHead = { method, target, version: '1.1', headers: new Map(Object.entries(headers)) };
  return createPages({ ...BOTH, ...setup })(head);
}

test('Keycloak 26 management: the index lists what there is, without a Content-Type', async () => {
  for (const [setup, bytes] of [
    [{}, 180],
    [{ metrics: undefined }, 120],
    [{ health: undefined }, 123],
  ] as const) {
    const { status, headers, body } = await get('/', setup);
    assert.deepEqual([status, headers, Buffer.byteLength(body)], [200, {}, bytes]);
  }
});

test('Keycloak 26 health: /health and /health/ready list the checks, and are never stored', async () => {
  for (const target of ['/health', '/health/ready', '//health/', '/health/../health/ready?x=y']) {
    const { status, headers, body } = await get(target);
    assert.equal(status, 200, target);
    assert.deepEqual(headers, {
      'content-type': 'application/json; charset=UTF-8',
      'cache-control': 'no-store',
    });
    assert.equal(Buffer.byteLength(body), 225, target);
  }
});

test('Keycloak 26 health: live, started, well and every group are an empty list', async () => {
  for (const page of ['live', 'started', 'well', 'group', 'group/any', 'group/a/b']) {
    const { status, body } = await get(`/health/${page}`);
    assert.deepEqual([status, Buffer.byteLength(body)], [200, 45], page);
  }
});

test('Keycloak 26 health: during the stop, readiness is 503 DOWN while live, started and the index stay up', async () => {
  const health = { ...UP, isStopping: () => true };
  for (const target of ['/health', '/health/ready']) {
    const { status, body } = await get(target, { health });
    assert.deepEqual([status, Buffer.byteLength(body)], [503, 229]);
    assert.match(body, /^ {4}"status": "DOWN",$/m);
    assert.match(body, /"Graceful Shutdown",\n {12}"status": "DOWN"/);
  }
  for (const target of ['/', '/health/live', '/health/started'])
    assert.equal((await get(target, { health })).status, 200);
});

test('a realm out of service is a check that is DOWN, while the status stays UP', async () => {
  const notice = { name: 'Realm shop', status: 'DOWN', data: { file: 'f', problem: 'p' } } as const;
  const { status, body } = await get('/health', { health: { ...UP, listNotices: () => [notice] } });
  assert.equal(status, 200);
  assert.deepEqual([JSON.parse(body).status, JSON.parse(body).checks.at(-1)], ['UP', notice]);
});

test('RFC 9110 §9.1: every verb gets the same response', async () => {
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS', 'BREW'])
    for (const target of ['/', '/health', '/metrics', '/other'])
      assert.deepEqual(await get(target, {}, {}, method), await get(target), `${method} ${target}`);
});

test('bad input: any other path is 404 with a page, as is what the options leave out', async () => {
  const notFound = {
    status: 404,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<html><body><h1>Resource not found</h1></body></html>',
  };
  for (const target of [
    '/x',
    '/Health',
    '/healthy',
    '/health/x',
    '/health%2Flive',
    '/metricsx',
    '/auth/health',
  ])
    assert.deepEqual(await get(target), notFound, target);
  assert.deepEqual(await get('/health', { health: undefined }), notFound);
  assert.deepEqual(await get('/metrics', { metrics: undefined }), notFound);
});

test('http-management-relative-path: everything is below the path, and the root redirects to it', async () => {
  const setup = { path: '/auth' };
  assert.deepEqual(await get('/', setup), { status: 302, headers: { location: '/auth' }, body: '' });
  for (const [target, status] of [
    ['/auth', 200],
    ['/auth/', 200],
    ['/auth/health', 200],
    ['/auth/health/live', 200],
    ['/auth/metrics', 200],
    ['/health', 404],
    ['/metrics', 404],
    ['/authhealth', 404],
    ['/auth/auth/health', 404],
  ] as const)
    assert.equal((await get(target, setup)).status, status, target);
  assert.match((await get('/auth', setup)).body, /href="\/health"/);
});

test('Keycloak 26 /metrics: the format follows Accept; one that is not offered is 406 without a body', async () => {
  assert.deepEqual(await get('/metrics'), {
    status: 200,
    headers: { 'content-type': 'application/openmetrics-text; version=1.0.0; charset=utf-8' },
    body: 'metrics as openmetrics\n',
  });
  const text = await get('/metrics/any', {}, { accept: 'text/plain' });
  assert.deepEqual([text.status, text.body], [200, 'metrics as text\n']);
  assert.deepEqual(await get('/metrics', {}, { accept: 'application/openmetrics-text' }), {
    status: 406,
    reason: 'Micrometer prometheus endpoint does not support application/openmetrics-text',
    headers: {},
    body: '',
  });
});

const LOOPBACK = { hosts: createHostPolicy({ httpHost: '127.0.0.1', backchannelDynamic: true }) };

test('DNS rebinding: on a loopback address, a request for a name that a website can have is 403 and says what to do', async () => {
  for (const host of ['evil.example', 'evil.example:9000', '10.0.0.1', 'localhost.evil.example', '', 'a b']) {
    const { status, body } = await get('/metrics', LOOPBACK, { host });
    assert.equal(status, 403, host);
    assert.match(body, /Call it as localhost\./);
  }
});

test('on a loopback address, names of this machine and of container networks are answered, and requests without Host', async () => {
  for (const host of ['localhost', 'LOCALHOST:9000', '127.0.0.1:9000', '[::1]:9000', 'kc.localhost'])
    assert.equal((await get('/metrics', LOOPBACK, { host })).status, 200, host);
  for (const host of ['host.docker.internal:9000', 'understudy:9000'])
    assert.equal((await get('/metrics', LOOPBACK, { host })).status, 200, host);
  assert.equal((await get('/metrics', LOOPBACK)).status, 200);
});

test('on an address that others can reach, any name is answered', async () => {
  assert.equal((await get('/metrics', {}, { host: 'keycloak.ns.svc.cluster.local:9000' })).status, 200);
});

test('issue "State in PostgreSQL" 4: without its database the server is DOWN, with the reason, and stays live', async () => {
  const fault = { name: 'database', status: 'DOWN', data: { problem: 'p', remedy: 'r' } } as const;
  const health = { ...UP, listFaults: async () => [fault] };
  for (const target of ['/health', '/health/ready']) {
    const { status, body } = await get(target, { health });
    assert.equal(status, 503);
    assert.equal(JSON.parse(body).status, 'DOWN');
    assert.deepEqual(JSON.parse(body).checks.at(-1), fault);
  }
  assert.equal((await get('/health/live', { health })).status, 200);
});
