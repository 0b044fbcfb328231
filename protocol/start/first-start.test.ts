import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { verifyPasswordHash } from '#protocol/crypto/password-hash.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createImportDeps } from '#protocol/realm/testing/import-deps.ts';
import { collect } from '#protocol/store/collect.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { type FirstStart, prepareRealms } from './first-start.ts';
import { asUnstarted } from './unstarted.ts';

interface Choices {
  readonly replaces?: boolean;
  readonly isOptional?: boolean;
  readonly demoRealm?: FirstStart['demoRealm'];
  readonly exposure?: FirstStart['exposure'];
  readonly administrator?: FirstStart['administrator'];
  readonly serviceAccount?: FirstStart['serviceAccount'];
}

function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-first-start-'));
  const write = (name: string, content: unknown): string => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const store = createMemoryStore();
  const demoRealmFiles = [
    write('demo.json', { realm: 'demo' }),
    write('partner.json', { realm: 'demo-partner' }),
  ];
  const log = createCollectingLogger();
  const prepare = (path?: string, environment: Record<string, string> = {}, choices: Choices = {}) =>
    prepareRealms({
      ...createImportDeps(store, log),
      clock: { now: () => 0 },
      administrator: { username: 'admin', password: 'pw', defaultPassword: undefined },
      serviceAccount: undefined,
      exposure: undefined,
      demoRealm: 'unless a realm is imported',
      ...choices,
      demoRealmFiles,
      importRequest:
        path === undefined
          ? undefined
          : {
              paths: [path],
              isOptional: choices.isOptional ?? false,
              replaces: choices.replaces ?? false,
            },
      environment,
    });
  return { folder, write, store, prepare, log };
}

const names = (store: ReturnType<typeof createMemoryStore>) =>
  store.realms.list().map((realm) => realm.realm);

test('a new data directory gets master and the demo realms; an existing one is left unchanged', async () => {
  const { store, prepare } = setUp();
  await prepare();
  assert.deepEqual(names(store), ['demo', 'demo-partner', 'master']);
  await store.realms.remove('demo');
  await prepare();
  assert.deepEqual(names(store), ['demo-partner', 'master']);
});

test('contract "Start": a data directory that bootstrap-admin made gets demo at its first start, and only then', async () => {
  const { store, prepare } = setUp();
  await prepare(undefined, {}, { demoRealm: 'never' });
  await store.realms.update('master', asUnstarted);
  await prepare();
  assert.deepEqual(names(store), ['master', 'demo', 'demo-partner']);
  const clients = store.realms.find('master')?.clients?.map(({ clientId }) => clientId) ?? [];
  assert.ok(clients.includes('demo-realm'));
  await store.realms.remove('demo');
  await prepare();
  assert.deepEqual(names(store), ['master', 'demo-partner']);
});

test('contract "Start": a data directory that bootstrap-admin made gets no demo after a start without one', async () => {
  const { store, prepare } = setUp();
  await prepare(undefined, {}, { demoRealm: 'never' });
  await store.realms.update('master', asUnstarted);
  await prepare(undefined, {}, { demoRealm: 'never' });
  await prepare();
  assert.deepEqual(names(store), ['master']);
});

test('an interrupted start is completed: demo without master, a realm that master does not manage yet', async () => {
  const { store, prepare } = setUp();
  await store.realms.create({ id: 'd', realm: 'demo' }, []);
  await store.realms.create({ id: 's', realm: 'shop' }, []);
  await prepare();
  await store.realms.create({ id: 'l', realm: 'late' }, []);
  await prepare();
  const clients = store.realms.find('master')?.clients?.map((client) => client.clientId) ?? [];
  for (const realm of ['master', 'demo', 'shop', 'late'])
    assert.ok(clients.includes(`${realm}-realm`), realm);
});

test('contract "Start": --import-realm imports a file; an existing realm is left unchanged', async () => {
  const { store, prepare, write } = setUp();
  const file = write('shop.json', { realm: 'shop', displayName: 'First' });
  await prepare(file);
  write('shop.json', { realm: 'shop', displayName: 'Second' });
  await prepare(file);
  assert.equal(store.realms.find('shop')?.displayName, 'First');
});

test('contract "Start": --import-realm imports Keycloak\'s exported folder, with users beside their realm', async () => {
  const { store, prepare, write, folder } = setUp();
  write('shop-realm.json', { realm: 'shop' });
  write('shop-users-0.json', { realm: 'shop', users: [{ username: 'one' }] });
  write('shop-users-1.json', { realm: 'shop', users: [{ username: 'two' }] });
  await prepare(folder);
  const shop = store.realms.find('shop');
  const users = await collect(store.users.each(shop?.id ?? ''));
  assert.deepEqual(
    users.map((user) => user.username),
    ['one', 'two'],
  );
});

const refusals: [title: string, content: string, says: RegExp][] = [
  ['is not JSON', '{', /JSON|line/],
  ['has no realm', '{}', /realm/],
  ['has a member of the wrong type', '{"realm":"x","clients":{}}', /clients/],
];
for (const [title, content, says] of refusals) {
  test(`contract "Start": a realm file that ${title} ends the start with exit code 1, naming the file and the fault`, async () => {
    const { prepare, write } = setUp();
    const path = write('bad.json', content);
    await assert.rejects(
      prepare(path),
      (error) =>
        error instanceof OptionError &&
        error.exitCode === 1 &&
        error.message.includes(path) &&
        says.test(error.toLine()),
    );
  });
}

test('contract "Start": a missing path ends the start with exit code 1', async () => {
  const { prepare, folder } = setUp();
  await assert.rejects(
    prepare(join(folder, 'none.json')),
    (error) => error instanceof OptionError && error.exitCode === 1,
  );
});

test('contract "Start": a realm demo in an imported file is used, not the built-in one', async () => {
  for (const demoRealm of ['always', 'unless a realm is imported'] as const) {
    const { store, prepare, write } = setUp();
    await prepare(write('mine.json', { realm: 'demo', displayName: 'Mine' }), {}, { demoRealm });
    assert.equal(store.realms.find('demo')?.displayName, 'Mine');
    assert.equal(store.realms.find('demo-partner'), undefined);
  }
});

test('contract "Start": a realm demo-partner in an imported file is used, beside the built-in realm demo', async () => {
  const { store, prepare, write } = setUp();
  const file = write('mine.json', { realm: 'demo-partner', displayName: 'Mine' });
  await prepare(file, {}, { demoRealm: 'always' });
  assert.deepEqual(names(store), ['demo', 'master', 'demo-partner']);
  assert.equal(store.realms.find('demo-partner')?.displayName, 'Mine');
});

const DEMO: readonly (readonly [
  demoRealm: FirstStart['demoRealm'],
  imports: boolean,
  realms: readonly string[],
])[] = [
  ['always', false, ['demo', 'demo-partner', 'master']],
  ['always', true, ['demo', 'demo-partner', 'master', 'shop']],
  ['unless a realm is imported', false, ['demo', 'demo-partner', 'master']],
  ['unless a realm is imported', true, ['master', 'shop']],
  ['never', false, ['master']],
  ['never', true, ['master', 'shop']],
];
for (const [demoRealm, imports, realms] of DEMO) {
  test(`contract "Start": demo realm ${demoRealm}, with ${imports ? 'an' : 'no'} import: ${realms.join(', ')}`, async () => {
    const { store, prepare, write } = setUp();
    await prepare(imports ? write('shop.json', { realm: 'shop' }) : undefined, {}, { demoRealm });
    assert.deepEqual(names(store), realms);
  });
}

test('contract "Start": the folder to import that nobody named may be missing or empty, and one line says so', async () => {
  const { store, prepare, folder, log } = setUp();
  const empty = mkdtempSync(join(folder, 'empty-'));
  for (const path of [join(folder, 'import'), empty]) {
    await prepare(path, {}, { isOptional: true });
    const lines = log.records.filter(({ message }) => message.startsWith('Nothing to import'));
    assert.equal(lines.at(-1)?.level, 'INFO');
    assert.equal(lines.at(-1)?.parameters?.['path'], path);
  }
  assert.deepEqual(names(store), ['demo', 'demo-partner', 'master']);
});

/** The realm shop as it is stored, with its users. */
async function shopIn(store: ReturnType<typeof createMemoryStore>) {
  const realm = store.realms.find('shop');
  return { realm, users: await collect(store.users.each(realm?.id ?? '')) };
}

for (const [title, file, says] of [
  ['has the id of another realm', { id: 'taken', realm: 'shop' }, /"taken" is the id of realm other/],
  [
    'shares its id with another one of the file',
    [
      { id: 'x', realm: 'new' },
      { id: 'x', realm: 'shop' },
    ],
    /id "x" is the id of realm new/,
  ],
  ['is invalid', { realm: 'shop', users: [{ username: 'a' }, { username: 'A' }] }, /users\[1\]/],
] as const) {
  test(`Keycloak import: a realm stays as it was when the one that is to replace it ${title}`, async () => {
    const { store, prepare, write, log } = setUp();
    const old = { realm: 'shop', displayName: 'Old', users: [{ username: 'ann' }] };
    await prepare(write('old.json', [old, { id: 'taken', realm: 'other' }]));
    const before = await shopIn(store);
    const path = write('new.json', JSON.stringify(file, null, 1));
    await assert.rejects(prepare(path, {}, { replaces: true }), (error) => {
      assert.ok(error instanceof OptionError);
      assert.equal(error.exitCode, 1);
      assert.match(error.toLine(), says);
      assert.match(error.toLine(), /new\.json:\d+: /);
      return true;
    });
    assert.deepEqual(await shopIn(store), before);
    assert.equal(store.realms.find('new'), undefined);
    const claims = log.records.filter(({ message }) => /replaced|in place of/.test(message));
    assert.deepEqual(claims, [], 'no line of the log claims a replacement');
  });
}

test('contract "Start": a realm file with the id of another realm ends the start, naming both', async () => {
  const { store, prepare, write } = setUp();
  await prepare(write('one.json', { id: 'one', realm: 'one' }));
  await assert.rejects(
    prepare(write('two.json', { id: 'one', realm: 'two' })),
    (error) =>
      error instanceof OptionError &&
      /two\.json:1: id "one" is the id of realm one\. Give/.test(error.toLine()),
  );
  assert.equal(store.realms.find('two'), undefined);
  await prepare(write('again.json', { id: 'one', realm: 'one' }));
});

test('Keycloak import: a file may contain several realms', async () => {
  const { store, prepare, write } = setUp();
  await prepare(write('two.json', [{ realm: 'one' }, { realm: 'two' }]));
  assert.deepEqual(names(store), ['master', 'one', 'two']);
});

const MASTER = {
  realm: 'master',
  displayName: 'Ours',
  users: [{ username: 'root', credentials: [{ type: 'password', value: 'x' }], realmRoles: ['admin'] }],
};

test('Keycloak import: a master realm in a file is imported at the first start, with the administrator', async () => {
  const { store, prepare, write } = setUp();
  await prepare(write('all.json', [{ realm: 'shop' }, MASTER]));
  const master = store.realms.find('master');
  assert.equal(master?.displayName, 'Ours');
  const users = await collect(store.users.each(master?.id ?? ''));
  assert.deepEqual(
    users.map(({ username }) => username),
    ['admin', 'root'],
  );
  const admin = master?.roles?.realm?.find(({ name }) => name === 'admin');
  assert.ok(admin?.composites?.client?.['shop-realm']?.includes('manage-users'));
  assert.ok(admin?.composites?.client?.['master-realm']?.includes('manage-users'));
});

test('Keycloak import: an administrator in the file keeps the password of the file', async () => {
  const { store, prepare, write } = setUp();
  const users = [
    { username: 'Admin', credentials: [{ type: 'password', value: 'theirs' }], realmRoles: ['admin'] },
  ];
  await prepare(write('master.json', { realm: 'master', users }));
  const found = await collect(store.users.each(store.realms.find('master')?.id ?? ''));
  assert.equal(found.length, 1);
  const credential = found[0]?.credentials?.[0];
  assert.ok(credential);
  assert.equal(await verifyPasswordHash('theirs', credential), true);
});

test('Keycloak import: the log says that a user and a client of the file are kept, and does not claim to have added them', async () => {
  const { prepare, write, log } = setUp();
  const file = {
    realm: 'master',
    users: [{ username: 'Admin', realmRoles: ['admin'] }],
    clients: [{ clientId: 'robot' }],
  };
  await prepare(write('master.json', file), {}, { serviceAccount: { clientId: 'robot', secret: 'hush' } });
  const messages = log.records.map(({ message }) => message);
  assert.deepEqual(
    messages.filter((message) => message.startsWith('Added')),
    [],
  );
  const warnings = log.records.filter(({ level }) => level === 'WARN').map(({ message }) => message);
  assert.equal(warnings.length, 2);
  assert.match(warnings[0] ?? '', /^User 'admin' .* password of the imported file; bootstrap-admin-password/);
  assert.match(warnings[1] ?? '', /^Client 'robot' .*; bootstrap-admin-client-secret has no effect$/);
});

test('Keycloak import: an administrator of the file is enough, also where there is no default', async () => {
  const administrator = { username: 'admin', password: undefined, defaultPassword: undefined };
  const { prepare, write, log } = setUp();
  await prepare(write('master.json', MASTER), {}, { administrator });
  assert.deepEqual(
    log.records.filter(({ level }) => level === 'WARN'),
    [],
  );
  const other = setUp();
  const users = [{ username: 'admin' }];
  await other.prepare(other.write('m.json', { realm: 'master', users }), {}, { administrator });
  assert.match(
    other.log.records.find(({ level }) => level === 'WARN')?.message ?? '',
    /^Realm master has no administrator/,
  );
});

test('Keycloak import: after the first start, a master realm in a file changes nothing', async () => {
  const { store, prepare, write } = setUp();
  await prepare();
  const before = store.realms.find('master');
  await prepare(write('master.json', MASTER));
  assert.equal(store.realms.find('master'), before);
});

test('bad input: an invalid master realm ends the start and leaves the data directory new', async () => {
  const { store, prepare, write } = setUp();
  const path = write('master.json', { realm: 'master', roles: 'x' });
  await assert.rejects(
    prepare(path),
    (error) => error instanceof OptionError && error.message.includes(path),
  );
  assert.equal(store.realms.find('master'), undefined);
});

test('bad input: an administrator that a master realm in a file brings with the default password does not keep it where other machines reach the server', async () => {
  const { store, prepare, write } = setUp();
  const users = [
    { username: 'root', credentials: [{ type: 'password', value: 'admin' }], realmRoles: ['admin'] },
  ];
  const exposure = { address: '0.0.0.0', commandFor: () => '' };
  await prepare(write('master.json', { realm: 'master', users }), {}, { exposure });
  const found = await collect(store.users.each(store.realms.find('master')?.id ?? ''));
  const credential = found.find(({ username }) => username === 'root')?.credentials?.[0];
  assert.ok(credential);
  assert.equal(await verifyPasswordHash('admin', credential), false);
  assert.equal(await verifyPasswordHash('pw', credential), true);
});

test('contract "Start": the first administrator is reported in the line that container tools wait for', async () => {
  const { prepare, log } = setUp();
  await prepare();
  assert.ok(log.records.some(({ message }) => message === "Added user 'admin' to realm 'master'"));
  const lines = log.records.length;
  await prepare();
  assert.ok(!log.records.slice(lines).some(({ message }) => message.startsWith('Added user')));
});

test('drop-in "The image": without a password and a default there is no administrator, which is a warning', async () => {
  const { store, prepare, log } = setUp();
  await prepare(
    undefined,
    {},
    {
      administrator: { username: 'admin', password: undefined, defaultPassword: undefined },
    },
  );
  assert.deepEqual(await collect(store.users.each(store.realms.find('master')?.id ?? '')), []);
  const warning = log.records.find(({ level }) => level === 'WARN');
  assert.match(warning?.message ?? '', /no administrator.*KC_BOOTSTRAP_ADMIN_PASSWORD/);
});

test('Keycloak KC_BOOTSTRAP_ADMIN_CLIENT_ID: the client is a service account with role admin', async () => {
  const { store, prepare } = setUp();
  await prepare(undefined, {}, { serviceAccount: { clientId: 'Robot', secret: 'hush' } });
  const master = store.realms.find('master');
  const client = master?.clients?.find(({ clientId }) => clientId === 'Robot');
  assert.deepEqual(
    [client?.secret, client?.serviceAccountsEnabled, client?.publicClient, client?.standardFlowEnabled],
    ['hush', true, false, false],
  );
  const account = await store.users.findServiceAccount(master?.id ?? '', 'Robot');
  assert.ok(account?.realmRoles?.includes('admin'));
});
