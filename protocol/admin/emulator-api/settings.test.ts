import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import type { ActivityPage, ActivityRecord } from '#protocol/contract/activity.ts';
import type { AdminErrorWire } from '#protocol/contract/admin-api.ts';
import type { SettingsWire } from '#protocol/contract/settings.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const PATH = '/emulator/v1/settings';
const FILE = join(server.home, 'conf', 'understudy.conf');
/** The configuration file; undefined when it does not exist. */
const readFile = () => (existsSync(FILE) ? readFileSync(FILE, 'utf8') : undefined);
beforeEach(() => rmSync(dirname(FILE), { recursive: true, force: true }));

for (const [what, body, expected] of [
  ['no body', undefined, /./],
  ['a list', [], /must be a JSON object/],
  ['no changes', {}, /changes is missing/],
  ['changes that are null', { changes: null }, /changes is missing/],
  ['changes that are a list', { changes: ['http-port'] }, /changes must be a JSON object/],
  ['a value that is a list', { changes: { 'http-port': [8080] } }, /changes\.http-port must be a string/],
  ['a text of 65537 characters', { changes: { hostname: 'x'.repeat(65_537) } }, /at most 65536/],
  ['an etag that is not a text', { changes: {}, etag: [] }, /etag must be a string/],
] as const) {
  test(`service description §2.3: ${what} changes no settings: 400 naming the member`, async () => {
    const { status, body: refusal } = await server.call('PUT', PATH, body === undefined ? {} : { body });
    assert.equal(status, 400);
    assert.match(JSON.stringify(refusal), expected);
    assert.equal(readFile(), undefined);
  });
}

for (const header of ['state-1', '"a", "b"', 'W/"state-1"', '""', '"<script>"']) {
  test(`RFC 9110 §13.1.1: If-Match ${header} is rejected with 400`, async () => {
    const { status, body } = await server.call('PUT', PATH, {
      body: { changes: {} },
      headers: { 'if-match': header },
    });
    assert.deepEqual([status, readFile()], [400, undefined]);
    assert.match(JSON.stringify(body), /If-Match must be the ETag of the settings/);
    assert.doesNotMatch(JSON.stringify(body), /script/);
  });
}

test('service description §2.3: only administrators of the server may read and change settings', async () => {
  const manager = await server.tokenOf('shop', 'manager');
  for (const method of ['GET', 'PUT']) {
    const body = method === 'PUT' ? { body: { changes: { 'http-port': '1' } } } : {};
    assert.equal((await server.call(method, PATH, { ...body, token: null })).status, 401, method);
    assert.equal((await server.call(method, PATH, { ...body, token: 'x' })).status, 401, method);
    assert.equal((await server.call(method, PATH, { ...body, token: manager })).status, 403, method);
  }
  assert.equal(readFile(), undefined);
});

test('service description §2.3: an administrator of master for a single realm may not read or change settings', async () => {
  const { store, call, tokenOf } = server;
  const master = store.realms.find('master');
  await store.users.create(master?.id ?? '', {
    id: 'limited',
    username: 'limited',
    enabled: true,
    credentials: [{ type: 'password', value: 'limited-password' }],
    realmRoles: ['create-realm'],
    clientRoles: { 'master-realm': ['manage-realm', 'manage-users'], 'shop-realm': ['manage-realm'] },
  });
  const token = await tokenOf('master', 'limited');
  const body = { changes: { 'log-level': 'debug' } };
  assert.deepEqual(
    [(await call('GET', PATH, { token })).status, (await call('PUT', PATH, { token, body })).status],
    [403, 403],
  );
  assert.equal(readFile(), undefined);
});

test("RFC 9110 §8.8.3: settings have the file's state as ETag, and a change may state it in If-Match or in its body", async () => {
  const read = await server.call<SettingsWire>('GET', PATH);
  assert.equal(read.status, 200);
  assert.equal(read.headers.get('etag'), `"${read.body.etag}"`);
  assert.equal(read.headers.get('cache-control'), 'no-store');
  const written = await server.call<SettingsWire>('PUT', PATH, {
    body: { changes: { 'log-level': 'debug', 'log-console-format': null } },
    headers: { 'if-match': read.headers.get('etag') ?? '' },
  });
  assert.equal(written.status, 200);
  assert.notEqual(written.body.etag, read.body.etag);
  assert.match(readFile() ?? '', /^log-level=debug$/m);
  const entry = server.log.records.find(({ message }) => message === 'Settings changed');
  assert.deepEqual(entry?.parameters, { keys: 'log-level,log-console-format', by: 'admin' });
  const { etag } = written.body;
  const again = await server.call('PUT', PATH, { body: { changes: { 'log-level': 'info' }, etag } });
  const any = await server.call('PUT', PATH, {
    body: { changes: { 'log-level': 'warn' } },
    headers: { 'if-match': '*' },
  });
  assert.deepEqual([again.status, any.status], [200, 200]);
  assert.match(readFile() ?? '', /^log-level=warn$/m);
});

test('service description §2.3: a rejection names every faulty key, also in Activity, and changes nothing', async () => {
  await server.call('DELETE', '/emulator/v1/activity');
  const changes = {
    'log-level': 'loud',
    htp: 'x',
    'log-console-color': 'true',
    'bootstrap-admin-password': 'hidden-password',
  };
  const { status, body } = await server.call<AdminErrorWire>('PUT', PATH, { body: { changes } });
  assert.equal(status, 400);
  const keys = (body.faults ?? []).map(({ key }) => key);
  assert.ok(
    keys.includes('log-level') && keys.includes('htp') && !keys.includes('log-console-color'),
    keys.join(),
  );
  assert.match(body.errorMessage ?? '', /log-level: .*loud.*htp: /);
  assert.equal(readFile(), undefined);
  const { body: page } = await server.call<ActivityPage>('GET', '/emulator/v1/activity?outcome=refused');
  assert.equal(page.records[0]?.title, 'Change settings');
  const { body: record } = await server.call<ActivityRecord>(
    'GET',
    `/emulator/v1/activity/${page.records[0]?.id}`,
  );
  assert.match(record.refusal?.description ?? '', /log-level.*htp/);
  assert.doesNotMatch(JSON.stringify(record), /hidden-password/);
});

test('service description §2.3: a file that cannot be written is 409 with its path', async () => {
  mkdirSync(server.home, { recursive: true });
  writeFileSync(dirname(FILE), 'a file where the folder should be');
  const changes = { 'log-level': 'debug' };
  const { status, body } = await server.call<AdminErrorWire>('PUT', PATH, { body: { changes } });
  assert.equal(status, 409);
  assert.equal(body.faults?.[0]?.key, 'config-file');
  assert.ok(body.errorMessage?.includes(FILE), body.errorMessage);
});

test('RFC 9110 §13.1.1: changing a file that has changed in the meantime is 409 with a remedy', async () => {
  const { body: read } = await server.call<SettingsWire>('GET', PATH);
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, 'log-level=trace\n');
  const body = { changes: { 'log-level': 'debug' }, etag: read.etag };
  const refused = await server.call<AdminErrorWire>('PUT', PATH, { body });
  assert.equal(refused.status, 409);
  assert.match(refused.body.errorMessage ?? '', /understudy\.conf has changed .* Read them again/);
  assert.equal(refused.body.faults, undefined);
  assert.equal(readFile(), 'log-level=trace\n');
});
