// Exchanges an artifact for its message: what every artifact resolution service of this server does.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { Artifacts } from './artifacts.ts';
import type { ReceivedMessage } from './bindings/binding.ts';
import { soapBinding } from './bindings/soap.ts';
import { type ArtifactResolve, parseArtifactResolve } from './messages/artifact-resolve.ts';
import type { ArtifactResponseToSend } from './messages/artifact-response.ts';
import { SUCCESS, statusOf } from './status.ts';

const SECTION = 'SAML Core §3.5.3';

/** The ArtifactResolve of a SOAP request, unverified. @throws {SamlStatusError} for any other request. */
export async function receiveArtifactResolve(exchange: RealmExchange): Promise<ReceivedMessage> {
  const received = await soapBinding.receive(exchange);
  if (received === undefined) {
    throw new SamlStatusError('saml_token_not_found', {
      reason: 'The request carries no SOAP envelope.',
      remedy: 'Send an ArtifactResolve in a SOAP 1.1 envelope as text/xml.',
      section: SECTION,
    });
  }
  parseArtifactResolve(received.root);
  return received;
}

/** The verified sender of an ArtifactResolve, and the texts that explain why it gets no message. */
export interface ArtifactRequester {
  /** As the artifact was stored for. */
  readonly recipient: string;
  /** Entity identifier. */
  readonly name: string;
  /** For example `accessCodeLifespan of realm demo (60 seconds)`. */
  readonly lifespan: string;
  /** Completes "Resolve each artifact once, by the service provider that it was sent to". */
  readonly remedy?: string;
}

/**
 * Status and message of the answer. An artifact that cannot be exchanged is a success without a message. SAML Core §3.5.3.
 */
export async function exchangeArtifact(
  artifacts: Pick<Artifacts, 'take'>,
  { realm, clock, activity }: Pick<RealmExchange, 'realm' | 'clock' | 'activity'>,
  { recipient, name, lifespan, remedy: more = '' }: ArtifactRequester,
  { artifact }: Pick<ArtifactResolve, 'artifact'>,
): Promise<Pick<ArtifactResponseToSend, 'status' | 'message'>> {
  if (artifact === undefined) {
    const error = new SamlStatusError('request_denied', {
      reason: 'The ArtifactResolve contains no Artifact.',
      remedy: 'Send samlp:Artifact with the SAMLart that the browser brought.',
      section: SECTION,
    });
    activity.refused(error, 'resolve-artifact');
    return { status: statusOf(error), message: undefined };
  }
  const found = await artifacts.take(artifact, { realmId: realm.id, recipient, now: clock.now() });
  if (found.state === 'found') {
    activity.recordPass('resolve-artifact', 'The artifact is exchanged for its message.', SECTION);
    return { status: SUCCESS, message: found.xml };
  }
  const reason = {
    unknown: `The artifact is not known: it was never issued, or is older than ${lifespan}.`,
    used: 'The artifact was exchanged before.',
    foreign: `The artifact was made for another service provider than ${name}.`,
  }[found.state];
  const remedy = `Resolve each artifact once, by the service provider that it was sent to${more}.`;
  activity.refused(
    new SamlStatusError('invalid_request', { reason, remedy, section: SECTION }),
    'resolve-artifact',
  );
  return { status: SUCCESS, message: undefined };
}
