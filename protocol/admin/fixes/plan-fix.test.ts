import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import type { FixWire } from '#protocol/contract/fixes.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { describeChanges, describeEffect, planFix, stateOf } from './plan-fix.ts';

async function plan(file: Partial<RealmRepresentation>, fix: FixWire, request = {}) {
  const { realm, users } = normalizeRealm({ realm: 'shop', ...file }, createMovableClock({ now: () => 0 }));
  const store = createMemoryStore();
  await store.realms.create(realm, users);
  return planFix(store, realm, fix, request);
}

const raise = (seconds: number): FixWire => ({ kind: 'raise-code-lifespan', realm: 'shop', seconds });

test('the suggested lifespan is twice the current one or more than the request needed, in whole minutes', async () => {
  assert.equal((await plan({ accessCodeLifespan: 60 }, raise(61))).seconds, 120);
  assert.equal((await plan({ accessCodeLifespan: 60 }, raise(3600))).seconds, 4500);
  const unset = await plan({}, { kind: 'raise-ciba-lifespan', realm: 'shop' });
  assert.deepEqual([unset.defaultSeconds, unset.seconds], [120, 240]);
});

test('a lifespan that is long enough by now is refused', async () => {
  await assert.rejects(
    plan({ accessCodeLifespan: 600 }, raise(61)),
    /accessCodeLifespan of realm shop is 600 seconds, which is long enough, by now/,
  );
  await assert.rejects(plan({}, raise(90), { seconds: 80 }), /seconds must be at least 90/);
});

test('what is done already, exists already or is gone is refused', async () => {
  const clients = [{ clientId: 'web', redirectUris: ['http://a.test/'] }];
  const web = { client: 'web', value: 'http://a.test/' };
  await assert.rejects(plan({ clients }, { kind: 'add-redirect-uri', ...web }), /contains http:\/\/a.test\//);
  await assert.rejects(plan({ clients }, { kind: 'create-public-client', ...web }), /exists by now/);
  await assert.rejects(plan({ clients }, { kind: 'enable-client', ...web }), /enabled of client web is true/);
  await assert.rejects(plan({}, { kind: 'enable-client', client: 'web' }), /Client web no longer exists/);
  await assert.rejects(
    plan(
      { users: [{ username: 'ann' }] },
      { kind: 'remove-required-action', user: 'ann', value: 'UPDATE_PASSWORD' },
    ),
    /requiredActions of user ann does not contain UPDATE_PASSWORD/,
  );
});

test('a state differs with the values that would be replaced, secret ones too', async () => {
  const fix: FixWire = { kind: 'set-client-secret', client: 'web' };
  const stateWith = async (secret: string) =>
    stateOf(await plan({ clients: [{ clientId: 'web', secret }] }, fix));
  assert.equal(await stateWith('one'), await stateWith('one'));
  assert.notEqual(await stateWith('one'), await stateWith('two'));
});

test('changes mask secrets, and the effect is a sentence about the client', async () => {
  const clients = [{ clientId: 'web', secret: 'old' }];
  const found = await plan({ clients }, { kind: 'set-client-secret', client: 'web' }, { secret: 'new' });
  assert.deepEqual(describeChanges(found.subject, found.changes), [
    { target: 'client', name: 'web', setting: 'secret', before: '••••', after: '••••' },
  ]);
  assert.match(describeEffect(found), /^Client web authenticates/);
});
