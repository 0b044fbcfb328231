// What protocols report, and its order in time; admin/emulator-api/clock.test.ts has the rest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock, type Period } from '#protocol/clock.ts';
import type { ClockMoveWire } from '#protocol/contract/clock.ts';
import { createRealmClocks } from '#protocol/realm/realm-clocks.ts';
import { TEST_NOW, testRealm } from '#protocol/realm/testing/realm.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { KitError } from './kit-error.ts';
import { moveClock } from './move-clock.ts';
import { startKitServer } from './testing/server.ts';

const realm = testRealm({});

async function setUp() {
  const base = createMovableClock({ now: () => TEST_NOW });
  const store = createMemoryStore();
  await store.realms.create(realm.stored, [{ id: 'u1', username: 'ann' }]);
  const clock = createRealmClocks(store.realms, base)(realm.name);
  const asked: { readonly period: Period; readonly at: number }[] = [];
  const list = (names: readonly string[]) => async (_realm: unknown, period: Period) => {
    asked.push({ period, at: clock.now() });
    return names;
  };
  const expiring = {
    listPrompts: list(['u1', 'u1', 'removed']),
    listDeviceCodes: list(['ABCD-EFGH']),
    listCodes: list(['web', 'web']),
  };
  const move = (change: Parameters<typeof moveClock>[3]) =>
    moveClock({ ...store, expiring }, realm, clock, change);
  return { base, clock, asked, move };
}

test('what protocols forget is counted and named, prompts by username', async () => {
  const { move } = await setUp();
  const due = await move({ advanceMs: 1000 });
  assert.deepEqual(due, {
    sessions: { count: 0, names: [] },
    offlineSessions: { count: 0, names: [] },
    prompts: { count: 3, names: ['ann', 'removed'] },
    deviceCodes: { count: 1, names: ['ABCD-EFGH'] },
    codes: { count: 2, names: ['web'] },
  });
});

test('protocols are asked while the old time still holds, with the period that the move skips', async () => {
  const { base, asked, move } = await setUp();
  const period = (from: number, to: number) => ({ from: TEST_NOW + from, to: TEST_NOW + to });
  await move({ frozen: true });
  base.setOffsetMs(50);
  await move({ advanceMs: 1000 });
  await move({ offsetMs: 2000 });
  await move({ frozen: false });
  await move({ offsetMs: 5000 });
  const first = asked.filter((_each, index) => index % 3 === 0);
  assert.deepEqual(first, [
    { period: period(0, 1000), at: TEST_NOW },
    { period: period(1000, 2050), at: TEST_NOW + 1000 },
    { period: period(2050, 5050), at: TEST_NOW + 2050 },
  ]);
});

test('nothing is asked when time goes back or stands still', async () => {
  const { asked, move, clock } = await setUp();
  for (const change of [{ offsetMs: -5000 }, { frozen: true }, { advanceMs: 0 }, { frozen: false }])
    assert.equal((await move(change)).prompts.count, 0);
  assert.deepEqual([asked.length, clock.offsetMs, clock.isFrozen], [0, -5000, false]);
});

test('a refused move asks nothing and moves nothing', async () => {
  const { asked, move, clock } = await setUp();
  for (const change of [{}, { now: 'noon' }, { advanceMs: -1 }, { frozen: true, now: '' }])
    await assert.rejects(move(change), KitError);
  assert.deepEqual([asked.length, clock.offsetMs, clock.isFrozen], [0, 0, false]);
});

test('over HTTP: one move reports the session, the offline session, the prompt, the user code and the code that expired', async (context) => {
  const server = await startKitServer();
  context.after(() => server.stop());
  const session = await server.createSession({ user: 'ann' });
  const { leadsTo } = await server.authorize(server.browserOf(session), { prompt: 'none' });
  assert.ok(leadsTo['code']);
  await server.createTokens({ user: 'ann', client: 'spa', scope: 'offline_access' });
  const device = await server.post('auth/device', {});
  const prompt = await server.post('ext/ciba/auth', {
    scope: 'openid',
    login_hint: 'bob',
    binding_message: 'x',
  });
  assert.deepEqual([device.status, prompt.status], [200, 200], JSON.stringify(prompt.body));
  const move = async (body: object) =>
    (await server.call<ClockMoveWire>('PUT', '/emulator/v1/realms/kit/clock', { body })).body.due;
  assert.deepEqual((await move({ advanceMs: 59_999 })).codes, { count: 0, names: [] });
  assert.deepEqual((await move({ advanceMs: 1 })).codes, { count: 1, names: ['web'] });
  const { sessions, offlineSessions, prompts, deviceCodes, codes } = await move({
    advanceMs: 40 * 86_400_000,
  });
  assert.deepEqual(sessions, { count: 1, names: ['ann'] });
  assert.deepEqual(offlineSessions, { count: 1, names: ['ann'] });
  assert.deepEqual(prompts, { count: 1, names: ['bob'] });
  assert.deepEqual(deviceCodes, { count: 1, names: [device.body['user_code']] });
  assert.deepEqual(codes, { count: 0, names: [] });
});
