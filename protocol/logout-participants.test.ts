import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogoutParticipants } from './logout-participants.ts';
import type { BackChannelLogoutDeps } from './oauth/logout/back-channel-logout.ts';
import type { SessionEndContext } from './realm/sessions/sessions.ts';
import type { UserSession } from './store/store.ts';

test('a session without clients that began at no identity provider notifies no one', async () => {
  const context = { realm: { stored: {}, clientsById: new Map() } } as unknown as SessionEndContext;
  const session = { id: 's', clients: {} } as unknown as UserSession;
  const deps = { calls: { send: () => assert.fail('no one is called') } } as unknown as BackChannelLogoutDeps;
  const participants = createLogoutParticipants(deps);
  assert.equal(participants.length, 3);
  for (const participant of participants)
    assert.deepEqual(await participant.endSession(context, session), []);
});
