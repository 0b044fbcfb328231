import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExistingRealms } from '#protocol/contract/imports.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { RealmFileError } from '#protocol/realm/file/realm-file-error.ts';
import { createMasterRealm } from '#protocol/realm/master-realm.ts';
import { createRealmClocks } from '#protocol/realm/realm-clocks.ts';
import { createImportDeps } from '#protocol/realm/testing/import-deps.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { Store } from '#protocol/store/store.ts';
import { ImportJob, type ImportRequest } from './import-job.ts';

const clock = { now: () => 0 };

async function openStore(): Promise<Store> {
  const store = createMemoryStore();
  const master = createMasterRealm({ username: 'admin', password: 'admin' }, clock);
  await store.realms.create(master.realm, master.users);
  await store.realms.create({ id: 'shop-id', realm: 'shop', displayName: 'Before' }, [
    { id: 'u1', username: 'ann' },
  ]);
  return store;
}

function begin(store: Store, file: unknown, choices: Partial<ImportRequest> = {}) {
  const log = createCollectingLogger();
  const deps = { ...createImportDeps(store, log), clocks: createRealmClocks(store.realms, clock) };
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  const request = {
    text,
    existing: 'refuse' as ExistingRealms,
    startsAtOnce: true,
    checkRights: () => undefined,
  };
  return { job: new ImportJob('j1', deps, { ...request, ...choices }), log };
}

async function importFile(store: Store, file: unknown, choices: Partial<ImportRequest> = {}) {
  const { job } = begin(store, file, choices);
  await job.settle();
  return job.show();
}

const namesOf = (store: Store): readonly string[] => store.realms.list().map(({ realm }) => realm);
const managers = (store: Store): readonly string[] =>
  (store.realms.find('master')?.clients ?? []).flatMap(({ clientId }) =>
    /^(?!master).*-realm$/.test(clientId) ? [clientId] : [],
  );

const people = Array.from({ length: 3000 }, (_, index) => ({ username: `user-${index}` }));
const big = {
  realm: 'big',
  clients: [{ clientId: 'web' }],
  users: people,
  internationalizationEnabled: true,
};

test('an import shows what is in the file, how far it is, and what it has done', async () => {
  const store = await openStore();
  const { job, log } = begin(store, big);
  assert.deepEqual([job.phase, job.show().realms], ['reading', []]);
  await job.settle();
  const { phase, usersDone, usersTotal, realms } = job.show();
  assert.deepEqual([phase, usersDone, usersTotal], ['done', 3000, 3000]);
  assert.equal(realms[0]?.outcome, 'created');
  assert.equal(realms[0]?.clients, 1);
  assert.equal(await store.users.count(store.realms.find('big')?.id ?? '', {}), 3000);
  assert.deepEqual(managers(store), ['big-realm']);
  assert.ok(log.records.some(({ message }) => message === 'Realm imported'));
});

test('an import of several realms stores all of them', async () => {
  const store = await openStore();
  const { phase, realms } = await importFile(store, [{ realm: 'a' }, { ...big, realm: 'b' }, { realm: 'c' }]);
  assert.equal(phase, 'done');
  assert.deepEqual(
    realms.map(({ realm, outcome }) => [realm, outcome]),
    [
      ['a', 'created'],
      ['b', 'created'],
      ['c', 'created'],
    ],
  );
  assert.deepEqual(namesOf(store).toSorted(), ['a', 'b', 'c', 'master', 'shop']);
});

for (const [what, file, message, member] of [
  ['a text that is not JSON', '{"realm": "x",}', /not JSON at line 1, column 15/, undefined],
  ['an empty file', '', /not JSON at line 1, column 1/, undefined],
  ['JSON that is no realm', { name: 'package', version: '1.0.0' }, /realm is missing/, 'realm'],
  ['a list without a realm', [], /contains no realm/, undefined],
  ['a name that is a number', { realm: 5 }, /realm must be a text/, 'realm'],
  [
    'an invalid member',
    { realm: 'x', users: [{ username: 'a' }, { username: ['b'] }] },
    /users\[1\]\.username must be/,
    'users[1].username',
  ],
  [
    'duplicate client IDs',
    { realm: 'x', clients: [{ clientId: 'a' }, { clientId: 'a' }] },
    /clients\[1\]\.clientId "a" is used twice/,
    'clients[1].clientId',
  ],
  [
    'users with the same name',
    { realm: 'x', users: [{ username: 'a' }, { username: 'A' }] },
    /users\[1\]\.username "a" is used twice/,
    'users[1].username',
  ],
  ['a realm that exists', { realm: 'shop' }, /There is a realm "shop" already/, undefined],
  ['the id of another realm', { realm: 'x', id: 'shop-id' }, /id "shop-id" is taken/, undefined],
  [
    'a file with a realm twice',
    [{ realm: 'x' }, { realm: 'x' }],
    /\[1\]\.realm "x" is used twice/,
    '[1].realm',
  ],
  [
    'a fault in the second realm',
    [{ realm: 'x' }, { realm: 'y', clients: 'none' }],
    /^Realm "y": clients must be a JSON array/,
    'clients',
  ],
] as const)
  test(`${what} is refused with a remedy, and nothing of the file is stored`, async () => {
    const store = await openStore();
    const { phase, problem } = await importFile(store, file);
    assert.equal(phase, 'failed');
    assert.match(problem?.message ?? '', message);
    assert.ok((problem?.remedy ?? '') !== '');
    assert.equal(problem?.member, member);
    assert.deepEqual(namesOf(store), ['master', 'shop']);
    assert.deepEqual(managers(store), []);
  });

test('a realm that exists is replaced or skipped on request', async () => {
  const store = await openStore();
  const file = [{ realm: 'shop', displayName: 'After' }, { realm: 'new' }];
  const skipped = await importFile(store, file, { existing: 'skip' });
  assert.deepEqual(
    skipped.realms.map(({ outcome }) => outcome),
    ['skipped', 'created'],
  );
  assert.equal(store.realms.find('shop')?.displayName, 'Before');
  const replaced = await importFile(store, file, { existing: 'replace' });
  assert.deepEqual(
    replaced.realms.map(({ outcome }) => outcome),
    ['replaced', 'replaced'],
  );
  assert.equal(store.realms.find('shop')?.displayName, 'After');
  assert.equal(await store.users.findByUsername(store.realms.find('shop')?.id ?? '', 'ann'), undefined);
});

test('master is never replaced', async () => {
  const store = await openStore();
  const before = store.realms.find('master');
  const { problem } = await importFile(store, { realm: 'master' }, { existing: 'replace' });
  assert.match(problem?.message ?? '', /master is not replaced/);
  assert.equal(store.realms.find('master'), before);
});

test('a realm that the administrator may not import is refused', async () => {
  const store = await openStore();
  const checkRights = (): never => {
    throw new RealmFileError('attributes.x', 'may be set by others only', 'Remove it.');
  };
  const { problem } = await importFile(store, { realm: 'x' }, { checkRights });
  assert.equal(problem?.member, 'attributes.x');
  assert.equal(store.realms.find('x'), undefined);
});

test('an import that does not start at once waits, knows which realms exist, and starts once', async () => {
  const store = await openStore();
  const { job } = begin(store, [{ realm: 'shop' }, { realm: 'new' }], { startsAtOnce: false });
  await job.settle();
  assert.equal(job.phase, 'waiting');
  assert.deepEqual(
    job.show().realms.map(({ exists }) => exists),
    [true, false],
  );
  assert.equal(store.realms.find('new'), undefined);
  assert.equal(job.start('skip'), true);
  assert.equal(job.start('skip'), false);
  await job.settle();
  assert.equal(job.phase, 'done');
  assert.ok(store.realms.find('new'));
});

for (const [phase, reached] of [
  ['reading', 0],
  ['checking', 256],
  ['storing', 0],
] as const)
  test(`an import that is cancelled while ${phase} leaves nothing behind`, async () => {
    const store = await openStore();
    const before = store.realms.find('shop');
    const { job } = begin(store, [{ ...big, realm: 'shop' }, big], { existing: 'replace' });
    while (job.phase !== phase || job.show().usersDone < reached)
      await new Promise((done) => setImmediate(done));
    await job.cancel();
    assert.equal(job.show().phase, 'cancelled');
    assert.equal(store.realms.find('shop'), before);
    assert.equal(await store.users.count('shop-id', {}), 1);
    assert.deepEqual(namesOf(store), ['master', 'shop']);
    assert.deepEqual(managers(store), []);
    assert.equal((await importFile(store, big)).phase, 'done');
  });

test('an import that waits is cancelled, and one that is done stays done', async () => {
  const store = await openStore();
  const waiting = begin(store, { realm: 'new' }, { startsAtOnce: false }).job;
  await waiting.settle();
  await waiting.cancel();
  assert.equal(waiting.phase, 'cancelled');
  assert.equal(waiting.start('refuse'), false);
  const { job } = begin(store, { realm: 'new' });
  await job.settle();
  await job.cancel();
  assert.equal(job.phase, 'done');
  assert.ok(store.realms.find('new'));
});

test('if one realm cannot be stored, none is', async () => {
  const store = await openStore();
  const file = [{ realm: 'a', users: people }, { realm: 'b', id: 'shop-id' }, { realm: 'shop' }];
  const { phase, problem } = await importFile(store, file, { existing: 'replace' });
  assert.equal(phase, 'failed');
  assert.match(problem?.message ?? '', /id "shop-id" is taken/);
  assert.deepEqual(namesOf(store), ['master', 'shop']);
  assert.equal(store.realms.find('shop')?.displayName, 'Before');
});

test('other work goes on while a large file is imported', async () => {
  const store = await openStore();
  const { job } = begin(store, big);
  const phases = new Set<string>();
  while (!job.isFinal) {
    phases.add(job.phase);
    await new Promise((done) => setImmediate(done));
  }
  assert.deepEqual([...phases], ['reading', 'checking', 'storing']);
});
