// Own process: it checks which libraries a start loads.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from './errors/option-error.ts';
import { callOverTls, createTestCertificate } from './http/testing/certificate.ts';
import { collect, exchangeRaw } from './management/testing/raw-socket.ts';
import { setUp } from './testing/start.ts';

const BOTH = { 'health-enabled': 'true', 'metrics-enabled': 'true', 'http-management-port': '0' };

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url, { redirect: 'manual' });
  await response.arrayBuffer();
  return response.status;
}

function hasLoadedPromClient(): boolean {
  return Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('prom-client'));
}

test('Keycloak 26 management: by default there is no port, /health is on the main port, and prom-client is not loaded', async () => {
  const server = await setUp().start();
  assert.equal(server.managementUrl, undefined);
  for (const path of ['/health', '/health/live', '/health/ready', '/health/started'])
    assert.equal(await statusOf(server.url + path), 200, path);
  assert.equal(await statusOf(`${server.url}/metrics`), 404);
  assert.equal(hasLoadedPromClient(), false);
  await server.stop();
});

test('Keycloak 26 management: with health and metrics the port serves both, and /health stays on the main port', async () => {
  const server = await setUp(BOTH).start();
  assert.match(String(server.managementUrl), /^http:\/\/127\.0\.0\.1:\d+$/);
  for (const path of ['/', '/health', '/health/live', '/health/ready', '/health/started', '/metrics'])
    assert.equal(await statusOf(server.managementUrl + path), 200, path);
  assert.equal(await statusOf(`${server.url}/health/ready`), 200);
  assert.equal(await statusOf(`${server.url}/metrics`), 404);
  assert.equal(hasLoadedPromClient(), true);
  await server.stop();
  await assert.rejects(fetch(`${server.managementUrl}/health`));
});

test('http-management-port: a port in use ends the start with its name, and releases the main port and the data directory', async () => {
  const [blocker, free] = [createServer().listen(0, '127.0.0.1'), createServer().listen(0, '127.0.0.1')];
  await Promise.all([once(blocker, 'listening'), once(free, 'listening')]);
  const mainPort = (free.address() as AddressInfo).port;
  free.close();
  const { start } = setUp({ ...BOTH, 'http-port': String(mainPort) });
  const { port } = blocker.address() as AddressInfo;
  await assert.rejects(start({ 'http-management-port': String(port) }), (error) => {
    assert.ok(error instanceof OptionError);
    assert.match(
      error.toLine(),
      new RegExp(`^http-management-port: port ${port} on 127\\.0\\.0\\.1 is in use`),
    );
    return true;
  });
  await assert.rejects(start({ 'http-management-port': String(mainPort) }), /http-management-port/);
  blocker.close();
  await (await start()).stop();
});

test('Keycloak 26 stop: readiness is 503 while a request in flight finishes, live stays 200, and the management port closes last', async () => {
  const server = await setUp(BOTH).start();
  const { managementUrl = '' } = server;
  const { port } = new URL(server.url);
  const body = 'grant_type=client_credentials';
  const socket = connect(Number(port), '127.0.0.1');
  const answer = collect(socket);
  const type = 'Content-Type: application/x-www-form-urlencoded';
  const head = `POST /realms/demo/protocol/openid-connect/token HTTP/1.1\r\nHost: localhost\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
  await new Promise<void>((resolve) => socket.write(head, () => resolve()));
  // The request is in flight once it is counted.
  const ofMetrics = async () => (await fetch(`${managementUrl}/metrics`)).text();
  while (!/^http_server_active_requests 1$/m.test(await ofMetrics()));
  const stopped = server.stop();
  assert.equal(await statusOf(`${managementUrl}/health/ready`), 503);
  assert.equal(await statusOf(`${managementUrl}/health`), 503);
  assert.equal(await statusOf(`${managementUrl}/health/live`), 200);
  assert.equal(await statusOf(`${managementUrl}/health/started`), 200);
  await assert.rejects(fetch(`${server.url}/health/live`));
  socket.write(body);
  assert.match(await answer, /^HTTP\/1\.1 401 /);
  await stopped;
  await assert.rejects(fetch(`${managementUrl}/health/live`));
});

test('http-management-scheme: the port has HTTPS with the certificate of the main server, or plain HTTP on request', async () => {
  const { start, home } = setUp({ ...BOTH, 'https-port': '0' });
  const { certificate: ca, key } = createTestCertificate('localhost', ['localhost', '127.0.0.1']);
  const files = { certificate: join(home, 'c.pem'), key: join(home, 'k.pem') };
  writeFileSync(files.certificate, ca);
  writeFileSync(files.key, key);
  const pair = { 'https-certificate-file': files.certificate, 'https-certificate-key-file': files.key };
  const secure = await start(pair);
  assert.match(String(secure.managementUrl), /^https:/);
  const health = await callOverTls(`${secure.managementUrl}/health/ready`, { ca });
  assert.deepEqual([health.status, JSON.parse(health.text).status], [200, 'UP']);
  assert.equal(await exchangeRaw(String(secure.managementUrl), 'GET /health HTTP/1.0\r\n\r\n'), '');
  await secure.stop();
  const plain = await start({ ...pair, 'http-management-scheme': 'http' });
  assert.equal(await statusOf(`${plain.managementUrl}/health/ready`), 200);
  await plain.stop();
});

test('Keycloak 26 management: https-port without a certificate leaves the port on plain HTTP, as health checks expect', async () => {
  const server = await setUp({ ...BOTH, 'https-port': '0' }).start();
  assert.match(String(server.managementUrl), /^http:/);
  assert.equal(await statusOf(`${server.managementUrl}/health/ready`), 200);
  await server.stop();
});

test('legacy-observability-interface: /metrics is on the main port, and there is no other', async () => {
  const server = await setUp({ ...BOTH, 'legacy-observability-interface': 'true' }).start();
  assert.equal(server.managementUrl, undefined);
  const response = await fetch(`${server.url}/metrics`, { headers: { accept: 'text/plain' } });
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  assert.match(await response.text(), /^# TYPE http_server_requests_seconds histogram$/m);
  const refused = await fetch(`${server.url}/metrics`, { headers: { accept: 'image/png' } });
  assert.deepEqual([refused.status, await refused.text()], [406, '']);
  await server.stop();
});

test('Keycloak 26 /metrics: what happened on the main port is counted by realm, route, event and refusal', async () => {
  const server = await setUp({ ...BOTH, 'event-metrics-user-enabled': 'true' }).start();
  const token = `${server.url}/realms/demo/protocol/openid-connect/token`;
  const send = (form: Record<string, string>) =>
    fetch(token, { method: 'POST', body: new URLSearchParams(form) }).then((response) => response.text());
  const alice = { grant_type: 'password', client_id: 'demo-spa', username: 'alice' };
  await send({ ...alice, password: 'wrong' });
  await send({ grant_type: 'client_credentials', client_id: 'nobody' });
  await send({
    grant_type: 'client_credentials',
    client_id: 'demo-service',
    client_secret: 'demo-service-secret',
  });
  await fetch(`${server.url}/nowhere/${'x'.repeat(50)}`);
  const text = await (await fetch(`${server.managementUrl}/metrics`)).text();
  const uri = '/realms/{realm}/protocol/{protocol}/token';
  for (const line of [
    `http_server_requests_seconds_count{method="POST",outcome="SUCCESS",status="200",uri="${uri}"} 1`,
    'http_server_requests_seconds_count{method="GET",outcome="CLIENT_ERROR",status="404",uri="NOT_FOUND"} 1',
    'keycloak_user_events_total{error="",event="client_login",realm="demo"} 1',
    'keycloak_user_events_total{error="client_not_found",event="client_login",realm="demo"} 1',
    'understudy_token_requests_total{grant_type="client_credentials",outcome="accepted",realm="demo"} 1',
    'understudy_refusals_total{code="not_found",realm=""} 1',
    'understudy_sessions{realm="demo",type="online"} 0',
  ])
    assert.ok(text.split('\n').includes(line), `${line}\n${text.slice(0, 4000)}`);
  assert.doesNotMatch(text, /nobody|xxxxx|alice/);
  await server.stop();
});
