// Parses and renders ArtifactResponse.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { writeCanonical } from '#protocol/xml/write-canonical.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { renderStatus, type SamlStatus } from '../status.ts';
import { NAMESPACES } from '../xml-names.ts';
import type { RenderedMessage } from './assertion.ts';
import { type MessageHead, readMessageHead } from './message-head.ts';
import { readStatus } from './read-status.ts';
import { type MessageToSend, renderMessageHead } from './response.ts';

/** A received ArtifactResponse. SAML Core §3.5.2. */
export interface ArtifactResponse extends MessageHead {
  readonly status: SamlStatus;
  /** Undefined if the artifact is no longer valid. */
  readonly message: XmlElement | undefined;
}

/** An ArtifactResponse to send. */
export interface ArtifactResponseToSend extends MessageToSend {
  readonly inResponseTo: string;
  readonly status: SamlStatus;
  /** The message for the artifact with its signature, if there is one. */
  readonly message: string | undefined;
}

/** Elements allowed besides the embedded message. */
const OWN_ELEMENTS: readonly string[] = [
  `${NAMESPACES.assertion} Issuer`,
  `${NAMESPACES.signature} Signature`,
  `${NAMESPACES.protocol} Extensions`,
  `${NAMESPACES.protocol} Status`,
];

/** @throws {SamlStatusError} `invalid_token` for another message, or several embedded ones. */
export function parseArtifactResponse(root: XmlElement): ArtifactResponse {
  if (root.localName !== 'ArtifactResponse' || root.namespace !== NAMESPACES.protocol)
    throw malformed(`The answer is ${root.name}, not an ArtifactResponse.`);
  const embedded = root.children.filter(
    (child): child is XmlElement =>
      typeof child !== 'string' && !OWN_ELEMENTS.includes(`${child.namespace} ${child.localName}`),
  );
  if (embedded.length > 1) throw malformed('The ArtifactResponse holds more than one message.');
  return { ...readMessageHead(root), status: readStatus(root), message: embedded[0] };
}

function malformed(reason: string): SamlStatusError {
  return new SamlStatusError('invalid_token', {
    reason,
    remedy: 'Let the artifact resolution service answer with one ArtifactResponse.',
    section: 'SAML Core §3.5.2',
  });
}

/** The surrounding element already declares this prefix, and canonical form has no repeated declarations. */
const DECLARATION = ` xmlns:samlp="${NAMESPACES.protocol}"`;

/** Canonical; the signature goes between the parts. SAML Core §3.5.2. */
export function renderArtifactResponse(response: ArtifactResponseToSend): RenderedMessage {
  const { status, message = '' } = response;
  const before = renderStatus(status);
  const end = '</samlp:ArtifactResponse>';
  const canonical = message === '' ? '' : writeCanonical(parseXml(message)).replace(DECLARATION, '');
  return {
    head: renderMessageHead('ArtifactResponse', response),
    rest: {
      wire: `${before}${message.replace(DECLARATION, '')}${end}`,
      canonical: `${before}${canonical}${end}`,
    },
  };
}
