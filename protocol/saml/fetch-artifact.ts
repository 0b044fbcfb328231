// Exchanges an artifact for its message at the service provider's resolution service.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import type { OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import { childElements } from '#protocol/xml/read-xml.ts';
import { writeCanonical } from '#protocol/xml/write-canonical.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { parseArtifact, sourceIdOf } from './artifacts.ts';
import type { ReceivedMessage } from './bindings/binding.ts';
import { callResolutionService } from './call-resolution-service.ts';
import { checkAnswer } from './check-answer.ts';
import { checkClient } from './check-message.ts';
import { createMessageId, renderForProvider } from './make-response.ts';
import { renderArtifactResolve } from './messages/artifact-resolve.ts';
import { parseArtifactResponse } from './messages/artifact-response.ts';
import { readIssuer } from './messages/message-head.ts';
import { describeStatus, isSuccess } from './messages/read-status.ts';
import { readServiceProvider, type ServiceProvider } from './service-provider.ts';
import { resolveServiceUrl } from './service-url.ts';
import type { SamlSigners } from './signer.ts';
import { NAMESPACES } from './xml-names.ts';

export interface ArtifactFetchDeps {
  readonly calls: OutgoingCalls;
  readonly signers: Pick<SamlSigners, 'signerFor'>;
}

const IDENTIFIER = 'saml.artifact.binding.identifier';
const ADDRESS = 'saml_artifact_resolution_service_url';
const SECTION = 'SAML Bindings §3.6';

/** The message for an artifact. @throws {SamlStatusError} if artifact, sender or response is invalid. */
export async function fetchMessage(
  deps: ArtifactFetchDeps,
  exchange: RealmExchange,
  artifact: string,
): Promise<Omit<ReceivedMessage, 'relayState'>> {
  const provider = findSenderOf(exchange, artifact);
  const url = findResolutionService(exchange, provider);
  const { root, vouched } = await resolve(deps, exchange, { provider, url, artifact });
  if (readIssuer(root) !== provider.entityId) {
    throw new SamlStatusError('invalid_request', {
      reason: `The artifact is of ${provider.entityId}, the message behind it of ${readIssuer(root) ?? 'nobody'}.`,
      remedy: 'Let each service provider resolve its own messages only.',
      section: SECTION,
    });
  }
  exchange.activity.recordPass(
    'resolve-artifact',
    `The artifact stands for a ${root.localName} of ${provider.entityId}.`,
    SECTION,
  );
  return {
    binding: 'artifact',
    parameter: root.localName.endsWith('Response') ? 'SAMLResponse' : 'SAMLRequest',
    text: writeCanonical(root),
    root,
    querySignature: undefined,
    ...(vouched ? { vouched } : {}),
  };
}

function findSenderOf(exchange: RealmExchange, artifact: string): ServiceProvider {
  const parsed = parseArtifact(artifact);
  if (parsed === undefined) {
    throw new SamlStatusError('invalid_token', {
      reason: 'SAMLart is not an artifact of type 4.',
      remedy: 'Send the base64 of 44 bytes: type 4, endpoint index, SHA-1 of the entity identifier, handle.',
      section: 'SAML Bindings §3.6.4.2',
    });
  }
  const client = findBySourceId(exchange.realm, parsed.sourceId);
  if (client === undefined) {
    throw new SamlStatusError('client_not_found', {
      reason: `No client of realm ${exchange.realm.name} has the source identifier ${parsed.sourceId} of the artifact.`,
      remedy: `Set attribute ${IDENTIFIER} of the client to ${parsed.sourceId}, or make its clientId the entity identifier.`,
      section: 'SAML Bindings §3.6.4.2',
    });
  }
  exchange.activity.client(client.clientId);
  checkClient(client);
  return readServiceProvider(client, exchange.clock.now());
}

function findBySourceId({ clients }: Realm, sourceId: string): Client | undefined {
  for (const client of clients.values()) {
    if (client.protocol !== 'saml') continue;
    if ((client.attributes[IDENTIFIER] || sourceIdOf(client.clientId)) === sourceId) return client;
  }
  return undefined;
}

function findResolutionService({ baseUrl }: RealmExchange, { client }: ServiceProvider): string {
  const url = resolveServiceUrl(client, client.attributes[ADDRESS], baseUrl);
  if (url !== undefined) return url;
  throw new SamlStatusError('invalid_request', {
    reason: `Client ${client.clientId} sends artifacts, and has no address where they are resolved.`,
    remedy: `Set attribute ${ADDRESS} of client ${client.clientId} to an http or https URL.`,
    section: SECTION,
  });
}

interface Resolution {
  readonly provider: ServiceProvider;
  readonly url: string;
  readonly artifact: string;
}

interface Resolved {
  readonly root: XmlElement;
  /** The message has no signature of its own and relies on that of the response. */
  readonly vouched: boolean;
}

async function resolve(
  deps: ArtifactFetchDeps,
  exchange: RealmExchange,
  resolution: Resolution,
): Promise<Resolved> {
  const { provider, url } = resolution;
  const { clientId } = provider.client;
  const id = createMessageId();
  const result = await callResolutionService(deps.calls, exchange, {
    url,
    setting: `attribute ${ADDRESS} of client ${clientId}`,
    clientId,
    render: () => renderRequest(deps, exchange, resolution, id),
    read: (answer) => readAnswer(provider, answer, id),
  });
  if ('found' in result) return result.found;
  throw new SamlStatusError('invalid_request', {
    reason: `${clientId} was asked at ${url} for the message behind its artifact, and ${result.detail}.`,
    remedy: `Look at that call in Activity, or change attribute ${ADDRESS} of client ${clientId}.`,
    section: SECTION,
  });
}

/** Choice: the issuer is the identity provider, as SAML Core §3.2.1 requires. */
function renderRequest(
  { signers }: ArtifactFetchDeps,
  exchange: RealmExchange,
  { provider, url, artifact }: Resolution,
  id: string,
): Promise<string> {
  const rendered = renderArtifactResolve({
    id,
    issuedAt: exchange.clock.now(),
    issuer: issuerOf(exchange),
    destination: url,
    artifact,
  });
  return renderForProvider(signers, exchange.realm, provider, id, rendered);
}

/** A signature of the message itself is verified later; otherwise the response's signature must be valid. */
function readAnswer(provider: ServiceProvider, received: XmlElement, requestId: string): Resolved {
  const inside = parseArtifactResponse(received).message;
  const isSigned =
    inside !== undefined && childElements(inside, NAMESPACES.signature, 'Signature').length > 0;
  const answer = checkAnswer(provider, received, { requestId, verifies: !isSigned });
  const { status, message } = parseArtifactResponse(answer);
  if (message !== undefined && isSuccess(status))
    return { root: message, vouched: !isSigned && provider.mustSign };
  throw new SamlStatusError('invalid_request', {
    reason: isSuccess(status)
      ? 'The artifact refers to no message: it was used before, has expired, or was never issued.'
      : `The artifact was not resolved: ${describeStatus(status)}.`,
    remedy: 'Artifacts are single-use; send each before it expires.',
    section: SECTION,
  });
}
