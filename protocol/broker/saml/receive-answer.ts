// Receives a SAML provider's response to the request of a tab, and checks all of it.

import { equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import type { SignatureTrust } from '#protocol/crypto/xml-signature.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { brokerEndpointUrl } from '#protocol/realm/view/provider-endpoints.ts';
import type { ReceivedMessage } from '#protocol/saml/bindings/binding.ts';
import { checkParametersOnce } from '#protocol/saml/bindings/decode-message.ts';
import { postBinding } from '#protocol/saml/bindings/post.ts';
import { createRedirectBinding } from '#protocol/saml/bindings/redirect.ts';
import { NAMESPACES } from '#protocol/saml/xml-names.ts';
import type { AskedProvider } from '../brokering.ts';
import type { ProviderAnswer } from '../mappers/mapper.ts';
import { providerProblem } from '../provider-problem.ts';
import type { ExpectedResponse } from './check-assertion.ts';
import { checkResponse } from './check-response.ts';
import { resolveArtifact } from './resolve-artifact.ts';
import type { SamlParts } from './saml-parts.ts';
import { isOn } from './settings.ts';
import { verifyMessage } from './verify-answer.ts';

/** The request that the answer must fit. */
export interface SentRequest {
  readonly state: string;
  readonly id: string;
}

/** The message of a request, parsed; undefined: it has none. @throws {SamlStatusError} if it cannot be decoded. */
export async function receiveMessage(
  { signers }: Pick<SamlParts, 'signers'>,
  exchange: RealmExchange,
): Promise<ReceivedMessage | undefined> {
  return (await createRedirectBinding({ signers }).receive(exchange)) ?? postBinding.receive(exchange);
}

/** Signatures are checked if the settings say so. @throws {OAuthError} if the provider has no key. */
export async function trustOf(
  { providerKeys }: Pick<SamlParts, 'providerKeys'>,
  exchange: RealmExchange,
  asked: AskedProvider,
): Promise<SignatureTrust | undefined> {
  if (isOn(asked.provider, 'validateSignature')) return providerKeys.trustOf(exchange, asked);
  exchange.activity.recordNote(
    'check-signature',
    `Signatures of identity provider ${asked.provider.alias} are not checked (config.validateSignature).`,
    'SAML Core §5',
  );
  return undefined;
}

/**
 * What the provider says of the person who has come back.
 * @throws {OAuthError} for the first failed check. @throws {SamlStatusError}, {XmlError} for a malformed message.
 */
export async function receiveAnswer(
  parts: SamlParts,
  exchange: RealmExchange,
  asked: AskedProvider,
  sent: SentRequest,
): Promise<ProviderAnswer> {
  const expected = { endpoint: brokerEndpointUrl(exchange, asked.provider), requestId: sent.id };
  const parameters = exchange.method === 'POST' ? exchange.form : exchange.query;
  const artifact = parameters.get('SAMLart');
  if (artifact !== undefined) {
    checkParametersOnce(parameters);
    checkState(asked.provider, parameters.get('RelayState'), sent);
    const trust = await trustOf(parts, exchange, asked);
    const resolved = await resolveArtifact(parts, exchange, asked, artifact, trust);
    return checkResponse(parts, exchange, asked, resolved, expected);
  }
  const received = await receiveMessage(parts, exchange);
  checkKind(asked.provider, received);
  checkState(asked.provider, received.relayState, sent);
  return check(parts, exchange, asked, received, expected);
}

/**
 * What the provider says of a person whose sign-in begins there. `endpoint`: the address of the request, absolute URL.
 * @throws as {@link receiveAnswer}. SAML Profiles §4.1.5.
 */
export async function receiveUnsolicited(
  parts: SamlParts,
  exchange: RealmExchange,
  asked: AskedProvider,
  endpoint: string,
): Promise<ProviderAnswer> {
  const received = await receiveMessage(parts, exchange);
  checkKind(asked.provider, received);
  return check(parts, exchange, asked, received, { endpoint, requestId: undefined });
}

async function check(
  parts: SamlParts,
  exchange: RealmExchange,
  asked: AskedProvider,
  received: ReceivedMessage,
  expected: ExpectedResponse,
): Promise<ProviderAnswer> {
  const trust = await trustOf(parts, exchange, asked);
  const response = verifyMessage(exchange, asked.provider, received, trust);
  return checkResponse(parts, exchange, asked, { response, trust, text: received.text }, expected);
}

function checkKind(
  { alias }: IdentityProvider,
  received: ReceivedMessage | undefined,
): asserts received is ReceivedMessage {
  if (
    received?.parameter === 'SAMLResponse' &&
    received.root.namespace === NAMESPACES.protocol &&
    received.root.localName === 'Response'
  )
    return;
  throw invalid(
    received === undefined
      ? `The answer of identity provider ${alias} has no SAMLResponse.`
      : `The message of identity provider ${alias} is ${received.root.name}, not a Response of SAML 2.0.`,
    'Answer an AuthnRequest with samlp:Response in the parameter SAMLResponse.',
    'SAML Profiles §4.1.4',
  );
}

function checkState(
  { alias }: IdentityProvider,
  relayState: string | undefined,
  { state }: SentRequest,
): void {
  if (equalsInConstantTime(relayState ?? '', state)) return;
  throw invalid(
    `The RelayState is not that of the last request to identity provider ${alias} in this tab: the answer is old, or came twice.`,
    'Start the sign-in again.',
    'SAML Bindings §3.4.3',
  );
}

function invalid(reason: string, remedy: string, section: string) {
  return providerProblem('invalidResponse', { reason, remedy, section });
}
