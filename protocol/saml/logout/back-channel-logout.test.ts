import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { verifyElement } from '#protocol/crypto/verify-xml-signature.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { attributeOf, childElement, textOf } from '#protocol/xml/read-xml.ts';
import { writeCanonical } from '#protocol/xml/write-canonical.ts';
import { parseEnvelope } from '../messages/soap.ts';
import {
  describeProvider,
  logoutRequest,
  logoutResponse,
  SIGNING,
  signInAt,
  statusOfAnswer,
} from '../testing/logout.ts';
import {
  type Delivered,
  readDelivered,
  type SamlTestServer,
  SP_SIGNER,
  signMessage,
  withSamlServer,
} from '../testing/server.ts';
import { type PeerAnswer, type ReceivedPost, type SoapPeer, startSoapPeer } from '../testing/soap-peer.ts';
import { NAMESPACES } from '../xml-names.ts';

interface Outcome {
  readonly server: SamlTestServer;
  readonly peer: SoapPeer;
  /** The LogoutResponse to the requesting service provider. */
  readonly answer: Delivered;
}

/** `one` signs out of a session with `two`, which listens at the peer; `use` receives the results. */
async function signOut(
  change: (url: string) => Partial<ClientRepresentation>,
  reply: (server: SamlTestServer) => PeerAnswer,
  use: (outcome: Outcome) => void | Promise<void>,
): Promise<void> {
  let answer: PeerAnswer = () => 500;
  const peer = await startSoapPeer((post) => answer(post));
  const quiet = { saml_single_logout_service_url_post: '', saml_single_logout_service_url_redirect: '' };
  const two = change(peer.url);
  const clients = [
    describeProvider('one'),
    describeProvider('two', { ...two, attributes: { ...quiet, ...two.attributes } }),
  ];
  try {
    await withSamlServer(
      async (server) => {
        answer = reply(server);
        const browser = server.browser();
        const person = await signInAt(server, 'one', browser);
        const request = server.authnRequest({ issuer: 'two' });
        await server.signIn(request, { browser, signer: SP_SIGNER });
        const page = await server.sendRedirect(logoutRequest(server, 'one', person), { browser });
        await use({ server, peer, answer: readDelivered(page) });
      },
      { clients },
    );
  } finally {
    await peer.stop();
  }
}

const soap = (url: string): Partial<ClientRepresentation> => ({
  frontchannelLogout: false,
  attributes: { saml_single_logout_service_url_soap: `${url}/soap` },
});

const good =
  (server: SamlTestServer): PeerAnswer =>
  ({ body }) =>
    logoutResponse(server, 'two', parseEnvelope(body));

test('SAML Profiles §4.4.3.3: a service provider with a SOAP address is notified there, with SOAPAction, before sign-out completes', () =>
  signOut(soap, good, ({ peer, answer }) => {
    assert.equal(statusOfAnswer(answer), 'Success');
    assert.equal(peer.received.length, 1);
    const { path, headers } = peer.received[0] ?? {};
    assert.equal(path, '/soap');
    assert.equal(headers?.['soapaction'], '"http://www.oasis-open.org/committees/security"');
    assert.match(headers?.['content-type'] ?? '', /^text\/xml/);
    const message = peer.message();
    assert.equal(message.localName, 'LogoutRequest');
    assert.equal(textOf(childElement(message, NAMESPACES.assertion, 'NameID') ?? message), 'alice');
    assert.equal(attributeOf(message, 'Destination'), `${peer.url}/soap`);
  }));

test('SAML Core §5: the realm signs the request if the client requires it', () =>
  signOut(
    (url) => ({ ...soap(url), attributes: { ...soap(url).attributes, 'saml.server.signature': 'true' } }),
    good,
    async ({ server, peer }) => {
      const { key } = await server.keys.signingKey('demo', 'RS256');
      const publicKey = createPublicKey(key);
      const text = writeCanonical(peer.message());
      verifyElement({ root: parseXml(text), keys: [publicKey], allowSha1: false });
    },
  ));

test('a front-channel client without a front-channel address is notified by SOAP', () =>
  signOut(
    (url) => ({ ...soap(url), frontchannelLogout: true }),
    good,
    ({ peer, answer }) => {
      assert.equal(peer.received.length, 1);
      assert.equal(statusOfAnswer(answer), 'Success');
    },
  ));

const bad: readonly (readonly [
  string,
  (server: SamlTestServer, post: ReceivedPost) => string | number,
  RegExp,
])[] = [
  [
    'a response of another issuer',
    (server, { body }) => logoutResponse(server, 'one', parseEnvelope(body)),
    /is from one, not from two/,
  ],
  [
    'a response to another request',
    (server, { body }) =>
      logoutResponse(server, 'two', parseEnvelope(body), { attributes: { InResponseTo: '_x' } }),
    /answers _x, not ID_/,
  ],
  [
    'a response with an error status',
    (server, { body }) => logoutResponse(server, 'two', parseEnvelope(body), { status: 'Responder' }),
    /did not sign out: Responder/,
  ],
  [
    'another message',
    (server) => server.authnRequest({ issuer: 'two' }),
    /is samlp:AuthnRequest, not a LogoutResponse/,
  ],
  [
    'a fault',
    () =>
      `<f:Fault xmlns:f="${NAMESPACES.soap}"><faultcode>f:Server</faultcode><faultstring>no luck</faultstring></f:Fault>`,
    /SOAP fault: no luck/,
  ],
  ['an HTTP error', () => 500, /answered 500/],
  [
    'two messages',
    (server) => server.authnRequest() + server.authnRequest(),
    /holds 2 elements instead of one/,
  ],
];

for (const [what, reply, reason] of bad) {
  test(`SAML Core §3.7.3.2: ${what} makes the sign-out partial, and Activity says why`, () =>
    signOut(
      soap,
      (server) => (post) => reply(server, post),
      ({ server, answer }) => {
        assert.equal(statusOfAnswer(answer), 'Success PartialLogout');
        const call = server.activity.list().records.find(({ from }) => from === 'understudy');
        assert.match(call?.refusal?.reason ?? '', reason);
        assert.match(call?.refusal?.remedy ?? '', /two|artifact|ArtifactResponse|envelope|answer/i);
      },
    ));
}

const signing = (url: string): Partial<ClientRepresentation> => ({
  frontchannelLogout: false,
  attributes: { ...SIGNING, ...soap(url).attributes },
});

test('SAML Core §5: the response of a client that must sign is verified', () =>
  signOut(
    signing,
    (server) =>
      ({ body }) =>
        signMessage(logoutResponse(server, 'two', parseEnvelope(body))),
    ({ answer }) => assert.equal(statusOfAnswer(answer), 'Success'),
  ));

for (const [what, reply] of [
  ['an unsigned', async (xml: string) => xml],
  [
    'a modified',
    async (xml: string) =>
      (await signMessage(xml)).replace(/IssueInstant="[^"]*"/, 'IssueInstant="2030-01-01T00:00:01Z"'),
  ],
] as const) {
  test(`SAML Core §5: ${what} response of a client that must sign is rejected`, () =>
    signOut(
      signing,
      (server) =>
        ({ body }) =>
          reply(logoutResponse(server, 'two', parseEnvelope(body))),
      ({ server, answer }) => {
        assert.equal(statusOfAnswer(answer), 'Success PartialLogout');
        const call = server.activity.list().records.find(({ from }) => from === 'understudy');
        assert.equal(call?.refusal?.code, 'invalid_signature');
      },
    ));
}

for (const status of [200, 204, 302]) {
  test(`a client without a SOAP address is notified by a plain POST; the response ${status} is accepted`, () =>
    signOut(
      (url) => ({
        frontchannelLogout: false,
        attributes: { saml_single_logout_service_url_post: `${url}/post` },
      }),
      () => () => status,
      ({ peer, answer }) => {
        assert.equal(statusOfAnswer(answer), 'Success');
        const form = new URLSearchParams(peer.received[0]?.body);
        assert.equal(form.get('BACK_CHANNEL_LOGOUT'), 'BACK_CHANNEL_LOGOUT');
        const xml = Buffer.from(form.get('SAMLRequest') ?? '', 'base64').toString('utf8');
        assert.equal(parseXml(xml).localName, 'LogoutRequest');
      },
    ));
}

test('a client with only an Admin URL is notified there', () =>
  signOut(
    (url) => ({ frontchannelLogout: false, adminUrl: `${url}/admin` }),
    () => () => 200,
    ({ peer }) => assert.equal(peer.received[0]?.path, '/admin'),
  ));

test('a client without any address makes the sign-out partial', () =>
  signOut(
    () => ({ frontchannelLogout: false }),
    () => () => 200,
    ({ peer, answer }) => {
      assert.equal(peer.received.length, 0);
      assert.equal(statusOfAnswer(answer), 'Success PartialLogout');
    },
  ));

test('a disabled client is not notified', () =>
  signOut(
    (url) => ({ ...soap(url) }),
    good,
    async ({ server, peer }) => {
      const before = peer.received.length;
      const browser = server.browser();
      const person = await signInAt(server, 'one', browser);
      await signInAt(server, 'two', browser);
      await server.changeClient('two', { enabled: false });
      await server.sendRedirect(logoutRequest(server, 'one', person), { browser });
      assert.equal(peer.received.length, before);
    },
  ));
