import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeProvider, logoutRequest, signInAt, statusOfAnswer } from '../testing/logout.ts';
import { readDelivered, withSamlServer } from '../testing/server.ts';

test('SAML Profiles §4.4.3.3: disabled and back-channel clients are not visited', () =>
  withSamlServer(
    async (server) => {
      const browser = server.browser();
      const person = await signInAt(server, 'one', browser);
      await signInAt(server, 'two', browser);
      await signInAt(server, 'three', browser);
      await server.changeClient('two', { enabled: false });
      await server.changeClient('three', { frontchannelLogout: false });
      const page = await server.sendRedirect(logoutRequest(server, 'one', person), { browser });
      assert.equal(readDelivered(page).root.localName, 'LogoutResponse');
    },
    { clients: ['one', 'two', 'three'].map((name) => describeProvider(name)) },
  ));

test('SAML Profiles §4.4.3.3: a client whose message cannot be signed is skipped, and Activity names the setting', () =>
  withSamlServer(
    async (server) => {
      const browser = server.browser();
      const person = await signInAt(server, 'one', browser);
      await signInAt(server, 'two', browser);
      await server.changeClient('two', {
        attributes: { 'saml.server.signature': 'true', 'saml.signature.algorithm': 'NONE_SUCH' },
      });
      const page = await server.sendRedirect(logoutRequest(server, 'one', person), { browser });
      assert.equal(statusOfAnswer(readDelivered(page)), 'Success PartialLogout');
      const record = server
        .newest()
        .decisions.find(({ detail }) => detail.startsWith('two cannot be notified'));
      assert.match(record?.detail ?? '', /saml\.signature\.algorithm of client two/);
    },
    { clients: ['one', 'two'].map((name) => describeProvider(name)) },
  ));

test('SAML Core §3.7.3.2: the sign-out continues if a client is removed meanwhile', () =>
  withSamlServer(
    async (server) => {
      const browser = server.browser();
      const person = await signInAt(server, 'one', browser);
      await signInAt(server, 'two', browser);
      await signInAt(server, 'three', browser);
      await server.changeRealm((realm) => ({
        ...realm,
        clients: (realm.clients ?? []).filter(({ clientId }) => clientId !== 'two'),
      }));
      const page = await server.sendRedirect(logoutRequest(server, 'one', person), { browser });
      assert.equal(readDelivered(page).destination, 'http://three.test/slo-redirect');
    },
    { clients: ['one', 'two', 'three'].map((name) => describeProvider(name)) },
  ));
