import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signOutOf, withTwoRealms } from './broker/saml/testing/two-realms.ts';

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
