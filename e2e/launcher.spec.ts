import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { callAdmin, createFolder, ROOT, runToEnd, startServer } from './support/server.ts';

const refusals: [title: string, args: string[], code: number, says: RegExp][] = [
  [
    'an unknown option is reported with the closest known one',
    ['--http-prot=1'],
    2,
    /^--http-prot: unknown option.*--http-port\?$/,
  ],
  [
    'an invalid port is reported with the expected values',
    ['--http-port=99999'],
    2,
    /^http-port: "99999".*0 to 65535\.$/,
  ],
  ['an option without its value is reported', ['--hostname'], 2, /^--hostname: needs a value/],
  [
    'a missing configuration file is reported',
    ['--config-file=/nowhere/x.conf'],
    1,
    /^config-file: \/nowhere\/x\.conf cannot be read/,
  ],
  [
    'a missing realm file is reported',
    ['--import-realm=/nowhere/realm.json'],
    1,
    /^import-realm: \/nowhere\/realm\.json cannot be read/,
  ],
  [
    'any other address than loopback requires a password',
    ['--http-host=0.0.0.0'],
    2,
    /^bootstrap-admin-password: there is no default on 0\.0\.0\.0/,
  ],
  [
    'a missing certificate file is reported',
    ['--https-certificate-file=/nowhere/c.pem', '--https-certificate-key-file=/nowhere/k.pem'],
    2,
    /^https-certificate-file: \/nowhere\/c\.pem cannot be read \(ENOENT\)/,
  ],
  [
    'certificate files that do not match are reported',
    ['--https-certificate-file=package.json', '--https-certificate-key-file=package.json'],
    2,
    /^https-certificate-file: .*package\.json is not a certificate in PEM form/,
  ],
  ['an invalid log level is reported', ['--log-level=loud'], 2, /^log-level: "loud"/],
];
for (const [title, args, code, says] of refusals) {
  test(`contract "Start": ${title}, in one line, exit code ${code}`, async () => {
    const ended = await runToEnd(['--http-port=0', `--data-dir=${createFolder()}`, ...args]);
    const lines = ended.output.trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(says);
    expect(ended.output).not.toMatch(/^\s+at /m);
    expect(ended.code).toBe(code);
  });
}

test('contract "Start": a port in use is reported with the remedy, exit code 1', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => blocker.once('listening', done));
  const { port } = blocker.address() as { port: number };
  const ended = await runToEnd([`--http-port=${port}`, `--data-dir=${createFolder()}`]);
  blocker.close();
  expect(ended.code).toBe(1);
  expect(ended.output.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`^http-port: .*${port}.*in use`));
});

test('contract "Start": a data directory in use by another process is reported, exit code 1', async () => {
  const server = await startServer();
  const ended = await runToEnd(['--http-port=0', `--data-dir=${server.dataDir}`]);
  await server.stop();
  expect(ended.code).toBe(1);
  expect(ended.output.trimEnd().split('\n').at(-1)).toMatch(/^data-dir: .*in use/);
});

test('contract "Start": a server that others can reach starts only after the default password is changed', async () => {
  const { dataDir, stop } = await startServer();
  await stop();
  const reachable = ['--http-port=0', '--http-host=0.0.0.0', `--data-dir=${dataDir}`];
  const refused = await runToEnd(reachable);
  expect(refused.code).toBe(2);
  expect(refused.output.trimEnd().split('\n').at(-1)).toMatch(
    /^bootstrap-admin-password: admin of realm master still has the default password.*bootstrap-admin user --username=admin --data-dir=/,
  );
  const server = await startServer({
    dataDir,
    args: ['--http-host=0.0.0.0', '--bootstrap-admin-password=Strong-123'],
  });
  expect(server.output()).toContain('WARN  [realm] (main) The default password was replaced');
  expect(server.output()).not.toContain('Strong-123');
  const url = server.url.replace('0.0.0.0', '127.0.0.1');
  const statuses = await Promise.all(
    ['admin', 'Strong-123'].map(async (password) => {
      const form = { grant_type: 'password', client_id: 'admin-cli', username: 'admin', password };
      const token = `${url}/realms/master/protocol/openid-connect/token`;
      return (await fetch(token, { method: 'POST', body: new URLSearchParams(form) })).status;
    }),
  );
  expect(statuses).toEqual([400, 200]);
  await server.stop();
});

test('contract "bootstrap-admin": the launcher script runs the command without a window, and refuses it while a server is running', async () => {
  test.skip(process.platform === 'win32', 'understudy.bat is for Windows, where this suite has not been run');
  const server = await startServer();
  const args = ['bootstrap-admin', 'user', `--data-dir=${server.dataDir}`, '--password:env=NEW_PASSWORD'];
  const run = async (NEW_PASSWORD: string) => {
    const env = { ...process.env, NEW_PASSWORD };
    const ended = await promisify(execFile)(join(ROOT, 'bin/understudy.sh'), args, { env }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
    );
    return [ended.code, ended.output.trimEnd().split('\n').at(-1)];
  };
  expect(await run('Strong-123')).toEqual([
    1,
    expect.stringMatching(/^data-dir: .* is in use by process \d+\. Stop that process/),
  ]);
  await server.stop();
  expect(await run('')).toEqual([2, expect.stringMatching(/^password:env: .* NEW_PASSWORD is not set/)]);
  expect(await run('Strong-123')).toEqual([
    0,
    `Administrator admin of realm master has the new password. Data directory: ${server.dataDir}`,
  ]);
});

test('contract "Start": a file in place of the data directory is reported, exit code 1', async () => {
  const path = createFolder('file');
  writeFileSync(path, 'not a folder');
  const ended = await runToEnd(['--http-port=0', `--data-dir=${path}`]);
  expect(ended.code).toBe(1);
  expect(ended.output.trimEnd().split('\n').at(-1)).toMatch(/^data-dir: /);
  expect(ended.output).not.toMatch(/^\s+at /m);
});

test('contract "Start": a damaged realm file in the data directory is reported and not changed, exit code 1', async () => {
  const path = createFolder('realm.json');
  writeFileSync(path, '{"realm": "broken",\n  "users": [}');
  const ended = await runToEnd(['--http-port=0', `--data-dir=${createFolder()}`, `--import-realm=${path}`]);
  expect(ended.code).toBe(1);
  expect(ended.output.trimEnd().split('\n').at(-1)).toMatch(/^import-realm: .*realm\.json.*line 2/);
});

test('contract "Start": /health/ready and /health/live answer, and SIGTERM ends with exit code 0', async () => {
  const server = await startServer();
  const ready = await fetch(`${server.url}/health/ready`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: 'UP' });
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test('contract "Start": a closed terminal (SIGHUP, twice) shuts the server down cleanly with exit code 0', async () => {
  const server = await startServer();
  const ended = new Promise((done) => server.process.once('close', done));
  server.process.kill('SIGHUP');
  server.process.kill('SIGHUP');
  expect(await ended).toBe(0);
  expect(server.output()).toMatch(/\] \(main\) Stopped/);
});

test('contract "Start": a stop right after the line "Listening on" ends with exit code 0', async () => {
  for (let round = 0; round < 3; round++) {
    const server = await startServer();
    expect(await server.stop()).toBe(0);
  }
});

test('contract "Start": the server keeps running when its output is no longer read', async () => {
  const server = await startServer({ args: ['--log-level=debug'] });
  server.process.stdout?.destroy();
  server.process.stderr?.destroy();
  for (let round = 0; round < 3; round++) {
    expect((await fetch(`${server.url}/realms/demo`)).status).toBe(200);
    expect((await fetch(`${server.url}/realms/none`)).status).toBe(404);
  }
  expect(await server.stop()).toBe(0);
});

test('contract "Start": an unknown key in the configuration file is a warning with its line', async () => {
  const path = createFolder('understudy.conf');
  writeFileSync(path, '# mine\nhttp-hots=1\n');
  const server = await startServer({ args: [`--config-file=${path}`] });
  expect(server.output()).toContain(`${path}:2: unknown key "http-hots" is ignored; did you mean http-host?`);
  await server.stop();
});

test('contract "Start": our environment variables and Keycloak’s set the administrator', async () => {
  const server = await startServer({
    dataDir: createFolder(),
    environment: {
      KC_BOOTSTRAP_ADMIN_USERNAME: 'root',
      UNDERSTUDY_BOOTSTRAP_ADMIN_PASSWORD: 'pw-from-environment',
    },
  });
  const token = (username: string, password: string) =>
    fetch(`${server.url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', username, password }),
    });
  expect((await token('root', 'pw-from-environment')).status).toBe(200);
  expect((await token('admin', 'admin')).status).toBe(400);
  await server.stop();
});

test('contract "Start": files in the data directory are readable by their owner only', async () => {
  test.skip(process.platform === 'win32', 'Windows has no such mode bits');
  const server = await startServer({ dataDir: createFolder() });
  await server.stop();
  const { stdout } = await promisify(execFile)('find', [server.dataDir, '-perm', '/077']);
  expect(stdout).toBe('');
});

test('contract "Realm files": --import-realm does not change an existing realm, and unknown members survive an export', async () => {
  const folder = createFolder('import');
  mkdirSync(folder, { recursive: true });
  const file = {
    realm: 'imported',
    enabled: true,
    ourOwnMember: { deep: [1, 2] },
    users: [{ username: 'zoe', credentials: [{ type: 'password', value: 'pw' }] }],
  };
  writeFileSync(join(folder, 'imported-realm.json'), JSON.stringify(file));
  const first = await startServer({ args: [`--import-realm=${folder}`] });
  const rename = await callAdmin(first.url, 'PUT', '/admin/realms/imported', { displayName: 'Changed here' });
  expect(rename.status).toBe(204);
  await first.stop();
  const second = await startServer({ dataDir: first.dataDir, args: [`--import-realm=${folder}`] });
  const exported = await (await callAdmin(second.url, 'GET', '/emulator/v1/realms/imported/export')).json();
  await second.stop();
  expect(exported).toMatchObject({ displayName: 'Changed here', ourOwnMember: { deep: [1, 2] } });
  expect(exported.users.map((user: { username: string }) => user.username)).toContain('zoe');
});

const script = join(ROOT, 'bin/understudy.sh');
const onlyWhereShellsAre = (): void =>
  test.skip(process.platform === 'win32', 'understudy.bat is for Windows, where this suite has not been run');

test('the launcher script starts the server without a window', async () => {
  onlyWhereShellsAre();
  chmodSync(script, 0o755);
  const { stdout } = await promisify(execFile)(script, ['start', '--headless', '--help']);
  expect(stdout).toMatch(/--http-port=8080/);
});

/** Starts in a separate process group, so that a signal to the launcher reaches nothing else. */
async function startWith(command: string, args: readonly string[], dataDir: string): Promise<Launched> {
  const options = ['--headless', '--http-port=0', `--data-dir=${dataDir}`];
  const child = spawn(command, [...args, ...options], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let output = '';
  const url = await new Promise<string>((started, failed) => {
    child.once('exit', (code) => failed(new Error(`${command} ended with ${code}`)));
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /Listening on: (\S+)/.exec(output)?.[1];
      if (found !== undefined) started(found);
    });
  });
  return { child, url };
}

interface Launched {
  readonly child: ChildProcess;
  readonly url: string;
}

const isServed = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    (answer) => answer.ok,
    () => false,
  );

test('launcher: it becomes the server, so killing it frees the port and the data directory', async () => {
  onlyWhereShellsAre();
  const dataDir = createFolder();
  const { child, url } = await startWith(script, ['start'], dataDir);
  expect(await isServed(url)).toBe(true);
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
  expect(await isServed(url)).toBe(false);
  const again = await startServer({ dataDir });
  expect(await again.stop()).toBe(0);
});

test('test kit "start --json": the first line of standard output tells a test runner everything, and the log is on standard error', async () => {
  onlyWhereShellsAre();
  const dataDir = createFolder();
  const args = ['start-dev', '--json', '--http-port=0', `--data-dir=${dataDir}`];
  const child = spawn(script, args, { cwd: ROOT, stdio: 'pipe' });
  let log = '';
  child.stderr.on('data', (chunk) => (log += chunk));
  const [first] = await once(child.stdout, 'data');
  const ready = JSON.parse(String(first));
  expect(ready).toEqual({ url: ready.url, controlKey: ready.controlKey, dataDir, pid: child.pid });
  const headers = { authorization: `Bearer ${ready.controlKey}` };
  expect((await fetch(`${ready.url}/emulator/v1/server`, { headers })).status).toBe(200);
  expect(log).toContain(`Listening on: ${ready.url}`);
  expect(log).not.toContain(ready.controlKey);
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('launcher: SIGTERM stops the server with exit code 0', async () => {
  onlyWhereShellsAre();
  const { child } = await startWith(script, ['start'], createFolder());
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('launcher: the server of `npm start` ends when npm is killed', async () => {
  onlyWhereShellsAre();
  const dataDir = createFolder();
  const { child, url } = await startWith('npm', ['start', '--silent', '--'], dataDir);
  child.kill('SIGKILL');
  await expect.poll(() => isServed(url), { timeout: 15_000 }).toBe(false);
  await expect.poll(() => existsSync(join(dataDir, 'lock')), { timeout: 15_000 }).toBe(false);
});

test('launcher: a server in the background outlives the shell that started it', async () => {
  onlyWhereShellsAre();
  const dataDir = createFolder();
  const inBackground = '"$0" "$@" & echo "pid $!"; read -r line';
  const shell = spawn(
    '/bin/sh',
    ['-c', inBackground, script, 'start', '--headless', '--http-port=0', `--data-dir=${dataDir}`],
    {
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  let output = '';
  shell.stdout.on('data', (chunk) => (output += chunk));
  await expect.poll(() => /Listening on: (\S+)/.exec(output)?.[1], { timeout: 15_000 }).toBeDefined();
  const url = /Listening on: (\S+)/.exec(output)?.[1] ?? '';
  const server = Number(/pid (\d+)/.exec(output)?.[1]);
  shell.kill('SIGKILL');
  await once(shell, 'exit');
  const keys = await fetch(`${url}/realms/master/protocol/openid-connect/certs`);
  expect(keys.status).toBe(200);
  // Without the window, there is no demo realm unless it is asked for.
  expect((await fetch(`${url}/realms/demo`)).status).toBe(404);
  process.kill(server, 'SIGTERM');
  await expect.poll(() => isServed(url), { timeout: 15_000 }).toBe(false);
});
