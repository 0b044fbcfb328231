// Makes the responses to sign-ins from the client's settings, the realm's lifespans and the session.
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { CertificateError, isRsaCertificate, readCertificates } from '#protocol/crypto/read-certificates.ts';
import { encryptElement, XmlEncryptionError } from '#protocol/crypto/xml-encryption.ts';
import { type NamespacesInScope, signElement, type XmlSigner } from '#protocol/crypto/xml-signature.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { sessionMaxEndsAt } from '#protocol/realm/sessions/sessions.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { UserSession } from '#protocol/store/store.ts';
import type { IssueContext } from '#protocol/token/token-issuer.ts';
import { escapeAttribute } from '#protocol/xml/write-xml.ts';
import type { OutgoingMessage, SignaturePlace } from './bindings/binding.ts';
import {
  type Assertion,
  type RenderedMessage,
  renderAssertion,
  type SamlAttribute,
  type XmlTexts,
} from './messages/assertion.ts';
import { renderResponse } from './messages/response.ts';
import type { NameIdentifier } from './name-identifier.ts';
import { certificateValidity, type ServiceProvider } from './service-provider.ts';
import type { SamlSigners } from './signer.ts';
import { type SamlStatus, SUCCESS } from './status.ts';
import { NAMESPACES } from './xml-names.ts';

/** Tolerated lag of a service provider's clock. Compat: as in Keycloak. */
const LENIENCY_MS = 2000;

/** The destination of a response. */
export interface ResponseTarget {
  readonly provider: ServiceProvider;
  /** URL of the assertion consumer service. */
  readonly destination: string;
  /** ID of the request; undefined if the response is unsolicited. */
  readonly inResponseTo: string | undefined;
  readonly relayState: string | undefined;
}

/** The content of an assertion. */
export interface AssertedSubject {
  readonly session: UserSession;
  readonly nameId: NameIdentifier;
  readonly contextClass: string;
  readonly attributes: readonly SamlAttribute[];
  /** In addition to the service provider itself. */
  readonly audiences: readonly string[];
}

/** The SessionIndex for a service provider. Compat: Keycloak's format. SAML Core §2.7.2. */
export function sessionIndexOf(session: Pick<UserSession, 'id'>, clientUuid: string): string {
  return `${session.id}::${clientUuid}`;
}

/** A new ID for a message or assertion. SAML Core §1.3.4. */
export function createMessageId(): string {
  return `ID_${createUuid()}`;
}

/** The response of a successful sign-in. SAML Profiles §4.1.4.2. */
export function makeSuccess(
  exchange: RealmExchange,
  signers: SamlSigners,
  target: ResponseTarget,
  subject: AssertedSubject,
): OutgoingMessage {
  const make = (assertion: Assertion): OutgoingMessage => ({
    ...makeResponse(exchange, signers, target, SUCCESS, async (signer) =>
      protectAssertion(exchange, target.provider, assertion, signer),
    ),
    editable: { assertion, with: make },
  });
  return make(describeAssertion({ ...exchange, issuer: issuerOf(exchange) }, target, subject));
}

/** The response of a failed sign-in. SAML Core §3.2.2. */
export function makeFailure(
  exchange: RealmExchange,
  signers: SamlSigners,
  target: ResponseTarget,
  status: SamlStatus,
): OutgoingMessage {
  return makeResponse(exchange, signers, target, status, async () => undefined);
}

/** The assertion of a successful sign-in. SAML Profiles §4.1.4.2. */
export function describeAssertion(
  { realm, clock, issuer }: IssueContext,
  target: Pick<ResponseTarget, 'provider' | 'destination' | 'inResponseTo'>,
  subject: AssertedSubject,
): Assertion {
  const { provider, destination, inResponseTo } = target;
  const { session, nameId, contextClass, attributes, audiences } = subject;
  const issuedAt = clock.now();
  const notBefore = issuedAt - LENIENCY_MS;
  const lifespan = provider.assertionLifespanSeconds;
  return {
    id: createMessageId(),
    issuedAt,
    issuer,
    nameId,
    recipient: destination,
    inResponseTo,
    confirmableUntil: notBefore + (lifespan ?? realm.lifespans.accessToken) * 1000,
    notBefore,
    notOnOrAfter: notBefore + (lifespan ?? realm.lifespans.accessCode) * 1000,
    audiences: [...new Set([provider.entityId, ...audiences])],
    oneTimeUse: provider.wantsOneTimeUse,
    authnStatement: provider.wantsAuthnStatement
      ? {
          // Choice: the time of the sign-in (docs/differences-to-keycloak.md, "Authentication time and
          // session end").
          authenticatedAt: session.authenticatedAt,
          sessionIndex: sessionIndexOf(session, provider.client.id),
          sessionEndsAt: sessionMaxEndsAt(realm, session),
          contextClass,
        }
      : undefined,
    attributes,
  };
}

const IN_RESPONSE: NamespacesInScope = { samlp: NAMESPACES.protocol };
const IN_ASSERTION: NamespacesInScope = { ...IN_RESPONSE, saml: NAMESPACES.assertion };

function makeResponse(
  exchange: RealmExchange,
  signers: SamlSigners,
  { provider, destination, inResponseTo, relayState }: ResponseTarget,
  status: SamlStatus,
  makeAssertion: (signer: XmlSigner | undefined) => Promise<XmlTexts | undefined>,
): OutgoingMessage {
  const id = createMessageId();
  const issuedAt = exchange.clock.now();
  const render = async (place: SignaturePlace): Promise<string> => {
    const { wantsSignedMessages, wantsSignedAssertions } = provider;
    const signer =
      wantsSignedMessages || wantsSignedAssertions
        ? await signers.signerFor(exchange.realm, provider)
        : undefined;
    const assertion = await makeAssertion(signer);
    const hint = place === 'query' && wantsSignedMessages && provider.wantsKeyHint;
    const extensions = hint ? await renderKeyHint(exchange, signers) : undefined;
    const head = { id, issuedAt, issuer: issuerOf(exchange), destination, inResponseTo };
    const response = renderResponse({ ...head, status, extensions, assertion });
    if (place === 'query' || !wantsSignedMessages || signer === undefined)
      return response.head + response.rest.wire;
    return (await signRendered(signer, id, response, IN_RESPONSE)).wire;
  };
  return {
    parameter: 'SAMLResponse',
    provider,
    destination,
    relayState,
    signed: provider.wantsSignedMessages,
    render,
  };
}

/** Inserts the signature after the issuer, as the schema requires. `inScope`: prefixes declared around it. SAML Core §5.4. */
export async function signRendered(
  signer: XmlSigner,
  id: string,
  { head, rest }: RenderedMessage,
  inScope: NamespacesInScope,
): Promise<XmlTexts> {
  const signature = await signElement(signer, { id, canonical: head + rest.canonical, inScope });
  return { wire: head + signature + rest.wire, canonical: head + signature + rest.canonical };
}

/** A protocol message as sent, signed if the service provider's settings require it. */
export async function renderForProvider(
  signers: Pick<SamlSigners, 'signerFor'>,
  realm: Realm,
  provider: ServiceProvider,
  id: string,
  rendered: RenderedMessage,
): Promise<string> {
  if (!provider.wantsSignedMessages) return rendered.head + rendered.rest.wire;
  const signer = await signers.signerFor(realm, provider);
  return (await signRendered(signer, id, rendered, IN_RESPONSE)).wire;
}

/** Content of `Extensions`. Compat: names the key in the redirect binding, which has no KeyInfo. */
export async function renderKeyHint(
  { realm }: Pick<RealmExchange, 'realm'>,
  signers: Pick<SamlSigners, 'signingKeys'>,
): Promise<string> {
  const [key] = await signers.signingKeys(realm);
  return `<kckey:KeyInfo xmlns:kckey="${NAMESPACES.keyHint}" MessageSigningKeyId="${escapeAttribute(key?.kid ?? '')}"></kckey:KeyInfo>`;
}

/** Signs, then encrypts, as the client's settings require. SAML Core §5.4.6, §6.1. */
async function protectAssertion(
  exchange: RealmExchange,
  provider: ServiceProvider,
  assertion: Assertion,
  signer: XmlSigner | undefined,
): Promise<XmlTexts> {
  const { head, rest } = renderAssertion(assertion);
  const signed =
    signer !== undefined && provider.wantsSignedAssertions
      ? await signRendered(signer, assertion.id, { head, rest }, IN_ASSERTION)
      : { wire: head + rest.wire, canonical: head + rest.canonical };
  if (!provider.wantsEncryptedAssertions) return signed;
  const encrypted = await encrypt(exchange, provider, asDocument(signed.wire));
  const text = `<saml:EncryptedAssertion xmlns:saml="${NAMESPACES.assertion}">${encrypted}</saml:EncryptedAssertion>`;
  return { wire: text, canonical: text };
}

/**
 * The assertion with all namespaces in scope declared. Inclusive canonicalization of SignedInfo includes
 * them, whether a receiver parses the decrypted text alone or in place. XML Encryption §4.5.
 */
function asDocument(assertion: string): string {
  return assertion.replace('<saml:Assertion ', `<saml:Assertion xmlns:samlp="${NAMESPACES.protocol}" `);
}

/** Client attributes by encryption setting. */
const ENCRYPTION_ATTRIBUTES = {
  key: 'saml.encryption.certificate',
  algorithm: 'saml.encryption.algorithm',
  keyAlgorithm: 'saml.encryption.keyAlgorithm',
  digestMethod: 'saml.encryption.digestMethod',
  maskGenerationFunction: 'saml.encryption.maskGenerationFunction',
} as const;

async function encrypt({ clock }: RealmExchange, { client }: ServiceProvider, xml: string): Promise<string> {
  const { attributes } = client;
  const of = (member: keyof typeof ENCRYPTION_ATTRIBUTES): string | undefined =>
    attributes[ENCRYPTION_ATTRIBUTES[member]] || undefined;
  const fail = (name: string, reason: string, cause?: unknown): SamlStatusError =>
    new SamlStatusError('processing_failed', {
      reason: `The assertion for client ${client.clientId} cannot be encrypted: ${name}: ${reason}.`,
      remedy: `Correct ${name} of client ${client.clientId}, or set its saml.encrypt to false.`,
      section: 'SAML Core §6.1',
      cause,
    });
  try {
    const [certificate] = readCertificates(of('key') ?? '');
    if (certificate === undefined) throw fail(ENCRYPTION_ATTRIBUTES.key, 'there is no certificate');
    if (!isRsaCertificate(certificate))
      throw fail(ENCRYPTION_ATTRIBUTES.key, 'the recipient’s key is not an RSA key');
    const { from, to } = certificateValidity(certificate);
    const now = clock.now();
    if (now < from || now > to)
      throw fail(
        ENCRYPTION_ATTRIBUTES.key,
        `the certificate is valid from ${certificate.validFrom} to ${certificate.validTo}, not now on the realm's clock`,
      );
    return await encryptElement(xml, {
      key: certificate.publicKey,
      algorithm: of('algorithm'),
      keyAlgorithm: of('keyAlgorithm'),
      digestMethod: of('digestMethod'),
      maskGenerationFunction: of('maskGenerationFunction'),
    });
  } catch (error) {
    if (error instanceof CertificateError) throw fail(ENCRYPTION_ATTRIBUTES.key, error.reason, error);
    if (error instanceof XmlEncryptionError)
      throw fail(ENCRYPTION_ATTRIBUTES[error.setting], error.reason, error);
    throw error;
  }
}
