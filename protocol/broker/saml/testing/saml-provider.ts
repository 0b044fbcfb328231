// For tests: a SAML provider on another machine, which signs with the key in fixtures/keys.
import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { encryptElement } from '#protocol/crypto/xml-encryption.ts';
import { CANONICALIZATIONS, type XmlSigner } from '#protocol/crypto/xml-signature.ts';
import type { TestPage } from '#protocol/login/testing/browser.ts';
import type { LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import type { LoginFixture } from '#protocol/login/testing/login-fixture.ts';
import { signRendered } from '#protocol/saml/make-response.ts';
import { type Assertion, renderAssertion } from '#protocol/saml/messages/assertion.ts';
import { renderResponse } from '#protocol/saml/messages/response.ts';
import { type SamlStatus, SUCCESS } from '#protocol/saml/status.ts';
import { type Delivered, readDelivered } from '#protocol/saml/testing/server.ts';
import { NAME_ID_FORMATS, NAMESPACES } from '#protocol/saml/xml-names.ts';
import { attributeOf } from '#protocol/xml/read-xml.ts';
import { buttonOf, provider, withProviders } from '../../testing/brokering.ts';
import type { ExpectedResponse } from '../check-assertion.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../../../fixtures/keys/${name}`, import.meta.url), 'utf8');

/** The provider's certificate, base64 of DER. */
export const CERTIFICATE: string = read('test-saml.certificate.pem').replaceAll(/-----[A-Z ]+-----|\s/g, '');

export const SIGNER: XmlSigner = {
  algorithm: 'RSA_SHA256',
  canonicalization: CANONICALIZATIONS.exclusive,
  key: createPrivateKey(read('test-saml.private.pem')),
  keyInfo: '',
};

export const IDP = 'https://idp.example/metadata';
const SSO = 'https://idp.example/sso';
export const SLO = 'https://idp.example/slo';

/** A provider `corp` whose answers must be signed. */
export function samlProvider(
  config: Readonly<Record<string, string>> = {},
  members: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return provider(
    'corp',
    'saml',
    {
      singleSignOnServiceUrl: SSO,
      idpEntityId: IDP,
      validateSignature: 'true',
      signingCertificate: CERTIFICATE,
      postBindingResponse: 'true',
      'understudy.stand-in': 'never',
      ...config,
    },
    members,
  );
}

/** The provider's endpoint in realm `r`. */
export const endpointOf = ({ baseUrl }: { readonly baseUrl: string }): string =>
  `${baseUrl}/realms/r/broker/corp/endpoint`;

/** A response, with what differs from a good one. */
export interface AnswerChanges {
  readonly response?: Readonly<{
    id?: string;
    issuer?: string;
    destination?: string;
    inResponseTo?: string | undefined;
    status?: SamlStatus;
  }>;
  /** Undefined: a response without an assertion. */
  readonly assertion?: Partial<Assertion> | undefined;
  readonly signsResponse?: boolean;
  readonly signsAssertion?: boolean;
  readonly signer?: XmlSigner;
  /** Encrypts for this realm key. */
  readonly encryptsFor?: Parameters<typeof encryptElement>[1]['key'];
  /** Changes the XML after it is signed. */
  readonly tamper?: (xml: string) => string;
}

/** The XML of a response that fits `expected`, with its changes. */
export async function renderAnswer(
  fixture: Pick<LoginFixture, 'baseUrl' | 'clock'>,
  expected: ExpectedResponse,
  changes: AnswerChanges = {},
): Promise<string> {
  const { signer = SIGNER, signsResponse = true, signsAssertion = false } = changes;
  const issuedAt = fixture.clock.now();
  const assertion =
    'assertion' in changes && changes.assertion === undefined
      ? undefined
      : await makeAssertion(fixture, expected, changes, signsAssertion ? signer : undefined);
  const response = {
    id: '_response',
    issuedAt,
    issuer: IDP,
    destination: expected.endpoint,
    inResponseTo: expected.requestId,
    status: SUCCESS,
    extensions: undefined,
    assertion,
    ...changes.response,
  };
  const rendered = renderResponse(response);
  const xml = signsResponse
    ? (await signRendered(signer, response.id, rendered, { samlp: NAMESPACES.protocol })).wire
    : rendered.head + rendered.rest.wire;
  return changes.tamper?.(xml) ?? xml;
}

async function makeAssertion(
  { baseUrl, clock }: Pick<LoginFixture, 'baseUrl' | 'clock'>,
  expected: ExpectedResponse,
  { assertion, encryptsFor }: AnswerChanges,
  signer: XmlSigner | undefined,
) {
  const now = clock.now();
  const content: Assertion = {
    id: '_assertion',
    issuedAt: now,
    issuer: IDP,
    nameId: { value: 'ada@example.com', format: NAME_ID_FORMATS.email },
    recipient: expected.endpoint,
    inResponseTo: expected.requestId,
    confirmableUntil: now + 60_000,
    notBefore: now - 1000,
    notOnOrAfter: now + 60_000,
    audiences: [`${baseUrl}/realms/r`],
    oneTimeUse: false,
    authnStatement: {
      authenticatedAt: now,
      sessionIndex: 'index-1',
      sessionEndsAt: now + 3_600_000,
      contextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
    },
    attributes: [],
    ...assertion,
  };
  const rendered = renderAssertion(content);
  const inScope = { samlp: NAMESPACES.protocol, saml: NAMESPACES.assertion };
  const texts =
    signer === undefined
      ? { wire: rendered.head + rendered.rest.wire, canonical: rendered.head + rendered.rest.canonical }
      : await signRendered(signer, content.id, rendered, inScope);
  if (encryptsFor === undefined) return texts;
  const encrypted = await encryptElement(texts.wire, {
    key: encryptsFor,
    algorithm: undefined,
    keyAlgorithm: undefined,
    digestMethod: undefined,
    maskGenerationFunction: undefined,
  });
  const text = `<saml:EncryptedAssertion xmlns:saml="${NAMESPACES.assertion}">${encrypted}</saml:EncryptedAssertion>`;
  return { wire: text, canonical: text };
}

/** A sign-in that waits for the provider's answer. */
export class Waiting {
  readonly fixture: LoginFixture;
  readonly browser: LoginBrowser;
  readonly request: Delivered;

  constructor(fixture: LoginFixture, browser: LoginBrowser, request: Delivered) {
    this.fixture = fixture;
    this.browser = browser;
    this.request = request;
  }

  get requestId(): string {
    return attributeOf(this.request.root, 'ID') ?? '';
  }

  /** The XML of the answer to the request. */
  answer(changes: AnswerChanges = {}): Promise<string> {
    const { fixture, requestId } = this;
    return renderAnswer(fixture, { endpoint: endpointOf(fixture), requestId }, changes);
  }

  /** Brings an answer back by POST. */
  async send(xml: string, relayState: string | undefined = this.request.relayState): Promise<TestPage> {
    const fields = {
      SAMLResponse: Buffer.from(xml).toString('base64'),
      ...(relayState === undefined ? {} : { RelayState: relayState }),
    };
    return this.browser.follow(await this.browser.post(endpointOf(this.fixture), fields));
  }

  /** The reason of the refusal of an answer. @throws {AssertionError} if it is accepted. */
  async refusal(changes: AnswerChanges = {}): Promise<string> {
    return this.reasonOf(await this.send(await this.answer(changes)));
  }

  /** The newest refusal. @throws {AssertionError} if the sign-in has gone on. */
  reasonOf({ leadsTo, text }: TestPage): string {
    assert.equal(leadsTo['code'], undefined, 'the sign-in was accepted');
    return newestRefusal(this.fixture) ?? assert.fail(`nothing was refused: ${text}`);
  }
}

/** Reason and remedy of the newest refusal of a request; undefined: nothing was refused. */
export function newestRefusal({ activity }: Pick<LoginFixture, 'activity'>): string | undefined {
  // What the server itself has fetched is recorded, too.
  for (const { id, call } of activity.list().records) {
    if (call !== undefined) continue;
    const refusal = activity.find(id, { reveal: false })?.refusal;
    if (refusal !== undefined) return `${refusal.reason} ${refusal.remedy}`;
  }
  return undefined;
}

/** Begins a sign-in at client `shop` with the provider `corp`. */
export async function waitFor(fixture: LoginFixture, browser: LoginBrowser, query = ''): Promise<Waiting> {
  const page = await browser.get(buttonOf(await browser.open(query), 'corp'));
  return new Waiting(fixture, browser, readDelivered(page));
}

/** A server whose realm `r` has the provider, and a sign-in that waits for its answer. */
export function withWaiting(
  config: Readonly<Record<string, string>>,
  run: (waiting: Waiting) => Promise<void>,
  changes: Partial<RealmRepresentation> & Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return withProviders(
    [samlProvider(config)],
    async (fixture, browser) => run(await waitFor(fixture, browser)),
    changes,
  );
}
