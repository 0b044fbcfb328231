import assert from 'node:assert/strict';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import type { ComponentRepresentation } from '#protocol/contract/realm-representation.ts';
import { KEY_PROVIDER } from '#protocol/contract/settings/component.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { openFileStore } from '#protocol/store/file/open-file-store.ts';
import { createUuid } from './identifiers.ts';
import { createRealmKeys } from './realm-keys.ts';
import { withKeys } from './unsaved-keys.ts';

/** A realm whose file cannot be written until `repair`: a folder blocks the path of its temporary file. */
async function createRealmOnFullDisk(
  context: TestContext,
  components?: Record<string, ComponentRepresentation[]>,
) {
  const dataDir = join(tmpdir(), `understudy-keys-${createUuid()}`);
  const log = createCollectingLogger();
  const store = await openFileStore(dataDir, { log });
  context.after(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });
  await store.realms.create({ id: 'r1', realm: 'demo', ...(components && { components }) }, []);
  const draft = join(dataDir, 'realms', 'r1', 'realm.json.tmp');
  await mkdir(draft);
  const clock = createMovableClock({ now: () => Date.UTC(2030, 0, 1) });
  const keys = createRealmKeys(store.realms, clock, log);
  const stored = () => store.realms.find('demo')?.components?.[KEY_PROVIDER] ?? [];
  /** Resolves once the keys are saved in the background. */
  const saved = async (): Promise<void> => {
    while (stored().every(({ config }) => config?.['privateKey'] === undefined))
      await new Promise((resolve) => setImmediate(resolve));
  };
  const errors = () => log.records.filter(({ level }) => level === 'ERROR');
  const onDisk = () => readFile(join(dataDir, 'realms', 'r1', 'realm.json'), 'utf8');
  return { clock, keys, stored, saved, errors, onDisk, repair: () => rm(draft, { recursive: true }) };
}

test('a realm without keys signs while they cannot be saved: one shared key, one ERROR record', async (context) => {
  const { keys, stored, errors } = await createRealmOnFullDisk(context);
  const made = await Promise.all([keys.signingKey('demo', 'RS256'), keys.signingKey('demo', 'RS256')]);
  const again = await keys.signingKey('demo', 'RS256');
  assert.equal(new Set([...made, again].map(({ kid }) => kid)).size, 1);
  assert.ok(await keys.verificationKey('demo', again.kid, 'RS256'));
  assert.match(JSON.stringify(await keys.publicJwks('demo')), new RegExp(again.kid));
  assert.ok((await keys.list('demo')).some(({ kid }) => kid === again.kid));
  assert.deepEqual(stored(), []);
  assert.equal(errors().length, 1);
  assert.match(errors()[0]?.message ?? '', /used from memory and saved when the disk accepts them/);
});

test('unsaved keys are saved on the first signature a few seconds after the disk works again', async (context) => {
  const { keys, clock, stored, saved, repair, onDisk, errors } = await createRealmOnFullDisk(context);
  const { kid } = await keys.signingKey('demo', 'RS256');
  await keys.signingKey('demo', 'ES256');
  await repair();
  await keys.signingKey('demo', 'RS256');
  assert.deepEqual(stored(), [], 'tried again at once');
  clock.setOffsetMs(5000);
  await keys.signingKey('demo', 'RS256');
  await saved();
  assert.equal(stored().length, 2);
  assert.match(await onDisk(), /rsa-generated[\s\S]*ecdsa-generated|ecdsa-generated[\s\S]*rsa-generated/);
  assert.equal((await keys.signingKey('demo', 'RS256')).kid, kid);
  assert.equal(errors().length, 1);
});

test('a rotation fails while keys cannot be saved, and saves them first once they can', async (context) => {
  const { keys, stored, repair } = await createRealmOnFullDisk(context);
  const { kid } = await keys.signingKey('demo', 'RS256');
  await assert.rejects(keys.rotate('demo', 'RS256'), { name: 'StorageError' });
  await assert.rejects(keys.disable('demo', kid), { name: 'StorageError' });
  assert.equal((await keys.signingKey('demo', 'RS256')).kid, kid);
  await repair();
  const fresh = await keys.rotate('demo', 'RS256');
  assert.notEqual(fresh.kid, kid);
  assert.ok(await keys.verificationKey('demo', kid, 'RS256'));
  assert.equal(stored().length, 2);
});

test('a rotation that cannot be saved leaves no key behind', async (context) => {
  const { keys } = await createRealmOnFullDisk(context);
  await assert.rejects(keys.rotate('demo', 'RS256'), { name: 'StorageError' });
  assert.equal((await keys.list('demo')).filter(({ algorithm }) => algorithm === 'RS256').length, 1);
});

test('a key missing from the realm file keeps its component while unsaved and once saved', async (context) => {
  const bare = { id: 'c1', name: 'mine', providerId: 'rsa-generated', config: { priority: ['42'] } };
  const realm = await createRealmOnFullDisk(context, { [KEY_PROVIDER]: [bare] });
  await realm.keys.signingKey('demo', 'RS256');
  const mine = (await realm.keys.list('demo')).filter(({ componentId }) => componentId === 'c1');
  assert.deepEqual(
    mine.map(({ name, priority }) => [name, priority]),
    [['mine', 42]],
  );
  await realm.repair();
  realm.clock.setOffsetMs(5000);
  await realm.keys.signingKey('demo', 'RS256');
  await realm.saved();
  assert.equal(realm.stored().filter(({ id }) => id === 'c1').length, 1);
});

test('a defect while a key is stored is not treated as a full disk', async () => {
  const realm = { id: 'r1', realm: 'demo' };
  const keys = createRealmKeys(
    { find: () => realm, update: () => Promise.reject(new RangeError('a defect')) },
    { now: () => 0 },
  );
  await assert.rejects(keys.signingKey('demo', 'RS256'), RangeError);
});

test('keys replace the components whose keys were missing; others are kept', () => {
  const [a, b] = [
    { id: 'a', name: 'a', providerId: 'x' },
    { id: 'b', name: 'b', providerId: 'x' },
  ];
  const filled = { ...a, config: { privateKey: ['k'] } };
  assert.deepEqual(withKeys([a, b], [{ component: filled, unfilled: a }]), [b, filled]);
  assert.deepEqual(withKeys([a], [{ component: b, unfilled: undefined }]), [a, b]);
});
