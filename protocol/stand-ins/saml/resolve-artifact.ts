// The artifact resolution service of a SAML stand-in: the realm exchanges an artifact for the answer. SAML Bindings §3.6.
import { verifyElement } from '#protocol/crypto/verify-xml-signature.ts';
import { XmlSignatureError } from '#protocol/crypto/xml-signature.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { answerRefusals } from '#protocol/saml/answer-refusals.ts';
import type { Artifacts } from '#protocol/saml/artifacts.ts';
import { replyWithEnvelope } from '#protocol/saml/bindings/soap.ts';
import { exchangeArtifact, receiveArtifactResolve } from '#protocol/saml/exchange-artifact.ts';
import { createMessageId } from '#protocol/saml/make-response.ts';
import { parseArtifactResolve } from '#protocol/saml/messages/artifact-resolve.ts';
import { renderArtifactResponse } from '#protocol/saml/messages/artifact-response.ts';
import { readIssuer } from '#protocol/saml/messages/message-head.ts';
import type { SamlSigners } from '#protocol/saml/signer.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { ARTIFACT_MS, artifactRecipient } from './ask-person.ts';
import { renderSignedByStandIn, standInEntityId } from './make-answer.ts';

export interface ResolutionDeps {
  readonly artifacts: Pick<Artifacts, 'take'>;
  readonly signers: Pick<SamlSigners, 'signerBy' | 'signingKeys'>;
  /** Absolute URLs of the service: for the server itself, and for others. */
  readonly addresses: (exchange: RealmExchange, provider: IdentityProvider) => readonly string[];
}

/** POST of an ArtifactResolve by SOAP; a request that cannot be read or verified gets a fault. SAML Profiles §5. */
export function resolveAtStandIn(
  deps: ResolutionDeps,
  exchange: RealmExchange,
  provider: IdentityProvider,
): Promise<Reply> {
  return answerRefusals(exchange, () => resolve(deps, exchange, provider));
}

async function resolve(
  deps: ResolutionDeps,
  exchange: RealmExchange,
  provider: IdentityProvider,
): Promise<Reply> {
  if (provider.type !== 'saml') throw refuseType(provider);
  const received = await receiveArtifactResolve(exchange);
  const request = parseArtifactResolve(await verify(deps, exchange, provider, received.root));
  checkDestination(deps.addresses(exchange, provider), request.destination);
  const name = request.issuer ?? '';
  const requester = {
    recipient: artifactRecipient(provider, name),
    name,
    lifespan: `${ARTIFACT_MS / 1000} seconds`,
  };
  const exchanged = await exchangeArtifact(deps.artifacts, exchange, requester, request);
  const { message } = exchanged;
  const id = createMessageId();
  const rendered = renderArtifactResponse({
    id,
    issuedAt: exchange.clock.now(),
    // The server reaches itself under another host name than the browser, which the message inside was made for.
    issuer:
      (message === undefined ? undefined : readIssuer(parseXml(message))) ??
      standInEntityId(exchange, provider),
    inResponseTo: request.id,
    ...exchanged,
  });
  return replyWithEnvelope(exchange, { body: await renderSignedByStandIn(deps, exchange, id, rendered) });
}

function refuseType({ alias, type }: IdentityProvider): SamlStatusError {
  return new SamlStatusError('invalid_request', {
    reason: `Identity provider ${alias} has the type "${type}", which sends no artifacts.`,
    remedy: 'Send ArtifactResolve to an identity provider of type saml.',
    section: 'SAML Bindings §3.6',
  });
}

/** The element to read: the signed one, if the settings have the realm sign its requests. SAML Bindings §3.6.6. */
async function verify(
  { signers }: ResolutionDeps,
  { realm }: RealmExchange,
  { alias, config }: IdentityProvider,
  root: XmlElement,
): Promise<XmlElement> {
  if (config['wantAuthnRequestsSigned'] !== 'true') return root;
  const keys = (await signers.signingKeys(realm)).flatMap(({ publicKey }) => publicKey ?? []);
  try {
    return verifyElement({ root, keys, allowSha1: true });
  } catch (error) {
    if (!(error instanceof XmlSignatureError)) throw error;
    throw new SamlStatusError('invalid_signature', {
      reason: `The signature of the ArtifactResolve does not count: ${error.reason}.`,
      remedy: `Sign with the key of realm ${realm.name}, or set config.wantAuthnRequestsSigned of identity provider ${alias} to false.`,
      section: 'SAML Core §5',
      cause: error,
    });
  }
}

function checkDestination(addresses: readonly string[], destination: string | undefined): void {
  if (destination === undefined || addresses.includes(destination)) return;
  throw new SamlStatusError('invalid_destination', {
    reason: `The ArtifactResolve is for ${destination.slice(0, 255)}, and came to ${addresses[0]}.`,
    remedy: `Send Destination="${addresses[0]}", or none.`,
    section: 'SAML Core §3.2.1',
  });
}
