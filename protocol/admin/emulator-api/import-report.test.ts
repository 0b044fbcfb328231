import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ImportReportWire } from '#protocol/contract/import-report.ts';
import { MART_DEVICE_KEY, MART_SECRETS, startMartServer } from '../testing/mart.ts';

const server = await startMartServer();
after(() => server.stop());

const pathOf = (realm: string): string => `/emulator/v1/realms/${realm}/import-report`;
const read = async (realm: string) => (await server.call<ImportReportWire>('GET', pathOf(realm))).body;
const pathsOf = async (realm: string) => (await read(realm)).settings.map(({ path }) => path);

test('import report: it lists the settings of the realm that have no effect, and what happens instead', async () => {
  const { realm, settings } = await read('mart');
  assert.equal(realm, 'mart');
  const mail = settings.find(({ path }) => path === 'smtpServer');
  assert.deepEqual(mail, {
    path: 'smtpServer',
    value: 'mail.test',
    message:
      'Messages have this sender; they are put into the realm’s mailbox, and delivered only with `--mail=send`.',
  });
});

test('import report: a setting that is turned on later appears, and one that is turned off disappears', async () => {
  await server.call('PUT', '/admin/realms/mart', { body: { scimApiEnabled: true } });
  assert.ok((await pathsOf('mart')).includes('scimApiEnabled'));
  await server.call('PUT', '/admin/realms/mart', { body: { scimApiEnabled: false } });
  assert.equal((await pathsOf('mart')).includes('scimApiEnabled'), false);
});

test('import report: it contains no secret', async () => {
  const text = JSON.stringify(await read('mart'));
  for (const secret of [...Object.values(MART_SECRETS), MART_DEVICE_KEY, 'till-secret', 'robot-secret'])
    assert.equal(text.includes(secret), false, secret);
});

test('import report: a realm created over the admin API has one, too', async () => {
  const body = { realm: 'bank', users: [{ username: 'zoe', requiredActions: ['webauthn-register'] }] };
  assert.equal((await server.call('POST', '/admin/realms', { body })).status, 201);
  assert.deepEqual(await pathsOf('bank'), ['users[zoe].requiredActions']);
});

test('import report: a mapper type that it has named is not logged again at the first token; a later one is', async () => {
  const mapper = (name: string) => ({ name, protocol: 'openid-connect', protocolMapper: `${name}-mapper` });
  const clients = [{ clientId: 'web', protocolMappers: [mapper('first')] }];
  await server.call('POST', '/admin/realms', {
    body: { realm: 'kiosk', clients, users: [{ username: 'zoe' }] },
  });
  const logged = () =>
    server.log.records
      .filter(({ parameters }) => parameters['realm'] === 'kiosk')
      .map(({ message, parameters }) => [message, parameters['type'] ?? parameters['value']]);
  const atImport = ['A setting has no effect here', 'first-mapper'];
  await server.tokenOf('kiosk', 'zoe', 'web');
  assert.deepEqual(logged(), [atImport]);
  const client = server.store.realms.find('kiosk')?.clients?.find(({ clientId }) => clientId === 'web');
  const models = `/admin/realms/kiosk/clients/${client?.id}/protocol-mappers/models`;
  for (const name of ['second', 'third'])
    assert.equal((await server.call('POST', models, { body: mapper(name) })).status, 201);
  const later = ['second-mapper', 'third-mapper'].map((type) => [
    'A protocol mapper has no effect here',
    type,
  ]);
  for (let turn = 0; turn < 2; turn++) {
    await server.tokenOf('kiosk', 'zoe', 'web');
    assert.deepEqual(logged(), [atImport, ...later]);
  }
});

test('import report: an unknown realm is 404, and only administrators of the server may read it', async () => {
  assert.equal((await server.call('GET', pathOf('none'))).status, 404);
  assert.equal((await server.call('GET', pathOf('mart'), { token: null })).status, 401);
  const token = await server.tokenOf('mart', 'only-view-realm');
  assert.equal((await server.call('GET', pathOf('mart'), { token })).status, 403);
});
