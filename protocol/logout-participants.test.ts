import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signOutOf, withTwoRealms } from './broker/saml/testing/two-realms.ts';

import { createLogoutParticipants } from './logout-participants.ts';
import type { BackChannelLogoutDeps } from './oauth/logout/back-channel-logout.ts';
import type { SessionEndContext } from './realm/sessions/sessions.ts';
import type { UserSession } from './store/store.ts';

test('a session without clients that began at no identity provider notifies no one', async () => {
  const context = { realm: { stored: {}, clientsById: new Map() } } as unknown as SessionEndContext;
  const session = { id: 's', clients: {} } as unknown as UserSession;
  const deps = { calls: { send: () => assert.fail('no one is called') } } as unknown as BackChannelLogoutDeps;
  const participants = createLogoutParticipants(deps);
  assert.equal(participants.length, 4);
  for (const participant of participants)
    assert.deepEqual(await participant.endSession(context, session), []);
});

test('clients and the SAML provider of a session are notified from server to server, recorded in Activity', () =>
  withTwoRealms({ backchannelSupported: 'true' }, async (realms) => {
    await realms.signIn();
    await signOutOf(realms.atApp, 'r');
    const { records } = realms.server.activity.list();
    const call = records.find((record) => record.call === 'saml-logout');
    assert.equal(call?.title, 'Sign-out at an identity provider');
    assert.equal(call?.outcome, 'accepted');
  }));

test('the provider of a session is not notified if it is visited by the browser', () =>
  withTwoRealms({}, async (realms) => {
    await realms.signIn();
    await signOutOf(realms.atApp, 'r');
    const { records } = realms.server.activity.list();
    assert.equal(
      records.some((record) => record.call === 'saml-logout'),
      false,
    );
  }));
