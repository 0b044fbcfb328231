import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { freePort } from './support/free-port.ts';
import { createFolder, runToEnd, startServer } from './support/server.ts';
import { skipWithSeveralServers } from './support/several-servers.ts';

test("Keycloak management: the built server passes the health check of Keycloak's guide and serves metrics", async () => {
  test.skip(process.platform === 'win32', 'needs bash and /dev/tcp');
  skipWithSeveralServers('each server has its own management port and counts its own requests');
  const port = await freePort();
  const environment = {
    KC_HEALTH_ENABLED: 'true',
    KC_METRICS_ENABLED: 'true',
    KC_HTTP_MANAGEMENT_PORT: String(port),
  };
  const server = await startServer({ environment });
  const management = `http://localhost:${port}`;
  const check = `{ printf 'HEAD /health/ready HTTP/1.0\\r\\n\\r\\n' >&0; grep 'HTTP/1.0 200'; } 0<>/dev/tcp/localhost/${port}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', check]);
  expect(stdout).toContain('HTTP/1.0 200 OK');
  await fetch(`${server.url}/realms/demo/.well-known/openid-configuration`);
  const metrics = await fetch(`${management}/metrics`, { headers: { accept: 'text/plain' } });
  expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await metrics.text();
  expect(text).toContain(
    'http_server_requests_seconds_count{method="GET",outcome="SUCCESS",status="200",uri="/realms/{realm}/.well-known/{alias}"} 1',
  );
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(await server.stop()).toBe(0);
  await expect(fetch(`${management}/health`)).rejects.toThrow();
});

test('Keycloak management: by default the port stays closed', async () => {
  const port = await freePort();
  const server = await startServer({ args: [`--http-management-port=${port}`] });
  await expect(fetch(`http://localhost:${port}/health`)).rejects.toThrow();
  expect((await fetch(`${server.url}/health/started`)).status).toBe(200);
  await server.stop();
});

test('Keycloak management: a port in use ends the start with one line, exit code 1', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => blocker.once('listening', done));
  const { port } = blocker.address() as { port: number };
  const args = ['--http-port=0', `--data-dir=${createFolder()}`, '--health-enabled=true'];
  const ended = await runToEnd([...args, `--http-management-port=${port}`]);
  blocker.close();
  expect(ended.output.trimEnd().split('\n').at(-1)).toMatch(
    new RegExp(`^http-management-port: port ${port} on 127\\.0\\.0\\.1 is in use.*0 for any free one\\.$`),
  );
  expect(ended.code).toBe(1);
});
