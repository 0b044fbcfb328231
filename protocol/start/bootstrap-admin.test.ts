import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { describeStartFailure, launch } from '#protocol/launch.ts';

/** The output and exit code of a launch that starts no server. */
async function endOf(launched: Promise<unknown>): Promise<{ line: string; exitCode: number }> {
  const reason = await launched.then(
    () => assert.fail('a server started'),
    (error: unknown) => error,
  );
  return describeStartFailure(reason);
}

/** A data directory with a server that starts on a free port, and the command. */
function setUp() {
  const home = mkdtempSync(join(tmpdir(), 'understudy-bootstrap-'));
  const host = {
    environment: { PASS: 'Strong-123', EMPTY: '', NAME: 'rescue' },
    workingDirectory: home,
    moduleUrl: import.meta.url,
    runtime: 'test',
    dataHome: home,
  };
  const start = (...args: string[]) =>
    launch({ ...host, args: ['--http-port=0', '--log-level=warn', ...args] });
  const startDesktop = () =>
    launch({ ...host, showsDemo: true, args: ['--http-port=0', '--log-level=warn'] });
  const bootstrap = async (args: readonly string[], typed?: string, kind = 'user') => {
    const input = new PassThrough();
    if (typed !== undefined) input.write(typed);
    const terminal = { input, output: new PassThrough() };
    const given = { ...host, args: ['bootstrap-admin', kind, '--log-level=warn', ...args] };
    return endOf(launch(typed === undefined ? given : { ...given, terminal }));
  };
  return { home, start, startDesktop, bootstrap };
}

async function signsIn({ url }: { url: string }, username: string, password: string): Promise<boolean> {
  const form = { grant_type: 'password', client_id: 'admin-cli', username, password };
  const token = `${url.replace('0.0.0.0', '127.0.0.1')}/realms/master/protocol/openid-connect/token`;
  return (await fetch(token, { method: 'POST', body: new URLSearchParams(form) })).ok;
}

test('contract "bootstrap-admin": after it sets the password, the server starts where other machines reach it', async () => {
  const { home, start, bootstrap } = setUp();
  await (await start()).stop();
  await assert.rejects(start('--http-host=0.0.0.0'));
  assert.deepEqual(await bootstrap(['--username', 'admin', '--password:env', 'PASS']), {
    line: `Administrator admin of realm master has the new password. Data directory: ${join(home, 'data')}`,
    exitCode: 0,
  });
  const server = await start('--http-host=0.0.0.0');
  assert.deepEqual(
    [await signsIn(server, 'admin', 'admin'), await signsIn(server, 'admin', 'Strong-123')],
    [false, true],
  );
  await server.stop();
});

test('contract "bootstrap-admin": the command suggested by a rejected start solves the problem', async () => {
  const { home, start, bootstrap } = setUp();
  const dataDir = `--data-dir=${join(home, 'elsewhere')}`;
  await (await start(dataDir)).stop();
  const { line } = await endOf(start(dataDir, '--http-host=::'));
  const command = /"bin\/understudy\.sh bootstrap-admin user (.*)"/.exec(line)?.[1]?.split(' ') ?? [];
  assert.equal((await bootstrap([...command, '--password:env=PASS'])).exitCode, 0);
  await (await start(dataDir, '--http-host=::')).stop();
});

test('contract "bootstrap-admin": the terminal prompts for the password, and a new name becomes an administrator', async () => {
  const { start, bootstrap } = setUp();
  await (await start()).stop();
  const { line, exitCode } = await bootstrap(['--username:env=NAME'], 'Typed-456\rTyped-456\r');
  assert.deepEqual([line.split('.')[0], exitCode], ['Administrator rescue of realm master was created', 0]);
  const server = await start();
  assert.ok(await signsIn(server, 'rescue', 'Typed-456'));
  assert.ok(await signsIn(server, 'admin', 'admin'));
  await server.stop();
});

test('contract "bootstrap-admin": a new data directory gets its realms with this administrator only', async () => {
  const { start, bootstrap } = setUp();
  assert.match(
    (await bootstrap(['--username=root', '--password:env=PASS'])).line,
    /^Administrator root .* created/,
  );
  const server = await start('--http-host=0.0.0.0');
  assert.deepEqual(
    [await signsIn(server, 'root', 'Strong-123'), await signsIn(server, 'admin', 'admin')],
    [true, false],
  );
  await server.stop();
});

test('contract "bootstrap-admin": while a server uses the data directory, it is refused with a remedy, and nothing changes', async () => {
  const { start, bootstrap } = setUp();
  const server = await start();
  const { line, exitCode } = await bootstrap(['--password:env=PASS']);
  assert.equal(exitCode, 1);
  assert.match(line, /^data-dir: .* is in use by process \d+\. Stop that process/);
  assert.ok(await signsIn(server, 'admin', 'admin'));
  await server.stop();
});

for (const [what, args, typed, exitCode, says] of [
  ['no password and no terminal', [], undefined, 2, /^password: was not given\. .*--password:env=VARIABLE/],
  ['no password and --no-prompt', ['--no-prompt'], 'a\ra\r', 2, /^password: was not given/],
  ['a variable that is not set', ['--password:env=NONE'], undefined, 2, /^password:env: .* NONE is not set/],
  ['a variable that is empty', ['--password:env=EMPTY'], undefined, 2, /^password:env: .* EMPTY is not set/],
  ['an empty name', ['--username=', '--password:env=PASS'], undefined, 2, /^username: is empty/],
  [
    'the default password',
    ['--bootstrap-admin-password=admin'],
    undefined,
    2,
    /^password: .*default password/,
  ],
  ['two different passwords', [], 'a\rb\r', 1, /^password: the two passwords differ/],
] as const) {
  test(`contract "bootstrap-admin": ${what}: one line, exit code ${exitCode}; the data directory is released unchanged`, async () => {
    const { home, start, bootstrap } = setUp();
    await (await start()).stop();
    const ended = await bootstrap(args, typed);
    assert.match(ended.line, says);
    assert.deepEqual([ended.exitCode, ended.line.split('\n').length], [exitCode, 1]);
    assert.deepEqual(
      (await readdir(join(home, 'data'))).filter((name) => name.startsWith('lock')),
      [],
    );
    const server = await start();
    assert.ok(await signsIn(server, 'admin', 'admin'));
    await server.stop();
  });
}

/** Paths of the files of realm master. */
async function filesOfMaster(home: string): Promise<{ readonly realm: string; readonly users: string }> {
  const realms = join(home, 'data', 'realms');
  for (const folder of await readdir(realms)) {
    const realm = join(realms, folder, 'realm.json');
    const { realm: stored } = JSON.parse(await readFile(realm, 'utf8')) as { realm: { realm: string } };
    if (stored.realm === 'master') return { realm, users: join(realms, folder, 'users', '000000.json') };
  }
  assert.fail('there is no realm master');
}

for (const file of ['realm', 'users'] as const) {
  test(`0163: with a damaged master file (${file}) no administrator is created: one line names the file, exit code 1`, async () => {
    const { home, start, bootstrap } = setUp();
    await (await start()).stop();
    const path = (await filesOfMaster(home))[file];
    await writeFile(path, '[{');
    const { line, exitCode } = await bootstrap(['--username=rescue', '--password:env=PASS']);
    assert.equal(exitCode, 1);
    assert.ok(
      line.startsWith(`data-dir: realm master is out of service: ${path}: it is not valid JSON.`),
      line,
    );
    assert.equal(await readFile(path, 'utf8'), '[{');
  });
}

test('0011: the administrator of a new data directory has a full-cost hash at once', async () => {
  const { home, bootstrap } = setUp();
  await bootstrap(['--username=root', '--password:env=PASS']);
  const users = await readFile((await filesOfMaster(home)).users, 'utf8');
  assert.match(users, /hashIterations\\":27500/);
  assert.doesNotMatch(users, /understudy\.hash/);
});

async function clientSignsIn({ url }: { url: string }, clientId: string, secret: string): Promise<boolean> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
  const token = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  if (!token.ok) return false;
  const { access_token: accessToken } = (await token.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await fetch(`${url}/admin/realms/master/users`, { headers })).ok;
}

test('Keycloak bootstrap-admin service: the client administers the server, and gets a new secret the next time', async () => {
  const { start, bootstrap } = setUp();
  const flags = ['--client-id=robot', '--client-secret:env=PASS'];
  const { line, exitCode } = await bootstrap(flags, undefined, 'service');
  assert.match(line, /^Client robot of realm master, .*, was created\./);
  assert.equal(exitCode, 0);
  const first = await start();
  assert.equal(await clientSignsIn(first, 'robot', 'Strong-123'), true);
  assert.equal(await signsIn(first, 'admin', 'admin'), false, 'nobody else was created');
  await first.stop();
  const again = await bootstrap(['--client-id=robot', '--client-secret:env=NAME'], undefined, 'service');
  assert.match(again.line, /^Client robot of realm master has the new secret\./);
  const second = await start();
  assert.deepEqual(
    [await clientSignsIn(second, 'robot', 'Strong-123'), await clientSignsIn(second, 'robot', 'rescue')],
    [false, true],
  );
  await second.stop();
});

for (const [kind, flags] of [
  ['user', ['--username=root', '--password:env=PASS']],
  ['service', ['--client-id=robot', '--client-secret:env=PASS']],
] as const)
  test(`contract "bootstrap-admin ${kind}": in a new data directory, the desktop's first start still makes the demo realm`, async () => {
    const { bootstrap, startDesktop } = setUp();
    assert.equal((await bootstrap(flags, undefined, kind)).exitCode, 0);
    const server = await startDesktop();
    assert.equal((await fetch(`${server.url}/realms/demo`)).status, 200);
    assert.equal(await signsIn(server, 'admin', 'admin'), false, 'nobody else was created');
    await server.stop();
  });

for (const [flags, says, code] of [
  [['--client-secret:env=NONE'], /client-secret:env: the environment variable NONE is not set/, 2],
  [['--no-prompt'], /client-secret: was not given.*--client-secret:env=VARIABLE/, 2],
  [['--client-id=', '--client-secret:env=PASS'], /client-id: is empty/, 2],
  [
    ['--client-id=admin-cli', '--client-secret:env=PASS'],
    /client-id: client admin-cli .* no service account/,
    1,
  ],
] as const) {
  test(`Keycloak bootstrap-admin service: ${flags.join(' ')} is refused, exit code ${code}`, async () => {
    const { bootstrap, start } = setUp();
    await (await start()).stop();
    const { line, exitCode } = await bootstrap(flags, undefined, 'service');
    assert.match(line, says);
    assert.equal(exitCode, code);
  });
}
