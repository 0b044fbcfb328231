import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import type { TestPage } from '#protocol/login/testing/browser.ts';
import { attributeOf, childElement, textOf } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { createArtifact } from './artifacts.ts';
import { parseEnvelope } from './messages/soap.ts';
import { describeProvider, logoutRequest, SIGNING, statusOfAnswer } from './testing/logout.ts';
import { nextId, readDelivered, type SamlTestServer, signMessage, withSamlServer } from './testing/server.ts';
import { type SoapPeer, startSoapPeer } from './testing/soap-peer.ts';
import { NAMESPACES, STATUS_PREFIX } from './xml-names.ts';

interface Desk {
  readonly server: SamlTestServer;
  readonly peer: SoapPeer;
  /** Sends an artifact of `entityId` to the endpoint. */
  send(entityId?: string, method?: 'GET' | 'POST'): Promise<TestPage>;
}

type Answer = (server: SamlTestServer, question: XmlElement) => string | Promise<string>;

/** Runs `use` with a client `sp` whose artifacts are resolved at the peer. */
async function withSender(
  answer: Answer,
  use: (desk: Desk) => Promise<void>,
  changes: Partial<ClientRepresentation> = {},
): Promise<void> {
  let reply: (question: XmlElement) => string | Promise<string> = () => '';
  const peer = await startSoapPeer(async ({ body }) => reply(parseEnvelope(body)));
  const address = { saml_artifact_resolution_service_url: `${peer.url}/ars` };
  const clients = [
    describeProvider('sp', { ...changes, attributes: { ...address, ...changes.attributes } }),
    describeProvider('mute'),
  ];
  try {
    await withSamlServer(
      async (server) => {
        reply = (question) => answer(server, question);
        const send: Desk['send'] = (entityId = 'sp', method = 'GET') => {
          const fields = { SAMLart: createArtifact(entityId), RelayState: 'rs' };
          const browser = server.browser();
          return method === 'POST'
            ? browser.post(server.endpoint, fields)
            : browser.get(`${server.endpoint}?${new URLSearchParams(fields)}`);
        };
        await use({ server, peer, send });
      },
      { clients },
    );
  } finally {
    await peer.stop();
  }
}

interface AnswerChanges {
  readonly issuer?: string;
  readonly inResponseTo?: string;
  readonly status?: string;
}

/** The refusal of the endpoint; the call to the service provider is a separate exchange. */
function refusalOf({ activity }: SamlTestServer) {
  return activity.list().records.find(({ to }) => to === 'understudy')?.refusal;
}

/** An ArtifactResponse with a message. */
function wrap(question: XmlElement, message: string, changes: AnswerChanges = {}): string {
  const { issuer = 'sp', inResponseTo = attributeOf(question, 'ID'), status = 'Success' } = changes;
  return `<samlp:ArtifactResponse xmlns:saml="${NAMESPACES.assertion}" xmlns:samlp="${NAMESPACES.protocol}" ID="${nextId()}" InResponseTo="${inResponseTo}" IssueInstant="2030-01-01T00:00:00Z" Version="2.0"><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${STATUS_PREFIX}${status}"></samlp:StatusCode></samlp:Status>${message}</samlp:ArtifactResponse>`;
}

const plain: Answer = (server, question) => wrap(question, server.authnRequest());

for (const method of ['GET', 'POST'] as const) {
  test(`SAML Bindings §3.6.3: an artifact by ${method} is exchanged for its AuthnRequest, and the user signs in`, () =>
    withSender(plain, async ({ peer, send }) => {
      const page = await send('sp', method);
      assert.match(page.text, /kc-form-login/);
      const question = peer.message();
      assert.equal(question.localName, 'ArtifactResolve');
      assert.equal(attributeOf(question, 'Destination'), `${peer.url}/ars`);
    }));
}

test('SAML Core §3.2.1: the ArtifactResolve is issued by the realm, and signed if the client requires it', () =>
  withSender(
    plain,
    async ({ server, peer, send }) => {
      await send();
      const issuer = childElement(peer.message(), NAMESPACES.assertion, 'Issuer');
      assert.equal(issuer === undefined ? '' : textOf(issuer), `${server.baseUrl}/realms/demo`);
      assert.ok(childElement(peer.message(), NAMESPACES.signature, 'Signature'));
    },
    { attributes: { 'saml.server.signature': 'true' } },
  ));

test('the message has the relay state of its artifact', () =>
  withSender(
    (server, question) => wrap(question, server.authnRequest({ attributes: { IsPassive: 'true' } })),
    async ({ send }) => {
      const url = new URL((await send()).headers.get('location') ?? 'about:blank');
      assert.equal(url.searchParams.get('RelayState') ?? readDelivered(await send()).relayState, 'rs');
    },
    { attributes: { 'saml.force.post.binding': 'true' } },
  ));

test('the client is found by its saml.artifact.binding.identifier, if set', () =>
  withSender(
    plain,
    async ({ server, send }) => {
      assert.match((await send('http://entity.test/')).text, /kc-form-login/);
      await send('sp');
      assert.equal(refusalOf(server)?.code, 'client_not_found');
    },
    { attributes: { 'saml.artifact.binding.identifier': createSourceId('http://entity.test/') } },
  ));

function createSourceId(entityId: string): string {
  return Buffer.from(createArtifact(entityId), 'base64').subarray(4, 24).toString('base64');
}

for (const [what, answer, reason] of [
  ['resolves to nothing', (_server, question) => wrap(question, ''), /refers to no message/],
  [
    'is answered by another issuer',
    (server, question) => wrap(question, server.authnRequest(), { issuer: 'mute' }),
    /is from mute, not from sp/,
  ],
  [
    'is answered for another request',
    (server, question) => wrap(question, server.authnRequest(), { inResponseTo: '_x' }),
    /answers _x/,
  ],
  [
    'is not resolved',
    (server, question) => wrap(question, server.authnRequest(), { status: 'Responder' }),
    /was not resolved: Responder/,
  ],
  [
    'resolves to the message of another sender',
    (server, question) => wrap(question, server.authnRequest({ issuer: 'mute' })),
    /the message behind it of mute/,
  ],
  [
    'resolves to two messages',
    (server, question) => wrap(question, server.authnRequest() + server.authnRequest()),
    /holds more than one message/,
  ],
  ['is answered with another message', (server) => server.authnRequest(), /not an ArtifactResponse/],
] as const satisfies readonly (readonly [string, Answer, RegExp])[]) {
  test(`SAML Bindings §3.6.5: an artifact that ${what} is rejected on a page`, () =>
    withSender(answer, async ({ server, send }) => {
      assert.equal((await send()).status, 400);
      const { reason: actual = '', remedy } = refusalOf(server) ?? {};
      assert.match(actual, reason);
      assert.ok(remedy);
    }));
}

for (const [what, artifact, code] of [
  ['is malformed', 'hello', 'invalid_token'],
  ['is of another type', Buffer.alloc(44).toString('base64'), 'invalid_token'],
  ['has an unknown issuer', createArtifact('http://nobody.test'), 'client_not_found'],
  ['has no resolution service', createArtifact('mute'), 'invalid_request'],
] as const) {
  test(`SAML Bindings §3.6.4: an artifact that ${what} is rejected on a page without a call`, () =>
    withSender(plain, async ({ server, peer }) => {
      const page = await server.browser().get(`${server.endpoint}?SAMLart=${encodeURIComponent(artifact)}`);
      assert.deepEqual([server.refusal(page).status, server.refusal(page).code], [400, code]);
      assert.equal(peer.received.length, 0);
    }));
}

test('SAML Bindings §3.6.5: for a client that must sign, either the message or the response must be signed', async () => {
  const inside: Answer = async (server, question) => wrap(question, await signMessage(server.authnRequest()));
  const outside: Answer = (server, question) => signMessage(wrapPlainly(question, server));
  for (const answer of [inside, outside]) {
    await withSender(
      answer,
      async ({ server, send }) => {
        const page = await send();
        assert.match(page.text, /kc-form-login/, JSON.stringify(server.newest().refusal));
      },
      { attributes: SIGNING },
    );
  }
});

/** Canonical except for the prefix of the first issuer, so that it can be signed. */
function wrapPlainly(question: XmlElement, server: SamlTestServer): string {
  const message = server
    .authnRequest()
    .replace(` xmlns:saml="${NAMESPACES.assertion}"`, '')
    .replace(` xmlns:samlp="${NAMESPACES.protocol}"`, '');
  return wrap(question, message);
}

test('SAML Core §5: for a client that must sign, an unsigned message in an unsigned response, or a modified one, is rejected', async () => {
  const changed: Answer = async (server, question) =>
    (await signMessage(wrapPlainly(question, server))).replace('Version="2.0"', 'Version="2.1"');
  const changedInside: Answer = async (server, question) =>
    wrap(question, (await signMessage(server.authnRequest())).replace('Version="2.0"', 'Version="2.1"'));
  for (const answer of [plain, changed, changedInside]) {
    await withSender(
      answer,
      async ({ server, send }) => {
        assert.equal((await send()).status, 400);
        assert.equal(
          refusalOf(server)?.code,
          answer === changedInside ? 'invalid_signature' : 'invalid_request',
        );
      },
      { attributes: SIGNING },
    );
  }
});

test('SAML Profiles §4.4.4.1: a LogoutRequest by artifact is processed and answered by POST', () =>
  withSender(
    (server, question) =>
      wrap(question, logoutRequest(server, 'sp', { nameId: 'alice', sessionIndex: 'gone' })),
    async ({ server, send }) => {
      const answer = readDelivered(await send());
      assert.deepEqual([answer.binding, answer.destination], ['post', 'http://sp.test/slo']);
      assert.equal(statusOfAnswer(answer), 'Success');
      assert.equal(server.activity.list().records[0]?.outcome, 'accepted');
    },
  ));
