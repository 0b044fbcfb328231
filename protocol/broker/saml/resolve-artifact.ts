// Exchanges an artifact of a SAML provider for its response, at the provider's resolution service. SAML Bindings §3.6.
import type { SignatureTrust } from '#protocol/crypto/xml-signature.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { parseArtifact } from '#protocol/saml/artifacts.ts';
import { callResolutionService } from '#protocol/saml/call-resolution-service.ts';
import { createMessageId } from '#protocol/saml/make-response.ts';
import { renderArtifactResolve } from '#protocol/saml/messages/artifact-resolve.ts';
import { parseArtifactResponse } from '#protocol/saml/messages/artifact-response.ts';
import { describeStatus, isSuccess } from '#protocol/saml/messages/read-status.ts';
import { NAMESPACES } from '#protocol/saml/xml-names.ts';
import { writeCanonical } from '#protocol/xml/write-canonical.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import type { AskedProvider } from '../brokering.ts';
import { providerProblem } from '../provider-problem.ts';
import { checkIssuer } from './check-assertion.ts';
import type { ReceivedResponse } from './check-response.ts';
import { asMessageProblem } from './message-problem.ts';
import type { SamlParts } from './saml-parts.ts';
import { renderSigned } from './send-message.ts';
import { ownEntityId } from './settings.ts';
import { verifyXml } from './verify-answer.ts';

const SECTION = 'SAML Bindings §3.6';

/**
 * The response behind an artifact. It counts as signed if the ArtifactResponse is. `trust` undefined: signatures are not
 * checked.
 * @throws {OAuthError} if artifact, settings or answer are invalid.
 */
export async function resolveArtifact(
  { calls, signers }: Pick<SamlParts, 'calls' | 'signers'>,
  exchange: RealmExchange,
  asked: AskedProvider,
  artifact: string,
  trust: SignatureTrust | undefined,
): Promise<ReceivedResponse> {
  const { provider } = asked;
  if (parseArtifact(artifact) === undefined)
    throw invalid(
      `The SAMLart of identity provider ${provider.alias} is not an artifact of type 4.`,
      'Send the base64 of 44 bytes: type 4, endpoint index, SHA-1 of the entity ID, handle.',
      'SAML Bindings §3.6.4.2',
    );
  const url = findResolutionService(asked);
  const id = createMessageId();
  const render = () =>
    renderArtifactResolve({
      id,
      issuedAt: exchange.clock.now(),
      issuer: ownEntityId(exchange, provider),
      destination: url,
      artifact,
    });
  const setting = `config.artifactResolutionServiceUrl of identity provider ${provider.alias}`;
  const resolution = await callResolutionService(calls, exchange, {
    url,
    setting,
    clientId: provider.alias,
    to: 'identity-provider',
    called: `Identity provider ${provider.alias}`,
    render: () => renderSigned(signers, exchange.realm, { provider, id, render }),
    read: (answer) => readAnswer(exchange, asked, answer, { requestId: id, trust }),
  });
  if ('found' in resolution) return resolution.found;
  throw invalid(
    `Identity provider ${provider.alias} was asked at ${url} for the message behind its artifact, and ${resolution.detail}.`,
    `Look at that call in Activity, or change ${setting}.`,
    SECTION,
  );
}

function findResolutionService({ provider, endpoints }: AskedProvider): string {
  const { artifacts = '' } = endpoints;
  if (/^https?:/i.test(artifacts) && URL.canParse(artifacts)) return artifacts;
  throw invalid(
    `Identity provider ${provider.alias} sends an artifact, and has no address where artifacts are resolved.`,
    `Set config.artifactResolutionServiceUrl of identity provider ${provider.alias} to an http or https URL, or let the provider answer by HTTP-POST (config.artifactBindingResponse false).`,
    SECTION,
  );
}

interface ExpectedAnswer {
  readonly requestId: string;
  readonly trust: SignatureTrust | undefined;
}

function readAnswer(
  exchange: RealmExchange,
  asked: AskedProvider,
  received: XmlElement,
  expected: ExpectedAnswer,
): ReceivedResponse {
  try {
    return openAnswer(exchange, asked, received, expected);
  } catch (error) {
    throw asMessageProblem(error);
  }
}

function openAnswer(
  exchange: RealmExchange,
  asked: AskedProvider,
  received: XmlElement,
  { requestId, trust }: ExpectedAnswer,
): ReceivedResponse {
  const { alias } = asked.provider;
  const answer = verifyXml(exchange, asked.provider, received, trust);
  const { issuer, inResponseTo, status, message } = parseArtifactResponse(answer.root);
  checkIssuer(asked, issuer, 'ArtifactResponse');
  if (inResponseTo !== requestId)
    throw invalid(
      `The ArtifactResponse answers ${inResponseTo ?? 'no request'}, not ${requestId}.`,
      'Answer each ArtifactResolve with its ID in InResponseTo.',
      'SAML Core §3.2.2',
    );
  if (message === undefined || !isSuccess(status))
    throw invalid(
      isSuccess(status)
        ? `The artifact of identity provider ${alias} refers to no message: it was used before, has expired, or was never issued.`
        : `Identity provider ${alias} did not resolve the artifact: ${describeStatus(status).slice(0, 500)}.`,
      'Start the sign-in again; artifacts are single-use.',
      'SAML Core §3.5.3',
    );
  if (message.namespace !== NAMESPACES.protocol || message.localName !== 'Response')
    throw invalid(
      `The message behind the artifact of identity provider ${alias} is ${message.name}, not a Response of SAML 2.0.`,
      'Send an artifact that refers to samlp:Response.',
      'SAML Profiles §4.1.4',
    );
  const response = verifyXml(exchange, asked.provider, message, trust, [answer.root]);
  // What is around the response is not read, but its namespace declarations are in scope.
  const declarations = [...answer.root.declarations, ...response.root.declarations];
  exchange.activity.recordPass('resolve-artifact', `The artifact of ${alias} refers to a Response.`, SECTION);
  return {
    response: {
      root: { ...response.root, declarations },
      isSigned: answer.isSigned || response.isSigned,
    },
    trust,
    text: writeCanonical(response.root),
  };
}

function invalid(reason: string, remedy: string, section: string) {
  return providerProblem('invalidResponse', { reason, remedy, section });
}
