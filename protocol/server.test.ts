import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { resolveOptions } from './config/resolve-options.ts';
import { OptionError } from './errors/option-error.ts';
import { createCollectingLogger } from './log/collecting-logger.ts';
import { startServer } from './server.ts';

const repository = join(import.meta.dirname, '..');

function setUp(flags: Record<string, string> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'understudy-server-'));
  const commandLine = new Map(Object.entries({ 'http-port': '0', ...flags }));
  const log = createCollectingLogger('');
  const start = () =>
    startServer({
      options: resolveOptions({ commandLine, environment: {}, home, workingDirectory: home }),
      log,
      version: '1.2.3',
      runtime: 'test',
      environment: { NAME: 'imported' },
      consoleFolder: join(home, 'console'),
      webApplicationWorker: join(home, 'none.js'),
      demoRealmFile: join(repository, 'fixtures/realms/demo.json'),
    });
  return { home, log, start };
}

test('contract "Start": the server is ready when it has said where it listens, and stops', async () => {
  const { start, log } = setUp();
  const server = await start();
  assert.ok(log.records.some((record) => record.message === `Listening on: ${server.url}`));
  assert.deepEqual(await (await fetch(`${server.url}/health/ready`)).json(), { status: 'UP' });
  await server.stop();
  await assert.rejects(fetch(`${server.url}/health/ready`));
});

test('a data directory is free again after the stop, and keeps its realms', async () => {
  const { start } = setUp();
  const first = await start();
  const keys = await (await fetch(`${first.url}/realms/demo/protocol/openid-connect/certs`)).json();
  await first.stop();
  const second = await start();
  assert.deepEqual(
    await (await fetch(`${second.url}/realms/demo/protocol/openid-connect/certs`)).json(),
    keys,
  );
  await second.stop();
});

test('the desktop gets a token of the administrator without a password', async () => {
  const { start } = setUp();
  const server = await start();
  const headers = { authorization: `Bearer ${await server.administratorToken()}` };
  const answer = await fetch(`${server.url}/admin/realms`, { headers });
  assert.equal(answer.status, 200);
  assert.equal(await server.administratorToken(), await server.administratorToken());
  await server.stop();
});

test('no option that is a secret is shown, not even masked', async () => {
  const { start } = setUp({ 'bootstrap-admin-password': 'hunter2hunter2' });
  const server = await start();
  const headers = { authorization: `Bearer ${await server.administratorToken()}` };
  const text = await (await fetch(`${server.url}/emulator/v1/options`, { headers })).text();
  assert.ok(text.includes('bootstrap-admin-password'));
  assert.ok(!text.includes('hunter2'));
  await server.stop();
});

test('a realm file that cannot be read ends the start, and the data directory is free again', async () => {
  const { start, home } = setUp({ 'import-realm': 'bad.json' });
  writeFileSync(join(home, 'bad.json'), '{');
  await assert.rejects(start, (error) => error instanceof OptionError && error.option === 'import-realm');
  writeFileSync(join(home, 'bad.json'), JSON.stringify({ realm: `$\{NAME:other}` }));
  const server = await start();
  assert.equal((await fetch(`${server.url}/realms/imported`)).status, 200);
  await server.stop();
});

test('nothing that is a secret is logged at any level, in a start and a sign-in', async () => {
  const { start, log } = setUp({ 'bootstrap-admin-password': 'hunter2hunter2' });
  const server = await start();
  const form = {
    grant_type: 'password',
    client_id: 'admin-cli',
    username: 'admin',
    password: 'hunter2hunter2',
  };
  const url = `${server.url}/realms/master/protocol/openid-connect/token`;
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token } = (await answer.json()) as { access_token: string };
  await server.stop();
  const written = JSON.stringify(log.records);
  assert.ok(!written.includes('hunter2hunter2'));
  assert.ok(!written.includes(access_token));
});
