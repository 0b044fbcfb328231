import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestPage } from '#protocol/login/testing/browser.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { attributeOf, childElement, textOf } from '#protocol/xml/read-xml.ts';
import {
  type describeProvider,
  logoutRequest,
  logoutResponse,
  SIGNING,
  sessionsOf,
  signInAt,
  statusOfAnswer,
  withProviders,
} from '../testing/logout.ts';
import {
  type Delivered,
  readDelivered,
  type SamlTestServer,
  SP_SIGNER,
  signMessage,
} from '../testing/server.ts';
import { NAMESPACES } from '../xml-names.ts';

const answerOf = (delivered: Delivered): Record<string, string | undefined> => ({
  binding: delivered.binding,
  destination: delivered.destination,
  name: delivered.root.localName,
  status: statusOfAnswer(delivered),
  inResponseTo: attributeOf(delivered.root, 'InResponseTo'),
  relayState: delivered.relayState,
});

test('SAML Profiles §4.4: the only service provider in a session gets its LogoutResponse at once, by the binding of its request', () =>
  withProviders(
    async (server) => {
      for (const binding of ['redirect', 'post'] as const) {
        const browser = server.browser();
        const person = await signInAt(server, 'one', browser);
        const request = logoutRequest(server, 'one', person, { ID: `_ask-${binding}` });
        const send = binding === 'post' ? server.sendPost : server.sendRedirect;
        const page = await send(request, { browser, relayState: 'a b&c' });
        assert.deepEqual(answerOf(readDelivered(page)), {
          binding,
          destination: binding === 'post' ? 'http://one.test/slo' : 'http://one.test/slo-redirect',
          name: 'LogoutResponse',
          status: 'Success',
          inResponseTo: `_ask-${binding}`,
          relayState: 'a b&c',
        });
        assert.equal(browser.cookies.has('KEYCLOAK_IDENTITY'), false);
        assert.equal(await sessionsOf(server), 0);
      }
    },
    ['one'],
  ));

/** Signs `one` out of a session of three service providers; returns the messages the browser carried. */
async function walk(
  server: SamlTestServer,
  answer: (hop: Delivered, name: string) => string,
): Promise<{ hops: Delivered[]; last: TestPage }> {
  const browser = server.browser();
  const person = await signInAt(server, 'one', browser);
  await signInAt(server, 'two', browser);
  await signInAt(server, 'three', browser);
  const hops: Delivered[] = [];
  let page = await server.sendRedirect(logoutRequest(server, 'one', person), { browser, relayState: 'rs' });
  for (const name of ['two', 'three']) {
    const hop = readDelivered(page);
    hops.push(hop);
    page = await server.sendRedirect(answer(hop, name), { browser, parameter: 'SAMLResponse' });
  }
  return { hops, last: page };
}

const THREE: readonly Parameters<typeof describeProvider>[] = [['one'], ['two'], ['three']];

test('SAML Profiles §4.4.3: the other service providers are visited in turn with their own SessionIndex, then the first is answered', () =>
  withProviders(
    async (server) => {
      const { hops, last } = await walk(server, (hop, name) => logoutResponse(server, name, hop.root));
      assert.deepEqual(
        hops.map(({ destination, parameter }) => [destination, parameter]),
        [
          ['http://two.test/slo-redirect', 'SAMLRequest'],
          ['http://three.test/slo-redirect', 'SAMLRequest'],
        ],
      );
      const indexes = hops.map(({ root }) =>
        textOf(childElement(root, NAMESPACES.protocol, 'SessionIndex') ?? root),
      );
      assert.equal(new Set(indexes).size, 2);
      assert.equal(new Set(indexes.map((index) => index.split('::')[0])).size, 1);
      assert.equal(statusOfAnswer(readDelivered(last)), 'Success');
      assert.equal(readDelivered(last).destination, 'http://one.test/slo-redirect');
      assert.equal(readDelivered(last).relayState, 'rs');
    },
    ...THREE,
  ));

test('SAML Core §3.7.1: a LogoutRequest has the name from the sign-in, its destination and its expiry', () =>
  withProviders(
    async (server) => {
      const { hops } = await walk(server, (hop, name) => logoutResponse(server, name, hop.root));
      const root = hops[0]?.root ?? parseXml('<none/>');
      const nameId = childElement(root, NAMESPACES.assertion, 'NameID');
      assert.equal(nameId === undefined ? '' : textOf(nameId), 'alice');
      assert.equal(attributeOf(root, 'Destination'), 'http://two.test/slo-redirect');
      assert.equal(
        Date.parse(attributeOf(root, 'NotOnOrAfter') ?? '') -
          Date.parse(attributeOf(root, 'IssueInstant') ?? ''),
        60_000,
      );
    },
    ...THREE,
  ));

test('SAML Core §3.7.3.2: a service provider that fails to sign out makes the response PartialLogout', () =>
  withProviders(
    async (server) => {
      const { last } = await walk(server, (hop, name) =>
        logoutResponse(server, name, hop.root, { status: name === 'two' ? 'Responder' : 'Success' }),
      );
      assert.equal(statusOfAnswer(readDelivered(last)), 'Success PartialLogout');
    },
    ...THREE,
  ));

test('SAML Core §3.7.3.2: a service provider without an address makes the response PartialLogout, and Activity names the setting', () =>
  withProviders(
    async (server) => {
      const browser = server.browser();
      const person = await signInAt(server, 'one', browser);
      await signInAt(server, 'two', browser);
      const page = await server.sendRedirect(logoutRequest(server, 'one', person), { browser });
      assert.equal(statusOfAnswer(readDelivered(page)), 'Success PartialLogout');
      const { decisions } = server.newest();
      assert.ok(
        decisions.some(({ detail }) =>
          /two is not notified.*saml_single_logout_service_url_post/.test(detail),
        ),
      );
    },
    ['one'],
    [
      'two',
      {
        attributes: { saml_single_logout_service_url_post: '', saml_single_logout_service_url_redirect: '' },
      },
    ],
  ));

test('a service provider with only an Admin URL is visited there by POST', () =>
  withProviders(
    async (server) => {
      const browser = server.browser();
      const person = await signInAt(server, 'one', browser);
      await signInAt(server, 'two', browser);
      const page = await server.sendRedirect(logoutRequest(server, 'one', person), { browser });
      const { binding, destination } = readDelivered(page);
      assert.deepEqual([binding, destination], ['post', 'http://two.test/admin']);
    },
    ['one'],
    [
      'two',
      {
        adminUrl: 'http://two.test/admin',
        attributes: { saml_single_logout_service_url_post: '', saml_single_logout_service_url_redirect: '' },
      },
    ],
  ));

for (const [why, change] of [
  ['a response of another service provider', { issuer: 'three' }],
  ['a response to another request', { attributes: { InResponseTo: '_other' } }],
  ['a response without InResponseTo', { attributes: { InResponseTo: '' } }],
] as const) {
  test(`SAML Core §3.7.2: ${why} does not continue the sign-out`, () =>
    withProviders(
      async (server) => {
        const browser = server.browser();
        const person = await signInAt(server, 'one', browser);
        await signInAt(server, 'two', browser);
        const hop = readDelivered(
          await server.sendRedirect(logoutRequest(server, 'one', person), { browser }),
        );
        const { issuer = 'two', attributes = {} } = change as {
          issuer?: string;
          attributes?: Record<string, string>;
        };
        const wrong = logoutResponse(server, issuer, hop.root, { attributes });
        const page = await server.sendRedirect(wrong, { browser, parameter: 'SAMLResponse' });
        const { status, code, reason } = server.refusal(page);
        assert.deepEqual([status, code], [400, 'invalid_request']);
        assert.match(reason, /No sign-out waits for an answer of (two|three)/);
        const right = logoutResponse(server, 'two', hop.root);
        const last = await server.sendPost(right, { browser, parameter: 'SAMLResponse' });
        assert.equal(statusOfAnswer(readDelivered(last)), 'Success');
      },
      ...THREE,
    ));
}

test('SAML Core §3.7.2: a repeated response is rejected', () =>
  withProviders(
    async (server) => {
      const browser = server.browser();
      const person = await signInAt(server, 'one', browser);
      await signInAt(server, 'two', browser);
      const hop = readDelivered(await server.sendRedirect(logoutRequest(server, 'one', person), { browser }));
      const answer = logoutResponse(server, 'two', hop.root);
      await server.sendRedirect(answer, { browser, parameter: 'SAMLResponse' });
      const page = await server.sendRedirect(answer, { browser, parameter: 'SAMLResponse' });
      assert.equal(server.refusal(page).status, 400);
    },
    ...THREE,
  ));

test('SAML Core §3.7.3.1: an unsigned LogoutRequest is rejected if a signature is required, and the session continues', () =>
  withProviders(
    async (server) => {
      const browser = server.browser();
      const request = server.authnRequest({ issuer: 'one' });
      await server.signIn(request, { browser, signer: SP_SIGNER });
      const page = await server.sendRedirect(logoutRequest(server, 'one', { nameId: 'alice' }), { browser });
      assert.equal(server.refusal(page).code, 'invalid_signature');
      assert.equal(await sessionsOf(server), 1);
      const signed = await server.sendPost(
        await signMessage(logoutRequest(server, 'one', { nameId: 'alice' })),
        {
          browser,
        },
      );
      assert.equal(statusOfAnswer(readDelivered(signed)), 'Success');
      assert.equal(await sessionsOf(server), 0);
    },
    ['one', { attributes: SIGNING }],
  ));

test('SAML Core §3.2.1: the response is signed in the query by redirect, in the XML by POST', () =>
  withProviders(
    async (server) => {
      const browser = server.browser();
      const byRedirect = readDelivered(
        await server.sendRedirect(logoutRequest(server, 'one', await signInAt(server, 'one', browser)), {
          browser,
        }),
      );
      assert.match(byRedirect.query, /SigAlg=.*&Signature=/);
      const byPost = readDelivered(
        await server.sendPost(logoutRequest(server, 'one', await signInAt(server, 'one', browser)), {
          browser,
        }),
      );
      assert.ok(byPost.xml.includes('<dsig:Signature'));
    },
    ['one', { attributes: { 'saml.server.signature': 'true' } }],
  ));

for (const [what, attributes, code] of [
  ['that has expired', { NotOnOrAfter: '2029-12-31T23:58:00Z' }, 'stale_request'],
  ['issued last year', { IssueInstant: '2029-01-01T00:00:00Z' }, 'stale_request'],
  ['issued in the future', { IssueInstant: '2030-01-01T01:00:00Z' }, 'stale_request'],
  ['with an invalid NotOnOrAfter', { NotOnOrAfter: 'tomorrow' }, 'invalid_token'],
  ['for another destination', { Destination: 'http://other.test/saml' }, 'invalid_destination'],
  ['of another version', { Version: '1.1' }, 'unsupported_version'],
  ['without an ID', { ID: '' }, 'invalid_token'],
] as const) {
  test(`SAML Core §3.7.1: a LogoutRequest ${what} is rejected, and the session continues`, () =>
    withProviders(
      async (server) => {
        const browser = server.browser();
        const person = await signInAt(server, 'one', browser);
        const page = await server.sendRedirect(logoutRequest(server, 'one', person, attributes), { browser });
        const refusal = server.refusal(page);
        assert.deepEqual([refusal.status, refusal.code], [400, code]);
        assert.equal(await sessionsOf(server), 1);
      },
      ['one'],
    ));
}

test('SAML Core §1.3.4: a LogoutRequest is single-use', () =>
  withProviders(
    async (server) => {
      const browser = server.browser();
      const request = logoutRequest(server, 'one', await signInAt(server, 'one', browser));
      await server.sendRedirect(request, { browser });
      await signInAt(server, 'one', browser);
      assert.equal(server.refusal(await server.sendRedirect(request, { browser })).code, 'replayed_request');
      assert.equal(await sessionsOf(server), 1);
    },
    ['one'],
  ));

test('SAML Profiles §4.4.3.4: without an address for the response no session is ended, and the page says so', () =>
  withProviders(
    async (server) => {
      const browser = server.browser();
      const person = await signInAt(server, 'one', browser);
      const page = await server.sendRedirect(logoutRequest(server, 'one', person), { browser });
      const { page: text, remedy, status } = server.refusal(page);
      assert.deepEqual([status, text], [400, 'Logout failed']);
      assert.match(remedy ?? '', /saml_single_logout_service_url_post/);
      assert.equal(await sessionsOf(server), 1);
    },
    [
      'one',
      {
        attributes: { saml_single_logout_service_url_post: '', saml_single_logout_service_url_redirect: '' },
      },
    ],
  ));
