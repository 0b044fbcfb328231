import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { AdminErrorWire, ServerInfoWire } from '#protocol/contract/admin-api.ts';
import type { ClockMoveWire, ClockWire } from '#protocol/contract/clock.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const V1 = '/emulator/v1';
const PATH = `${V1}/realms/shop/clock`;
const START = Date.UTC(2030, 0, 1);
const MINUTE = 60_000;

beforeEach(async () => {
  await server.clocks('shop').set({ offsetMs: 0 });
  await server.call('DELETE', `${V1}/realms/shop/sessions`);
});

async function move(body: unknown, path = PATH): Promise<ClockMoveWire> {
  const { status, body: moved } = await server.call<ClockMoveWire>('PUT', path, { body });
  assert.equal(status, 200, JSON.stringify(moved));
  return moved;
}

const stateOf = ({ offsetMs, now, frozen }: ClockWire): ClockWire => ({ offsetMs, now, frozen });
const read = async (path = PATH) => (await server.call<ClockWire>('GET', path)).body;

for (const [what, body, expected] of [
  ['a list', [], /must be a JSON object/],
  ['an empty object', {}, /none of offsetMs, now, frozen, advanceMs.*exactly one/],
  ['null', { offsetMs: null }, /none of offsetMs/],
  ['a text as offset', { offsetMs: 'soon' }, /offsetMs/],
  ['a fraction', { offsetMs: 1.5 }, /offsetMs/],
  ['an offset out of range', { offsetMs: 1e15 }, /offsetMs would move the clock more than a hundred years/],
  ['an advance out of range', { advanceMs: 1e15 }, /advanceMs would move the clock more than/],
  ['an advance back', { advanceMs: -1 }, /advanceMs must not be negative.*Send now or offsetMs/],
  ['an instant out of range', { now: '2230-01-01T00:00:00Z' }, /now would move the clock more than/],
  ['a day that does not exist', { now: '2030-02-30T00:00:00Z' }, /now is not an instant/],
  ['an instant without a time zone', { now: '2030-01-01T00:00:00' }, /time zone/],
  ['a number as instant', { now: START }, /now/],
  ['frozen as a text', { frozen: 'yes' }, /frozen/],
  ['two members', { offsetMs: 0, frozen: true }, /offsetMs and frozen at once/],
  ['two members, one of them false', { frozen: false, advanceMs: 5 }, /frozen and advanceMs at once/],
  ['a misspelt member', { advance: 5 }, /\\"advance\\" is not a member/],
] as const) {
  test(`clock: ${what} is refused and moves nothing`, async () => {
    await move({ offsetMs: 5 });
    const { status, body: refusal } = await server.call<AdminErrorWire>('PUT', PATH, { body });
    assert.equal(status, 400);
    assert.match(JSON.stringify(refusal), expected);
    assert.deepEqual(stateOf(await read()), { offsetMs: 5, now: '2030-01-01T00:00:00.005Z', frozen: false });
  });
}

for (const method of ['GET', 'PUT'])
  test(`clock: ${method} of an unknown realm is refused with 404`, async () => {
    const body = method === 'PUT' ? { body: { offsetMs: 5 } } : {};
    assert.equal((await server.call(method, `${V1}/realms/none/clock`, body)).status, 404);
  });

test('clock: only administrators of the server may read or move it', async () => {
  const token = await server.tokenOf('shop', 'manager');
  const sent = { body: { frozen: true } };
  assert.equal((await server.call('PUT', PATH, { ...sent, token })).status, 403);
  assert.equal((await server.call('GET', PATH, { token })).status, 403);
  assert.equal((await server.call('PUT', PATH, { ...sent, token: null })).status, 401);
  assert.equal((await read()).frozen, false);
});

test("clock: moving one realm's clock leaves the others unchanged", async () => {
  const moved = await move({ offsetMs: MINUTE });
  assert.deepEqual(stateOf(moved), { offsetMs: MINUTE, now: '2030-01-01T00:01:00.000Z', frozen: false });
  assert.equal((await read(`${V1}/realms/master/clock`)).offsetMs, 0);
});

test('clock: advances add up, also when they are sent at once', async () => {
  await Promise.all([1, 2, 3].map((minutes) => move({ advanceMs: minutes * MINUTE })));
  assert.equal((await read()).offsetMs, 6 * MINUTE);
  await move({ advanceMs: 0 });
  assert.equal((await read()).offsetMs, 6 * MINUTE);
});

test('clock: a frozen clock stands still, can be moved, and goes on from where it stands', async (context) => {
  context.after(() => server.clock.setOffsetMs(0));
  await move({ now: '2031-05-05T06:00:00+02:00' });
  assert.equal((await move({ frozen: true })).now, '2031-05-05T04:00:00.000Z');
  server.clock.setOffsetMs(10_000);
  assert.deepEqual([(await read()).now, (await read()).frozen], ['2031-05-05T04:00:00.000Z', true]);
  assert.equal((await move({ frozen: true })).now, '2031-05-05T04:00:00.000Z');
  assert.equal((await move({ advanceMs: MINUTE })).now, '2031-05-05T04:01:00.000Z');
  assert.equal((await move({ now: '2029-01-01T00:00:00Z' })).now, '2029-01-01T00:00:00.000Z');
  assert.deepEqual(stateOf(await move({ offsetMs: -MINUTE })), {
    offsetMs: -MINUTE,
    now: '2029-12-31T23:59:10.000Z',
    frozen: true,
  });
  server.clock.setOffsetMs(20_000);
  assert.equal((await move({ frozen: false })).now, '2029-12-31T23:59:10.000Z');
  server.clock.setOffsetMs(21_000);
  assert.deepEqual(stateOf(await read()), {
    offsetMs: -70_000,
    now: '2029-12-31T23:59:11.000Z',
    frozen: false,
  });
});

test('clock: Overview says by how much it is moved and whether it stands still', async () => {
  await move({ frozen: true });
  await move({ advanceMs: MINUTE });
  const { body } = await server.call<ServerInfoWire>('GET', `${V1}/server`);
  const shown = body.realms.map(({ realm, clockOffsetMs, clockFrozenAt }) => [
    realm,
    clockOffsetMs,
    clockFrozenAt,
  ]);
  assert.deepEqual(shown, [
    ['master', 0, undefined],
    ['shop', MINUTE, '2030-01-01T00:01:00.000Z'],
  ]);
});

test('clock: a move reports the sessions that ended, by username, and a move back reports nothing', async () => {
  await server.tokenOf('shop', 'ann', 'till');
  await server.tokenOf('shop', 'ann', 'page');
  await server.tokenOf('shop', 'viewer', 'page');
  assert.deepEqual((await move({ advanceMs: 29 * MINUTE })).due.sessions, { count: 0, names: [] });
  const { due } = await move({ advanceMs: MINUTE });
  assert.deepEqual(due, {
    sessions: { count: 3, names: ['ann', 'viewer'] },
    offlineSessions: { count: 0, names: [] },
    prompts: { count: 0, names: [] },
    deviceCodes: { count: 0, names: [] },
    codes: { count: 0, names: [] },
  });
  assert.equal((await move({ advanceMs: MINUTE })).due.sessions.count, 0);
  assert.equal((await move({ offsetMs: 0 })).due.sessions.count, 0);
});

test('clock: of many ended sessions all are counted and the first 20 users are named', async () => {
  const users = Array.from({ length: 22 }, (_, index) => `user-${index}`);
  for (const username of users) {
    await server.call('POST', '/admin/realms/shop/users', { body: { username, enabled: true } });
    await server.tokenOf('shop', username, 'page');
  }
  const { sessions } = (await move({ now: '2030-01-02T00:00:00Z' })).due;
  assert.deepEqual([sessions.count, sessions.names.length], [22, 20]);
});

test('clock: it ends with its realm, and no export contains it', async () => {
  await server.call('POST', '/admin/realms', { body: { realm: 'brief' } });
  const path = `${V1}/realms/brief/clock`;
  await move({ now: '2040-01-01T00:00:00Z' }, path);
  const exports = await Promise.all(
    ['understudy', 'keycloak'].map((target) =>
      server.call<RealmRepresentation>('GET', `${V1}/realms/brief/export?for=${target}`),
    ),
  );
  for (const { body: file } of exports) {
    assert.equal(file.realm, 'brief');
    assert.doesNotMatch(JSON.stringify(file), /offsetMs|frozen|clock/i);
  }
  assert.equal((await server.call('DELETE', '/admin/realms/brief')).status, 204);
  assert.equal((await server.call('POST', '/admin/realms', { body: exports[0]?.body })).status, 201);
  assert.deepEqual(await read(path), { offsetMs: 0, now: '2030-01-01T00:00:00.000Z', frozen: false });
});

test('clock: it follows its realm to another name', async () => {
  await server.call('POST', '/admin/realms', { body: { realm: 'before' } });
  await move({ frozen: true }, `${V1}/realms/before/clock`);
  await server.call('PUT', '/admin/realms/before', { body: { realm: 'afterwards' } });
  assert.equal((await read(`${V1}/realms/afterwards/clock`)).frozen, true);
});
