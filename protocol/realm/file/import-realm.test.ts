import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createImportDeps } from '#protocol/realm/testing/import-deps.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { DuplicateError } from '#protocol/store/store.ts';
import { createMasterRealm } from '../master-realm.ts';
import { importRealm } from './import-realm.ts';
import { RealmFileError } from './realm-file-error.ts';

const clock = { now: () => 0 };

async function storeWithMaster() {
  const store = createMemoryStore();
  const master = createMasterRealm({ username: 'admin', password: 'admin' }, clock);
  await store.realms.create(master.realm, master.users);
  return store;
}

test('realm-admin B1: an imported realm gets its client in master', async () => {
  const store = await storeWithMaster();
  const realm = await importRealm(
    createImportDeps(store, silentLogger),
    { realm: 'shop', users: [{ username: 'Ann' }] },
    clock,
  );
  assert.ok(store.realms.find('master')?.clients?.some(({ clientId }) => clientId === 'shop-realm'));
  assert.equal((await store.users.findByUsername(realm.id, 'ann'))?.username, 'ann');
});

test('contract "Realm files": a realm with an existing name is rejected and master is unchanged', async () => {
  const store = await storeWithMaster();
  await importRealm(createImportDeps(store, silentLogger), { realm: 'shop' }, clock);
  const before = store.realms.find('master');
  await assert.rejects(
    importRealm(createImportDeps(store, silentLogger), { realm: 'shop' }, clock),
    DuplicateError,
  );
  assert.equal(store.realms.find('master'), before);
});

test('contract "Realm files": a file that is not a realm is rejected and nothing is stored', async () => {
  const store = await storeWithMaster();
  // The file has not been validated at this point.
  const file = { realm: 'shop', clients: 'none' } as unknown as Parameters<typeof importRealm>[1];
  await assert.rejects(importRealm(createImportDeps(store, silentLogger), file, clock), RealmFileError);
  assert.equal(store.realms.find('shop'), undefined);
});

test('service description §7: a realm file that sets ping is accepted and kept, with a warning that it has no effect', async () => {
  const store = await storeWithMaster();
  const log = createCollectingLogger('realm');
  const attributes = { cibaBackchannelTokenDeliveryMode: 'ping' };
  const till = {
    clientId: 'till',
    attributes: { 'oidc.ciba.grant.enabled': 'true', 'ciba.backchannel.token.delivery.mode': 'push' },
  };
  const idle = { clientId: 'idle', attributes: { 'ciba.backchannel.token.delivery.mode': 'push' } };
  await importRealm(
    createImportDeps(store, log),
    { realm: 'shop', attributes, clients: [till, idle] },
    clock,
  );
  assert.equal(store.realms.find('shop')?.attributes?.['cibaBackchannelTokenDeliveryMode'], 'ping');
  const warnings = log.records.map(({ level, parameters }) => [
    level,
    parameters['setting'],
    parameters['in'],
  ]);
  assert.deepEqual(warnings, [
    ['WARN', 'attributes.cibaBackchannelTokenDeliveryMode', undefined],
    ['WARN', 'clients[*].attributes.ciba.backchannel.token.delivery.mode', 'till, idle'],
  ]);
  assert.match(String(log.records[0]?.parameters['instead']), /must be poll: ping is not supported/);
});

test('contract "Realm files": a SAML client with an invalid setting is imported unchanged, and the setting is reported', async () => {
  const store = await storeWithMaster();
  const log = createCollectingLogger('realm');
  const attributes = { 'saml.signature.algorithm': 'DSA_SHA1', 'saml.client.signature': 'true' };
  const clients = [{ clientId: 'wiki', protocol: 'saml', attributes }];
  const realm = await importRealm(createImportDeps(store, log), { realm: 'shop', clients }, clock);
  const stored = realm.clients?.find(({ clientId }) => clientId === 'wiki')?.attributes;
  assert.equal(stored?.['saml.signature.algorithm'], 'DSA_SHA1');
  assert.equal(stored?.['saml.signing.private.key'], undefined);
  assert.deepEqual(
    log.records.map(({ level, parameters }) => [level, parameters['setting']]),
    [['WARN', 'clients[wiki].attributes.saml.signature.algorithm']],
  );
});

test('RFC 6749 §3.1.2: a fragment in a redirect URI is imported unchanged, with a warning that it never matches', async () => {
  const store = await storeWithMaster();
  const log = createCollectingLogger('realm');
  const clients = [{ clientId: 'app', redirectUris: ['http://a.test/#/cb', 'http://a.test/*'] }];
  const realm = await importRealm(createImportDeps(store, log), { realm: 'shop', clients }, clock);
  const stored = realm.clients?.find(({ clientId }) => clientId === 'app');
  assert.deepEqual(stored?.redirectUris, clients[0]?.redirectUris);
  const [warning, ...others] = log.records.map(({ parameters }) => parameters);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [warning?.['setting'], warning?.['value']],
    ['clients[app].redirectUris', 'http://a.test/#/cb'],
  );
  assert.match(String(warning?.['instead']), /never matches/);
});

test('import report: a setting of many clients is one warning that names the first of them', async () => {
  const store = await storeWithMaster();
  const log = createCollectingLogger('realm');
  const clients = Array.from({ length: 30 }, (_, index) => ({
    clientId: `client-${index}`,
    attributes: { 'use.refresh.tokens': 'maybe' },
  }));
  await importRealm(createImportDeps(store, log), { realm: 'shop', clients }, clock);
  assert.deepEqual(
    log.records.map(({ parameters }) => parameters['in']),
    ['client-0, client-1, client-2 and 27 more'],
  );
});

test('import report: settings without effect are warnings after the import, default ones are not', async () => {
  const store = await storeWithMaster();
  const log = createCollectingLogger('realm');
  const file = {
    realm: 'shop',
    scimApiEnabled: true,
    browserFlow: 'browser',
    eventsEnabled: false,
    smtpServer: {},
    organizations: [],
    users: [{ username: 'ann', federationLink: 'ldap' }],
  };
  await importRealm(createImportDeps(store, log), file, clock);
  assert.deepEqual(
    log.records.map(({ level, parameters }) => [level, parameters['setting'], parameters['value']]),
    [
      ['WARN', 'scimApiEnabled', 'true'],
      ['WARN', 'users[ann].federationLink', 'ldap'],
    ],
  );
});

test('import report: a rejected file has none', async () => {
  const store = await storeWithMaster();
  const log = createCollectingLogger('realm');
  const file = { realm: 'shop', scimApiEnabled: true, users: [{ username: 'a' }, { username: 'A' }] };
  await assert.rejects(importRealm(createImportDeps(store, log), file, clock));
  assert.deepEqual(log.records, []);
});
