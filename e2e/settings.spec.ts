// Settings over HTTP: immediate and pending changes, and the configuration file byte for byte.
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from './support/free-port.ts';
import { callAdmin, createFolder, startServer, type TestServer } from './support/server.ts';
import { skipWithSeveralServers } from './support/several-servers.ts';

const SETTINGS = '/emulator/v1/settings';

interface Setting {
  readonly key: string;
  readonly value: string;
  readonly origin: string;
  readonly place?: string;
  readonly pending?: string;
  readonly editable: boolean;
  readonly notEditableBecause?: string;
}

interface Answer {
  readonly status: number;
  readonly etag: string;
  readonly settings: readonly Setting[];
  readonly faults?: readonly { readonly key: string; readonly problem: string }[];
  readonly errorMessage?: string;
}

async function call({ url }: TestServer, method: 'GET' | 'PUT', body?: unknown): Promise<Answer> {
  const response = await callAdmin(url, method, SETTINGS, body);
  return { ...((await response.json()) as Answer), status: response.status };
}

function find({ settings }: Answer, key: string): Setting | undefined {
  return settings.find((setting) => setting.key === key);
}

/** A typical configuration file: Windows line endings, comments, a key of a newer version. */
function createConf(text: string): string {
  const path = createFolder('understudy.conf');
  writeFileSync(path, text, { mode: 0o640 });
  return path;
}

/** Sends invalid HTTP, which the server logs at DEBUG, and waits until the connection closes. */
async function sendNoHttp({ url }: TestServer): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.resume().end('this is no HTTP\r\n\r\n');
  await new Promise((done) => socket.once('close', done));
}

/** The server's output from now on, until the expected line arrives. */
async function outputOf(server: TestServer, line: RegExp, cause: () => Promise<unknown>): Promise<string> {
  const before = server.output().length;
  await cause();
  await expect.poll(() => server.output().slice(before)).toMatch(line);
  return server.output().slice(before);
}

test('service description §2.3: level and format take effect immediately, the port after a restart, and the rest of the file is kept', async () => {
  const configFile = createConf(
    '\uFEFF# mine\r\nhttp-port = 0 \r\n\r\n# Logging\r\n#log-level=info\r\nfuture-key=kept\r\n',
  );
  const first = await startServer({ configFile });
  const port = await freePort();
  const { etag } = await call(first, 'GET');
  const changes = {
    'http-port': String(port),
    'log-level': 'info,http:debug',
    'log-console-format': '|%p|%c{1}|%s%e%n',
  };
  let saved: Answer | undefined;
  const output = await outputOf(first, /^\|DEBUG\|http\|/m, async () => {
    saved = await call(first, 'PUT', { changes, etag });
    await sendNoHttp(first);
  });
  expect(output).not.toMatch(/^\d{4}-/m);
  expect(saved?.status).toBe(200);
  expect(saved && find(saved, 'http-port')).toMatchObject({
    value: '0',
    pending: String(port),
    origin: 'file',
  });
  expect(saved && find(saved, 'log-level')).toMatchObject({
    value: 'info,http:debug',
    origin: 'file',
    place: `${configFile}:6`,
  });
  expect(saved?.settings.filter(({ pending }) => pending !== undefined)).toHaveLength(1);
  const written = `\uFEFF# mine\r\nhttp-port = ${port} \r\n\r\n# Logging\r\n#log-level=info\r\nlog-level=info,http:debug\r\nfuture-key=kept\r\nlog-console-format=|%p|%c{1}|%s%e%n\r\n`;
  expect(readFileSync(configFile, 'utf8')).toBe(written);
  if (process.platform !== 'win32') expect(statSync(configFile).mode & 0o777).toBe(0o640);
  expect(await first.stop()).toBe(0);

  const second = await startServer({ configFile, dataDir: first.dataDir });
  expect(second.url).toBe(`http://127.0.0.1:${port}`);
  expect(second.output()).toMatch(/^\|INFO\|server\|Listening on: http/m);
  expect(find(await call(second, 'GET'), 'http-port')?.pending).toBeUndefined();
  await second.stop();
});

test('service description §2.3: null removes a key from the file, and the default takes effect immediately', async () => {
  const configFile = createConf('http-port=0\nlog-console-output=json\n');
  const server = await startServer({ configFile });
  expect(server.output()).toMatch(/^\{"timestamp":/m);
  const output = await outputOf(server, /INFO {2}\[/, async () => {
    const changes = { 'log-console-output': null, 'log-level': 'all' };
    expect((await call(server, 'PUT', { changes })).status).toBe(200);
    // The level applies to lines in text format; the stop writes an INFO line at the latest.
    await server.stop();
  });
  expect(output).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} INFO {2}\[server\] \(main\) Stopping/m);
  expect(readFileSync(configFile, 'utf8')).toBe('http-port=0\nlog-level=all\n');
});

test('service description §2.3: nothing is written if one of several changes is refused, and each fault is reported', async () => {
  const text = 'http-port=0\n';
  const configFile = createConf(text);
  const environment = { KC_HOSTNAME: '' };
  const server = await startServer({ configFile, environment, args: ['--log-file-level=warn'] });
  for (const [changes, keys] of [
    [{ 'log-level': 'debug', 'log-console-format': '%q' }, ['log-console-format']],
    [{ 'log-level': 'debug', none: '1', 'http-port': 'a' }, ['none', 'http-port']],
    [{ 'log-level': 'debug', 'log-file-level': 'info' }, ['log-file-level']],
    [{ 'log-level': 'debug', 'data-dir': 'x' }, ['data-dir']],
    [{ 'log-level': 'debug', 'http-host': '0.0.0.0', 'log-gelf-host': null }, ['http-host', 'log-gelf-host']],
    [{ 'log-level': 'debug', 'https-certificate-file': '/none.pem' }, ['https-certificate-file']],
    [{ 'log-level': 'debug', 'log-gelf-facility': 'a.test\nhttp-port=1' }, ['log-gelf-facility']],
  ] as const) {
    const refused = await call(server, 'PUT', { changes });
    expect(refused.status, JSON.stringify(changes)).toBe(400);
    expect(refused.faults?.map(({ key }) => key)).toEqual(keys);
  }
  expect(readFileSync(configFile, 'utf8')).toBe(text);
  const now = await call(server, 'GET');
  expect(find(now, 'log-level')).toMatchObject({ value: 'info', origin: 'default', editable: true });
  expect(find(now, 'log-file-level')?.notEditableBecause).toContain('--log-file-level');
  expect(find(now, 'data-dir')?.notEditableBecause).toContain(
    `Set it in ${configFile} or on the command line`,
  );
  await server.stop();
});

test('service description §2.3: over HTTP, the log file can be set only to a file in the data directory', async () => {
  const configFile = createConf('http-port=0\n');
  const server = await startServer({ configFile });
  const victim = createFolder('.bashrc');
  writeFileSync(victim, '# mine\n');
  const linked = join(server.dataDir, 'linked.log');
  symlinkSync(victim, linked);
  const format = { log: 'console,file', 'log-file-format': 'touch pwned # %s%n' };
  for (const path of [
    victim,
    linked,
    `${server.dataDir}/../x.log`,
    join(server.dataDir, 'lock'),
    '/dev/null',
  ]) {
    const refused = await call(server, 'PUT', { changes: { ...format, 'log-file': path } });
    expect([refused.status, refused.faults?.map(({ key }) => key)], path).toEqual([400, ['log-file']]);
  }
  expect(readFileSync(victim, 'utf8')).toBe('# mine\n');
  expect(readFileSync(configFile, 'utf8')).toBe('http-port=0\n');
  const path = join(server.dataDir, 'log', 'new.log');
  expect((await call(server, 'PUT', { changes: { ...format, 'log-file': path } })).status).toBe(200);
  await server.stop();
  expect(readFileSync(path, 'utf8')).toContain('touch pwned # Stopping\n');
});

test('service description §2.3: a file edited meanwhile is not overwritten', async () => {
  const configFile = createConf('http-port=0\n');
  const server = await startServer({ configFile });
  const { etag } = await call(server, 'GET');
  writeFileSync(configFile, 'http-port=0\n# by hand\n');
  const refused = await call(server, 'PUT', { changes: { 'log-level': 'debug' }, etag });
  expect(refused.status).toBe(409);
  expect(refused.errorMessage).toContain(`${configFile} has changed`);
  expect(readFileSync(configFile, 'utf8')).toBe('http-port=0\n# by hand\n');
  await server.stop();
});

test('service description §2.3: the newest log records are available over HTTP, by level and category', async () => {
  skipWithSeveralServers('each server shows its own log');
  const server = await startServer();
  const response = await callAdmin(server.url, 'GET', '/emulator/v1/logs?level=info&category=server');
  const { records } = (await response.json()) as { records: readonly { message: string; level: string }[] };
  expect(records.map(({ message }) => message)).toContain(`Listening on: ${server.url}`);
  expect(new Set(records.map(({ level }) => level))).toEqual(new Set(['INFO']));
  await server.stop();
});
