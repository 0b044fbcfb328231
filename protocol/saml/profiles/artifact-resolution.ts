// The artifact resolution profile: service providers exchange artifacts for messages.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { answerRefusals, checkSamlRealm } from '../answer-refusals.ts';
import type { Artifacts } from '../artifacts.ts';
import { replyWithEnvelope } from '../bindings/soap.ts';
import { checkMessage, endpointUrl } from '../check-message.ts';
import { exchangeArtifact, receiveArtifactResolve } from '../exchange-artifact.ts';
import { createMessageId, renderForProvider } from '../make-response.ts';
import { parseArtifactResolve } from '../messages/artifact-resolve.ts';
import { renderArtifactResponse } from '../messages/artifact-response.ts';
import type { SamlSigners } from '../signer.ts';

export interface ArtifactResolutionDeps {
  readonly artifacts: Artifacts;
  readonly signers: Pick<SamlSigners, 'signerFor'>;
}

/** Handles `POST …/resolve`. SAML Profiles §5, SAML Bindings §3.6.5. */
export function createArtifactResolution(
  deps: ArtifactResolutionDeps,
): (exchange: RealmExchange) => Promise<Reply> {
  return (exchange) => answerRefusals(exchange, () => handle(deps, exchange));
}

async function handle(deps: ArtifactResolutionDeps, exchange: RealmExchange): Promise<Reply> {
  checkSamlRealm(exchange);
  const received = await receiveArtifactResolve(exchange);
  const { provider, root } = checkMessage(exchange, received, `${endpointUrl(exchange)}/resolve`);
  const request = parseArtifactResolve(root);
  const { realm } = exchange;
  const setting = `accessCodeLifespan of realm ${realm.name}`;
  const requester = {
    recipient: provider.client.id,
    name: provider.client.clientId,
    lifespan: `${setting} (${realm.lifespans.accessCode} seconds)`,
    remedy: `, or raise ${setting}`,
  };
  const id = createMessageId();
  const rendered = renderArtifactResponse({
    id,
    issuedAt: exchange.clock.now(),
    issuer: issuerOf(exchange),
    inResponseTo: request.id,
    ...(await exchangeArtifact(deps.artifacts, exchange, requester, request)),
  });
  const body = await renderForProvider(deps.signers, realm, provider, id, rendered);
  return replyWithEnvelope(exchange, { body });
}
