import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { createSession } from '#protocol/store/testing/sample-session.ts';
import { type JoinSession, withNewSession, withUsedSession } from './join-session.ts';

const session = createSession('s1');
const joined: UserSession = { ...session, flow: 'joined' };

const join: (joining: JoinSession) => Promise<string> = (joining) =>
  joining((known) => ({ session: { ...(known ?? assert.fail()), flow: 'joined' }, result: 'done' }));

const refuse = async (joining: JoinSession): Promise<never> =>
  joining(() => {
    throw new RangeError('no');
  });

const setUp = () => {
  const { sessions } = createMemoryStore();
  return { sessions, stored: () => sessions.find(session.realmId, session.id) };
};

test('a new session is stored with what the protocol adds', async () => {
  const { sessions, stored } = setUp();
  assert.equal(await withNewSession(sessions, session, join), 'done');
  assert.deepEqual(await stored(), joined);
});

test('a new session may be joined again, as it is stored', async () => {
  const { sessions, stored } = setUp();
  await withNewSession(sessions, session, async (joining) => {
    await join(joining);
    await joining((known) => ({ session: { ...(known ?? assert.fail()), username: 'bob' }, result: 0 }));
  });
  assert.deepEqual(await stored(), { ...joined, username: 'bob' });
});

test('a new session is stored without clients if the protocol does not join it, refuses or fails', async () => {
  for (const use of [
    async () => 'refused',
    (joining: JoinSession) => joining(() => ({ result: 'left' })),
    refuse,
  ]) {
    const { sessions, stored } = setUp();
    await withNewSession(sessions, session, use).catch((error: unknown) =>
      assert.ok(error instanceof RangeError),
    );
    assert.deepEqual(await stored(), session);
  }
});

test('a new session that cannot be stored fails the sign-in, whatever the protocol does', async () => {
  const create = async (): Promise<never> => {
    throw new RangeError('disk full');
  };
  const { update } = createMemoryStore().sessions;
  for (const use of [join, refuse, async () => 'refused'])
    await assert.rejects(withNewSession<string>({ create, update }, session, use), RangeError);
});

test('a session that is used again has that time, whether or not the protocol joins it', async () => {
  for (const [use, flow] of [
    [join, 'joined'],
    [async () => 'refused', 'f'],
    [refuse, 'f'],
  ] as const) {
    const { sessions, stored } = setUp();
    await sessions.create(session);
    await withUsedSession<string>(sessions, session, 900, use).catch((error: unknown) =>
      assert.ok(error instanceof RangeError),
    );
    assert.deepEqual(await stored(), { ...session, lastAccessAt: 900, flow });
  }
});

test('a session that has ended meanwhile does not come back', async () => {
  const { sessions, stored } = setUp();
  const seen = await withUsedSession(sessions, session, 900, (joining) =>
    joining((known) => ({ result: known })),
  );
  assert.equal(seen, undefined);
  await withUsedSession(sessions, session, 900, async () => undefined);
  assert.equal(await stored(), undefined);
});
