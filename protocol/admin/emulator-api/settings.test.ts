import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { ActivityPage, ActivityRecord } from '#protocol/contract/activity.ts';
import type { AdminErrorWire } from '#protocol/contract/admin-api.ts';
import { startAdminServer } from '../testing/server.ts';
import { TEST_SETTINGS } from '../testing/settings.ts';

const server = await startAdminServer();
after(() => server.stop());
const { settings: stand } = server;
beforeEach(() => {
  stand.changes.length = 0;
  stand.outcome = { outcome: 'saved', settings: TEST_SETTINGS };
});
const PATH = '/emulator/v1/settings';

for (const [what, body, expected] of [
  ['no body', undefined, /./],
  ['a list', [], /must be a JSON object/],
  ['no changes', {}, /changes is missing/],
  ['changes that are null', { changes: null }, /changes is missing/],
  ['changes that are a list', { changes: ['http-port'] }, /changes must be a JSON object/],
  ['a number', { changes: { 'http-port': 8080 } }, /changes\.http-port must be a string/],
  ['a switch', { changes: { 'log-console-color': true } }, /changes\.log-console-color must be a string/],
  ['a text of 65537 characters', { changes: { hostname: 'x'.repeat(65_537) } }, /at most 65536/],
  ['an etag that is no text', { changes: {}, etag: 1 }, /etag must be a string/],
] as const) {
  test(`service description §2.3: ${what} changes no settings: 400 that names the member`, async () => {
    const { status, body: refusal } = await server.call('PUT', PATH, body === undefined ? {} : { body });
    assert.equal(status, 400);
    assert.match(JSON.stringify(refusal), expected);
    assert.deepEqual(stand.changes, []);
  });
}

for (const header of ['state-1', '"a", "b"', 'W/"state-1"', '""', '"<script>"']) {
  test(`RFC 9110 §13.1.1: If-Match ${header} is refused with 400`, async () => {
    const { status, body } = await server.call('PUT', PATH, {
      body: { changes: {} },
      headers: { 'if-match': header },
    });
    assert.deepEqual([status, stand.changes], [400, []]);
    assert.match(JSON.stringify(body), /If-Match must be the ETag of the settings/);
    assert.doesNotMatch(JSON.stringify(body), /script/);
  });
}

test('service description §2.3: settings are read and changed by administrators of the whole server only', async () => {
  const manager = await server.tokenOf('shop', 'manager');
  for (const method of ['GET', 'PUT']) {
    const body = method === 'PUT' ? { body: { changes: { 'http-port': '1' } } } : {};
    assert.equal((await server.call(method, PATH, { ...body, token: null })).status, 401, method);
    assert.equal((await server.call(method, PATH, { ...body, token: 'x' })).status, 401, method);
    assert.equal((await server.call(method, PATH, { ...body, token: manager })).status, 403, method);
  }
  assert.deepEqual(stand.changes, []);
});

test('service description §2.3: an administrator of master for one realm alone may not read or change settings', async () => {
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
  assert.deepEqual(stand.changes, []);
});

test('RFC 9110 §8.8.3: settings carry the state of the file as ETag, and a change may name it in If-Match or in its body', async () => {
  const read = await server.call('GET', PATH);
  assert.deepEqual([read.status, read.body], [200, TEST_SETTINGS]);
  assert.equal(read.headers.get('etag'), '"state-1"');
  assert.equal(read.headers.get('cache-control'), 'no-store');
  const changes = { 'http-port': '8081', hostname: null };
  const written = await server.call('PUT', PATH, {
    body: { changes },
    headers: { 'if-match': read.headers.get('etag') ?? '' },
  });
  assert.deepEqual([written.status, written.body], [200, TEST_SETTINGS]);
  await server.call('PUT', PATH, { body: { changes, etag: 'state-1' } });
  const told = server.log.records.find(({ message }) => message === 'Settings changed');
  assert.deepEqual(told?.parameters, { keys: 'http-port,hostname', by: 'admin' });
  await server.call('PUT', PATH, { body: { changes }, headers: { 'if-match': '*' } });
  assert.deepEqual(stand.changes, [{ changes, etag: 'state-1' }, { changes, etag: 'state-1' }, { changes }]);
});

test('service description §2.3: a refusal names every key that is at fault, here and in Activity', async () => {
  await server.call('DELETE', '/emulator/v1/activity');
  const faults = [
    { key: 'http-port', problem: '"80a" cannot be used', remedy: 'Give a whole number from 0 to 65535.' },
    { key: 'htp', problem: 'unknown option', remedy: 'Did you mean http-host?' },
  ];
  stand.outcome = { outcome: 'refused', faults };
  const changes = { 'http-port': '80a', htp: '', 'bootstrap-admin-password': 'hidden-password' };
  const { status, body } = await server.call<AdminErrorWire>('PUT', PATH, { body: { changes } });
  assert.equal(status, 400);
  assert.deepEqual(body.faults, faults);
  assert.match(body.errorMessage ?? '', /^http-port: "80a" cannot be used\. Give .* htp: unknown option\./);
  const { body: page } = await server.call<ActivityPage>('GET', '/emulator/v1/activity?outcome=refused');
  assert.equal(page.records[0]?.title, 'Change settings');
  const { body: record } = await server.call<ActivityRecord>(
    'GET',
    `/emulator/v1/activity/${page.records[0]?.id}`,
  );
  assert.match(record.refusal?.description ?? '', /http-port.*htp/);
  assert.doesNotMatch(JSON.stringify(record), /hidden-password/);
});

test('service description §2.3: a file that cannot be written is 409 with its path', async () => {
  const fault = { key: 'config-file', problem: '/conf/x cannot be written (EACCES)', remedy: 'Let it.' };
  stand.outcome = { outcome: 'blocked', fault };
  const { status, body } = await server.call<AdminErrorWire>('PUT', PATH, { body: { changes: {} } });
  assert.equal(status, 409);
  assert.deepEqual(body, {
    errorMessage: 'config-file: /conf/x cannot be written (EACCES). Let it.',
    faults: [fault],
  });
});

test('RFC 9110 §13.1.1: a change of a file that is another one by now is 409 and says what to do', async () => {
  stand.outcome = { outcome: 'stale', file: '/conf/understudy.conf' };
  const body = { changes: { 'http-port': '1' }, etag: 'state-0' };
  const refused = await server.call<AdminErrorWire>('PUT', PATH, { body });
  assert.equal(refused.status, 409);
  assert.match(refused.body.errorMessage ?? '', /understudy\.conf has changed .* Read them again/);
  assert.equal(refused.body.faults, undefined);
});
