// The artifact resolution profile: service providers exchange artifacts for messages.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { answerRefusals, checkSamlRealm } from '../answer-refusals.ts';
import type { Artifacts } from '../artifacts.ts';
import { replyWithEnvelope, soapBinding } from '../bindings/soap.ts';
import { checkMessage, endpointUrl } from '../check-message.ts';
import { createMessageId, renderForProvider } from '../make-response.ts';
import { type ArtifactResolve, parseArtifactResolve } from '../messages/artifact-resolve.ts';
import { type ArtifactResponseToSend, renderArtifactResponse } from '../messages/artifact-response.ts';
import type { ServiceProvider } from '../service-provider.ts';
import type { SamlSigners } from '../signer.ts';
import { SUCCESS, statusOf } from '../status.ts';

export interface ArtifactResolutionDeps {
  readonly artifacts: Artifacts;
  readonly signers: Pick<SamlSigners, 'signerFor'>;
}

const SECTION = 'SAML Core §3.5.3';

/** Handles `POST …/resolve`. SAML Profiles §5, SAML Bindings §3.6.5. */
export function createArtifactResolution(
  deps: ArtifactResolutionDeps,
): (exchange: RealmExchange) => Promise<Reply> {
  return (exchange) => answerRefusals(exchange, () => handle(deps, exchange));
}

async function handle(deps: ArtifactResolutionDeps, exchange: RealmExchange): Promise<Reply> {
  checkSamlRealm(exchange);
  const received = await soapBinding.receive(exchange);
  if (received === undefined) {
    throw new SamlStatusError('saml_token_not_found', {
      reason: 'The request carries no SOAP envelope.',
      remedy: 'Send an ArtifactResolve in a SOAP 1.1 envelope as text/xml.',
      section: SECTION,
    });
  }
  parseArtifactResolve(received.root);
  const { provider, root } = checkMessage(exchange, received, `${endpointUrl(exchange)}/resolve`);
  const request = parseArtifactResolve(root);
  const id = createMessageId();
  const rendered = renderArtifactResponse({
    id,
    issuedAt: exchange.clock.now(),
    issuer: issuerOf(exchange),
    inResponseTo: request.id,
    ...(await take(deps, exchange, provider, request)),
  });
  const body = await renderForProvider(deps.signers, exchange.realm, provider, id, rendered);
  return replyWithEnvelope(exchange, { body });
}

/** An unresolvable artifact is a success without a message. SAML Core §3.5.3. */
async function take(
  { artifacts }: ArtifactResolutionDeps,
  { realm, clock, activity }: RealmExchange,
  { client }: ServiceProvider,
  { artifact }: ArtifactResolve,
): Promise<Pick<ArtifactResponseToSend, 'status' | 'message'>> {
  if (artifact === undefined) {
    const error = new SamlStatusError('request_denied', {
      reason: 'The ArtifactResolve holds no Artifact.',
      remedy: 'Send samlp:Artifact with the SAMLart that the browser brought.',
      section: SECTION,
    });
    activity.refused(error, 'resolve-artifact');
    return { status: statusOf(error), message: undefined };
  }
  const found = await artifacts.take(artifact, {
    realmId: realm.id,
    clientUuid: client.id,
    now: clock.now(),
  });
  if (found.state === 'found') {
    activity.recordPass('resolve-artifact', 'The artifact is exchanged for its message.', SECTION);
    return { status: SUCCESS, message: found.xml };
  }
  const reason = {
    unknown: `The artifact is not known: it was never issued, or is older than accessCodeLifespan of realm ${realm.name} (${realm.lifespans.accessCode} seconds).`,
    used: 'The artifact was exchanged before.',
    foreign: `The artifact was made for another service provider than ${client.clientId}.`,
  }[found.state];
  const remedy = `Resolve each artifact once, by the client that it was sent to, or raise accessCodeLifespan of realm ${realm.name}.`;
  activity.refused(
    new SamlStatusError('invalid_request', { reason, remedy, section: SECTION }),
    'resolve-artifact',
  );
  return { status: SUCCESS, message: undefined };
}
