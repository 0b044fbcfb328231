// Renders what a SAML stand-in answers, signed and encrypted as the provider's settings expect.
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { encryptElement } from '#protocol/crypto/xml-encryption.ts';
import { CANONICALIZATIONS, type XmlSigner } from '#protocol/crypto/xml-signature.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { createMessageId, signRendered } from '#protocol/saml/make-response.ts';
import { type RenderedMessage, renderAssertion, type XmlTexts } from '#protocol/saml/messages/assertion.ts';
import { renderResponse } from '#protocol/saml/messages/response.ts';
import type { SamlSigners } from '#protocol/saml/signer.ts';
import { type SamlStatus, SUCCESS } from '#protocol/saml/status.ts';
import { AUTHN_CONTEXT_CLASSES, NAMESPACES } from '#protocol/saml/xml-names.ts';
import type { StandInPerson } from '../person.ts';
import { attributesOf, nameIdOf } from './attributes.ts';

export interface AnswerDeps {
  readonly signers: Pick<SamlSigners, 'signerBy'>;
  readonly keys: Pick<RealmKeys, 'list'>;
}

/** What is answered: an AuthnRequest, or a sign-in that begins at the stand-in. */
export interface AnsweredRequest {
  /** ID of the AuthnRequest; undefined: the answer is unsolicited. */
  readonly id: string | undefined;
  /** Where the answer goes. */
  readonly consumerUrl: string;
  readonly nameIdFormat: string | undefined;
}

/** Milliseconds for which an assertion is valid. */
const VALID_MS = 60_000;
/** Milliseconds; a session of the stand-in, which it does not keep. */
const SESSION_MS = 8 * 60 * 60 * 1000;
const IN_RESPONSE = { samlp: NAMESPACES.protocol };

/** The entity ID of the provider, or the stand-in's own. */
export function standInEntityId(
  { baseUrl, realm }: Pick<RealmExchange, 'baseUrl' | 'realm'>,
  { alias, config }: IdentityProvider,
): string {
  const own = `${baseUrl}/stand-ins/${encodeURIComponent(realm.name)}/${encodeURIComponent(alias)}`;
  return config['idpEntityId'] ?? own;
}

/** The entity ID of the realm as service provider. */
export function serviceProviderId(
  exchange: Pick<RealmExchange, 'baseUrl' | 'realm'>,
  { config }: IdentityProvider,
): string {
  return config['entityId'] ?? issuerOf(exchange);
}

/** The realm's signer. */
export function standInSigner(
  { signers }: Pick<AnswerDeps, 'signers'>,
  { realm }: RealmExchange,
): Promise<XmlSigner> {
  const canonicalization = CANONICALIZATIONS.exclusive;
  return signers.signerBy(realm, { algorithm: 'RSA_SHA256', canonicalization, keyName: 'KEY_ID' });
}

/** A message as it is sent: signed. */
export async function renderSignedByStandIn(
  deps: Pick<AnswerDeps, 'signers'>,
  exchange: RealmExchange,
  id: string,
  rendered: RenderedMessage,
): Promise<string> {
  return (await signRendered(await standInSigner(deps, exchange), id, rendered, IN_RESPONSE)).wire;
}

/** The XML of a signed Response. `answered`: the person, or the status of a refusal. SAML Core §3.3.3. */
export async function makeAnswer(
  deps: AnswerDeps,
  exchange: RealmExchange,
  provider: IdentityProvider,
  request: AnsweredRequest,
  answered: { readonly person: StandInPerson } | { readonly status: SamlStatus },
): Promise<string> {
  const id = createMessageId();
  const rendered = renderResponse({
    id,
    issuedAt: exchange.clock.now(),
    issuer: standInEntityId(exchange, provider),
    destination: request.consumerUrl,
    inResponseTo: request.id,
    status: 'status' in answered ? answered.status : SUCCESS,
    extensions: undefined,
    assertion:
      'status' in answered
        ? undefined
        : await makeAssertion(deps, exchange, provider, request, answered.person),
  });
  return renderSignedByStandIn(deps, exchange, id, rendered);
}

async function makeAssertion(
  deps: AnswerDeps,
  exchange: RealmExchange,
  provider: IdentityProvider,
  { id: requestId, consumerUrl, nameIdFormat }: AnsweredRequest,
  person: StandInPerson,
): Promise<XmlTexts> {
  const now = exchange.clock.now();
  const id = createMessageId();
  const rendered = renderAssertion({
    id,
    issuedAt: now,
    issuer: standInEntityId(exchange, provider),
    nameId: nameIdOf(person, nameIdFormat),
    recipient: consumerUrl,
    inResponseTo: requestId,
    confirmableUntil: now + VALID_MS,
    notBefore: now - 1000,
    notOnOrAfter: now + VALID_MS,
    audiences: [serviceProviderId(exchange, provider)],
    oneTimeUse: false,
    authnStatement: {
      authenticatedAt: now,
      sessionIndex: createMessageId(),
      sessionEndsAt: now + SESSION_MS,
      contextClass: AUTHN_CONTEXT_CLASSES.passwordProtectedTransport,
    },
    attributes: attributesOf(person),
  });
  const inScope = { ...IN_RESPONSE, saml: NAMESPACES.assertion };
  const signed = await signRendered(await standInSigner(deps, exchange), id, rendered, inScope);
  return provider.config['wantAssertionsEncrypted'] === 'true'
    ? encrypt(deps, exchange, signed.wire)
    : signed;
}

/** For the realm's encryption key, as its metadata for the provider has it. */
async function encrypt({ keys }: AnswerDeps, { realm }: RealmExchange, xml: string): Promise<XmlTexts> {
  const key = (await keys.list(realm.name)).find(
    ({ use, status, publicKey }) =>
      use === 'ENC' && status === 'ACTIVE' && publicKey?.asymmetricKeyType === 'rsa',
  )?.publicKey;
  if (key === undefined) throw new TypeError(`realm ${realm.name} has no RSA key for encryption`);
  const encrypted = await encryptElement(xml, {
    key,
    algorithm: undefined,
    keyAlgorithm: undefined,
    digestMethod: undefined,
    maskGenerationFunction: undefined,
  });
  const text = `<saml:EncryptedAssertion xmlns:saml="${NAMESPACES.assertion}">${encrypted}</saml:EncryptedAssertion>`;
  return { wire: text, canonical: text };
}
