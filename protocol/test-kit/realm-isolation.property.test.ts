// Random interleavings over 20 realms of one server: nothing that a realm does reaches another.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { collect } from '#protocol/store/collect.ts';
import {
  cloneRealm,
  createSlot,
  keyIdsOf,
  REALM_OPERATIONS,
  type RealmModel,
  type RealmSlot,
  removeRealm,
} from './testing/realm-model.ts';
import { startKitServer } from './testing/server.ts';

const SLOTS = 20;
/** No operation is for these; the clones are of realm `kit`. */
const BYSTANDERS = ['kit', 'shop', 'master'];

const server = await startKitServer();
after(() => server.stop());

type Observation = Readonly<Record<string, unknown>>;

/** Everything of a realm that another must not change: mostly the very objects that are stored. */
async function observe(name: string): Promise<Observation> {
  const { store, testKit, device, clocks, bruteForce, activity } = server;
  const realm = store.realms.find(name) ?? assert.fail(`${name} is gone`);
  const users = await collect(store.users.each(realm.id));
  const clock = clocks(name);
  return {
    realm,
    users,
    usersByName: await Promise.all(
      ['ann', 'user-0', 'user-1', 'user-2'].map((each) => store.users.findByUsername(realm.id, each)),
    ),
    failures: await Promise.all(
      users.map(async (user) => (await bruteForce.status(realm.id, user, clock.now())).failures),
    ),
    ...(await store.sessions.capture(realm.id)),
    clock: [clock.offsetMs, clock.now(), store.realms.findClock(realm.id)],
    faults: testKit.faults.list(realm.id),
    holds: await testKit.holds.list(realm.id),
    prompts: await device.control.list(realm.id),
    activity: activity.list({ realm: name, limit: 1000 }).records.map(({ id }) => id),
  };
}

/** What realms looked like after their own latest operation, by name. */
type Seen = Map<string, Observation>;

async function checkUnchanged(seen: Seen, names: readonly string[]): Promise<void> {
  for (const name of names)
    for (const [part, value] of Object.entries(await observe(name)))
      assert.deepEqual(value, seen.get(name)?.[part], `another realm changed ${part} of realm ${name}`);
}

async function look(seen: Seen, names: readonly string[]): Promise<void> {
  for (const name of names) seen.set(name, await observe(name));
}

async function checkModel(slot: RealmSlot): Promise<void> {
  const { name, model } = slot;
  const realm = server.store.realms.find(name) ?? assert.fail(`${name} is gone`);
  const personas = (await collect(server.store.users.each(realm.id)))
    .map(({ username }) => username)
    .filter((username) => username.startsWith('user-'));
  const { sessions } = await server.store.sessions.capture(realm.id);
  const actual: RealmModel = {
    displayName: realm.displayName,
    clientIds: (realm.clients ?? [])
      .map(({ clientId = '' }) => clientId)
      .filter((clientId) => clientId.startsWith('new-'))
      .toSorted(),
    // Passwords and tokens are tried by operations.
    passwords: Object.fromEntries(personas.map((each) => [each, model.passwords[each] ?? 'unknown'])),
    tokens: model.tokens,
    offsetMs: server.clocks(name).offsetMs,
    frozen: server.store.realms.findClock(realm.id)?.frozenAt !== undefined,
    keyIds: await keyIdsOf({ server, slot }),
    sessionIds: model.sessionIds.filter((id) => sessions.some((session) => session.id === id)),
    faults: server.testKit.faults.list(realm.id).filter(({ armed }) => armed).length,
    prompts: (await server.device.control.list(realm.id)).pending.length,
  };
  assert.deepEqual(actual, model, `realm ${name} is not what its operations made of it`);
}

interface Step {
  readonly at: number;
  readonly operation: string;
  readonly choice: number;
}

const existing = (slots: readonly RealmSlot[]): RealmSlot[] => slots.filter(({ exists }) => exists);
const namesOf = (slots: readonly RealmSlot[]): string[] => slots.map(({ name }) => name);

/** Runs the steps of a batch at the same time, one per realm. */
async function runBatch(slots: readonly RealmSlot[], seen: Seen, batch: readonly Step[]): Promise<void> {
  const busy = batch.map(({ at }) => slots[at] ?? assert.fail());
  const idle = existing(slots).filter((slot) => !busy.includes(slot));
  await checkUnchanged(seen, namesOf(existing(busy)));
  await Promise.all(
    batch.map(async ({ at, operation, choice }) => {
      const slot = slots[at] ?? assert.fail();
      const run = slot.exists ? REALM_OPERATIONS[operation] : cloneRealm;
      await run?.({ server, slot, idle, choice });
    }),
  );
  for (const slot of existing(busy)) await checkModel(slot);
  await look(seen, namesOf(existing(busy)));
}

async function runAll(batches: readonly (readonly Step[])[]): Promise<void> {
  const slots = Array.from({ length: SLOTS }, (_, at) => createSlot(`realm-${at}`));
  for (const slot of slots) await cloneRealm({ server, slot, idle: [], choice: 1 });
  const seen: Seen = new Map();
  await look(seen, [...BYSTANDERS, ...namesOf(slots)]);
  for (const batch of batches) await runBatch(slots, seen, batch);
  await checkUnchanged(seen, [...BYSTANDERS, ...namesOf(existing(slots))]);
  for (const slot of existing(slots)) await removeRealm({ server, slot, idle: [], choice: 0 });
  assert.deepEqual(
    server.store.realms
      .list()
      .map(({ realm }) => realm)
      .toSorted(),
    BYSTANDERS.toSorted(),
  );
}

test('test kit "isolation": whatever 20 realms do at the same time, no realm changes another', async () => {
  const step = fc.record({
    // Some realms get long histories, and all of them get some operations.
    at: fc.oneof(fc.nat(SLOTS - 1), fc.nat(3)),
    operation: fc.constantFrom(...Object.keys(REALM_OPERATIONS)),
    choice: fc.nat(10_000),
  });
  const batch = fc.uniqueArray(step, { minLength: 1, maxLength: 8, selector: ({ at }) => at });
  const batches = fc.array(batch, { minLength: 20, maxLength: 60 });
  // A failure prints the seed and the path with which fc.assert repeats it. Nothing is made smaller: it takes minutes.
  await fc.assert(fc.asyncProperty(batches, runAll), { numRuns: 6, endOnFailure: true });
});
