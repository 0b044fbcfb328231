import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type describeProvider,
  logoutRequest,
  SIGNING,
  sendSoap,
  sessionsOf,
  signInAt,
  statusOfAnswer,
  withProviders,
} from '../testing/logout.ts';
import { readDelivered, SP_SIGNER, signMessage } from '../testing/server.ts';

const THREE: readonly Parameters<typeof describeProvider>[] = [['one'], ['two'], ['three']];

test('SAML Core §3.7.3.1: a name identifier other than the browser’s answers UnknownPrincipal, and the session continues', () =>
  withProviders(
    async (server) => {
      const browser = server.browser();
      await signInAt(server, 'one', browser);
      const page = await server.sendRedirect(logoutRequest(server, 'one', { nameId: 'bob' }), { browser });
      assert.equal(statusOfAnswer(readDelivered(page)), 'Requester UnknownPrincipal');
      assert.equal(server.newest().refusal?.code, 'unknown_principal');
      assert.equal(await sessionsOf(server), 1);
    },
    ['one'],
  ));

test('the SessionIndex of an ended session answers Success, and the browser’s new session continues', () =>
  withProviders(
    async (server) => {
      const browser = server.browser();
      const before = await signInAt(server, 'one', browser);
      await server.sendRedirect(logoutRequest(server, 'one', before), { browser });
      await signInAt(server, 'one', browser);
      const page = await server.sendRedirect(logoutRequest(server, 'one', before), { browser });
      assert.equal(statusOfAnswer(readDelivered(page)), 'Success');
      assert.equal(await sessionsOf(server), 1);
    },
    ['one'],
  ));

test('without a cookie the session is found by SessionIndex', () =>
  withProviders(
    async (server) => {
      const person = await signInAt(server, 'one', server.browser());
      const page = await server.sendRedirect(logoutRequest(server, 'one', person));
      assert.equal(statusOfAnswer(readDelivered(page)), 'Success');
      assert.equal(await sessionsOf(server), 0);
    },
    ['one'],
  ));

test('SAML Core §3.7.1: a signed request without SessionIndex ends all sessions of the name identifier, an unsigned one only the browser’s', () =>
  withProviders(
    async (server) => {
      for (const name of ['one', 'signing'] as const) {
        const signer = name === 'signing' ? { signer: SP_SIGNER } : {};
        const browser = server.browser();
        for (const each of [browser, server.browser()])
          await server.signIn(server.authnRequest({ issuer: name }), { browser: each, ...signer });
        const request = logoutRequest(server, name, { nameId: 'alice' });
        await server.sendRedirect(request, { browser, ...signer });
        // The session left from the first round is not `signing`'s, so the second round does not end it.
        assert.equal(await sessionsOf(server), 1, name);
      }
    },
    ['one'],
    ['signing', { attributes: SIGNING }],
  ));

test('SAML Bindings §3.2: a SOAP LogoutRequest ends the named session and is answered in an envelope', () =>
  withProviders(
    async (server) => {
      const person = await signInAt(server, 'one', server.browser());
      const page = await sendSoap(server, logoutRequest(server, 'one', person, { Destination: '' }));
      assert.equal(page.status, 200);
      assert.match(page.headers.get('content-type') ?? '', /^text\/xml/);
      assert.ok(page.text.includes('status:Success'));
      assert.equal(await sessionsOf(server), 0);
    },
    ['one'],
  ));

test('SAML Core §3.7.1: an unsigned SOAP request that names no session is denied', () =>
  withProviders(
    async (server) => {
      await signInAt(server, 'one', server.browser());
      const page = await sendSoap(server, logoutRequest(server, 'one', { nameId: 'alice' }));
      assert.ok(page.text.includes('status:RequestDenied'));
      assert.equal(await sessionsOf(server), 1);
    },
    ['one'],
  ));

test('SAML Core §3.7.1: a signed SOAP request is verified inside its envelope, and a modified one answers a fault', () =>
  withProviders(
    async (server) => {
      const browser = server.browser();
      await server.signIn(server.authnRequest({ issuer: 'one' }), { browser, signer: SP_SIGNER });
      const signed = await signMessage(logoutRequest(server, 'one', { nameId: 'alice' }));
      const changed = await sendSoap(server, signed.replace('>alice<', '>alicia<'));
      assert.equal(changed.status, 500);
      assert.ok(changed.text.includes('<faultstring>invalidRequesterMessage</faultstring>'));
      assert.equal(server.newest().refusal?.code, 'invalid_signature');
      assert.equal(await sessionsOf(server), 1);
      assert.ok((await sendSoap(server, signed)).text.includes('status:Success'));
      assert.equal(await sessionsOf(server), 0);
    },
    ['one', { attributes: SIGNING }],
  ));

test('another service provider’s SessionIndex ends no session', () =>
  withProviders(
    async (server) => {
      const browser = server.browser();
      await signInAt(server, 'one', browser);
      const two = await signInAt(server, 'two', browser);
      await sendSoap(server, logoutRequest(server, 'one', two));
      assert.equal(await sessionsOf(server), 1);
    },
    ...THREE,
  ));
