import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestPage } from '#protocol/login/testing/browser.ts';
import { createArtifact } from '#protocol/saml/artifacts.ts';
import { signRendered } from '#protocol/saml/make-response.ts';
import { renderArtifactResponse } from '#protocol/saml/messages/artifact-response.ts';
import { parseEnvelope } from '#protocol/saml/messages/soap.ts';
import { type SamlStatus, SUCCESS } from '#protocol/saml/status.ts';
import { type PeerAnswer, startSoapPeer } from '#protocol/saml/testing/soap-peer.ts';
import { NAMESPACES, STATUS_PREFIX } from '#protocol/saml/xml-names.ts';
import { attributeOf } from '#protocol/xml/read-xml.ts';
import {
  type AnswerChanges,
  endpointOf,
  IDP,
  SIGNER,
  type Waiting,
  withWaiting,
} from './testing/saml-provider.ts';
import { type TwoRealms, withTwoRealms } from './testing/two-realms.ts';

/** An ArtifactResponse, with what differs from a good one. */
interface Changes {
  /** Of the Response inside. */
  readonly response?: AnswerChanges;
  readonly issuer?: string;
  readonly inResponseTo?: string;
  readonly status?: SamlStatus;
  /** Undefined: none. */
  readonly message?: string | undefined;
  readonly isSigned?: boolean;
  readonly tamper?: (xml: string) => string;
  /** What the resolution service sends instead. */
  readonly raw?: string | number;
}

async function artifactResponse(waiting: Waiting, requestId: string, changes: Changes): Promise<string> {
  const response = { signsResponse: false, ...changes.response };
  const rendered = renderArtifactResponse({
    id: '_artifact-response',
    issuedAt: waiting.fixture.clock.now(),
    issuer: changes.issuer ?? IDP,
    inResponseTo: changes.inResponseTo ?? requestId,
    status: changes.status ?? SUCCESS,
    message: 'message' in changes ? changes.message : await waiting.answer(response),
  });
  const xml =
    changes.isSigned === false
      ? rendered.head + rendered.rest.wire
      : (await signRendered(SIGNER, '_artifact-response', rendered, { samlp: NAMESPACES.protocol })).wire;
  return changes.tamper?.(xml) ?? xml;
}

interface Brought {
  readonly page: TestPage;
  readonly waiting: Waiting;
  /** Envelopes that the resolution service got. */
  readonly asked: readonly string[];
}

interface Setup {
  readonly config?: Readonly<Record<string, string>>;
  readonly artifact?: string;
  readonly relayState?: string | undefined;
}

/** The browser brings an artifact, which is resolved at a server of the provider. */
async function bring(changes: Changes, check: (brought: Brought) => void, setup: Setup = {}): Promise<void> {
  let answer: PeerAnswer = () => 500;
  const peer = await startSoapPeer((post) => answer(post));
  const { config = {}, artifact = createArtifact(IDP) } = setup;
  const artifactResolutionServiceUrl = `${peer.url}/ars`;
  try {
    await withWaiting({ artifactResolutionServiceUrl, ...config }, async (waiting) => {
      answer = async ({ body }) =>
        changes.raw ?? artifactResponse(waiting, attributeOf(parseEnvelope(body), 'ID') ?? '', changes);
      const relayState = 'relayState' in setup ? setup.relayState : waiting.request.relayState;
      const fields = {
        SAMLart: artifact,
        ...(relayState === undefined ? {} : { RelayState: relayState }),
      };
      const page = await waiting.browser.get(`${endpointOf(waiting.fixture)}?${new URLSearchParams(fields)}`);
      const asked = peer.received.map(({ body }) => body);
      check({ page: await waiting.browser.follow(page), waiting, asked });
    });
  } finally {
    await peer.stop();
  }
}

const isAccepted = ({ page }: Brought): void => assert.match(page.text, /kc-idp-review-profile-form/);

for (const [name, changes, config] of [
  ['the ArtifactResponse is signed', {}, {}],
  ['the Response in it is signed', { isSigned: false, response: { signsResponse: true } }, {}],
  ['the assertion in it is signed', { isSigned: false, response: { signsAssertion: true } }, {}],
  ['all of them are signed', { response: { signsResponse: true, signsAssertion: true } }, {}],
  ['nothing is signed, with validateSignature off', { isSigned: false }, { validateSignature: 'false' }],
] as const)
  test(`SAML Bindings §3.6.5: an artifact signs a person in if ${name}`, () =>
    bring(changes, isAccepted, { config }));

test('SAML Core §3.5.1: the provider is asked with the artifact, by a message that is signed if requests are', async () => {
  const artifact = createArtifact(IDP);
  await bring(
    {},
    ({ asked: [envelope = ''], waiting }) => {
      assert.ok(envelope.includes(`<samlp:Artifact>${artifact}</samlp:Artifact>`), envelope);
      assert.ok(envelope.includes(`>${waiting.fixture.baseUrl}/realms/r</saml:Issuer>`));
      assert.match(envelope, /Destination="http:\/\/127\.0\.0\.1:\d+\/ars"/);
      assert.doesNotMatch(envelope, /dsig:Signature/);
    },
    { artifact },
  );
  await bring({}, ({ asked }) => assert.match(asked[0] ?? '', /<dsig:SignatureValue>/), {
    config: { wantAuthnRequestsSigned: 'true' },
  });
});

const failed = (name: string): SamlStatus => ({
  topLevel: `${STATUS_PREFIX}${name}`,
  secondLevel: undefined,
  message: undefined,
});

const REFUSED: readonly (readonly [string, Changes, RegExp, Setup?])[] = [
  ['nothing signed', { isSigned: false }, /Neither the Response nor the assertion/],
  [
    'a Response that was changed',
    { tamper: (xml) => xml.replace('ada@', 'eve@') },
    /signature of the ArtifactResponse .*changed after it was signed/,
  ],
  [
    'a signed Response inside that was changed',
    {
      isSigned: false,
      response: { signsResponse: true },
      tamper: (xml) => xml.replace('ada@', 'eve@'),
    },
    /signature of the Response .*changed after it was signed/,
  ],
  ['another Issuer', { issuer: 'urn:evil' }, /Issuer of the ArtifactResponse is urn:evil/],
  [
    'another Issuer of the Response',
    { response: { response: { issuer: 'urn:evil' } } },
    /Issuer of the Response/,
  ],
  ['the answer to another request', { inResponseTo: '_other' }, /ArtifactResponse answers _other/],
  [
    'a Response to another request',
    { response: { response: { inResponseTo: '_old' } } },
    /Response answers request _old/,
  ],
  ['no InResponseTo', { response: { response: { inResponseTo: undefined } } }, /no InResponseTo/],
  [
    'another Destination',
    { response: { response: { destination: 'https://sp.example/' } } },
    /is for https:\/\/sp\.example/,
  ],
  ['no message', { message: undefined }, /refers to no message: it was used before.*Look at that call/],
  ['another message', { message: '<a></a>' }, /is a, not a Response/],
  ['a status of failure', { message: undefined, status: failed('Responder') }, /did not resolve.*Responder/],
  ['no envelope', { raw: 404 }, /answered 404.*config\.artifactResolutionServiceUrl/],
  ['another element', { raw: '<a/>' }, /is a, not an ArtifactResponse/],
  [
    'no address',
    {},
    /no address where artifacts.*artifactResolutionServiceUrl/,
    { config: { artifactResolutionServiceUrl: '' } },
  ],
  [
    'an address that is not http',
    {},
    /no address where artifacts/,
    { config: { artifactResolutionServiceUrl: 'ftp://x' } },
  ],
  ['an invalid artifact', {}, /not an artifact of type 4/, { artifact: 'AAAA' }],
  ['no RelayState', {}, /artifact of identity provider corp has no RelayState/, { relayState: undefined }],
];

for (const [name, changes, reason, setup] of REFUSED)
  test(`SAML Bindings §3.6: an artifact with ${name} is refused`, () =>
    bring(changes, ({ page, waiting }) => assert.match(waiting.reasonOf(page), reason), setup));

for (const [name, config] of [
  ['signed', {}],
  ['unsigned', { wantAuthnRequestsSigned: 'false' }],
] as const)
  test(`Keycloak artifactBindingResponse: a realm of this server as provider, with ${name} requests`, () =>
    withTwoRealms({ artifactBindingResponse: 'true', ...config }, async (realms) => {
      if ('wantAuthnRequestsSigned' in config) await acceptUnsigned(realms);
      const done = await realms.signIn();
      assert.ok(done.leadsTo['code'], done.text);
      const { activity } = realms.server;
      assert.ok(activity.list().records.some(({ title }) => title === 'SAML artifact resolution'));
    }));

async function acceptUnsigned({ server }: TwoRealms): Promise<void> {
  await server.store.realms.update('idp', (realm) => ({
    ...realm,
    clients: (realm.clients ?? []).map((client) => ({
      ...client,
      attributes: { ...client.attributes, 'saml.client.signature': 'false' },
    })),
  }));
}
