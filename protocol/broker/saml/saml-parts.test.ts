import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withTwoRealms } from './testing/two-realms.ts';

test('a realm of this server is the SAML provider of another one', () =>
  withTwoRealms({}, async (realms) => {
    const done = await realms.signIn();
    assert.ok(done.leadsTo['code'], done.text);
    const user = await realms.server.store.users.findByEmail('r-id', 'alice@example.test');
    assert.equal(user?.firstName, 'Alice');
    assert.equal(user?.lastName, 'Liddell');
  }));

test('the session of a brokered sign-in knows the name identifier for a sign-out', () =>
  withTwoRealms({}, async (realms) => {
    await realms.signIn();
    for await (const { notes } of realms.server.store.sessions.list('r-id')) {
      assert.equal(notes?.['identity_provider'], 'idp');
      assert.match(notes?.['SAML_FEDERATED_SESSION_INDEX'] ?? '', /::broker-id$/);
    }
  }));

test('Keycloak SAML brokering: a realm whose client has another certificate refuses the signed request', () =>
  withTwoRealms({}, async (realms) => {
    const { store, keys } = realms.server;
    await keys.rotate('r', 'RS256');
    assert.ok(store.realms.find('idp'));
    await assert.rejects(realms.signIn(), /form/);
  }));
