// Parses and renders ArtifactResolve, which requests the message for an artifact.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { childElement, textOf } from '#protocol/xml/read-xml.ts';
import { writeTextElement } from '#protocol/xml/write-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { NAMESPACES } from '../xml-names.ts';
import type { RenderedMessage } from './assertion.ts';
import { type MessageHead, readMessageHead } from './message-head.ts';
import { type MessageToSend, renderMessageHead } from './response.ts';

/** A received ArtifactResolve. SAML Core §3.5.1. */
export interface ArtifactResolve extends MessageHead {
  /** Base64, as received; undefined if missing or empty. */
  readonly artifact: string | undefined;
}

/** An ArtifactResolve to send. */
export interface ArtifactResolveToSend extends MessageToSend {
  readonly destination: string;
  readonly artifact: string;
}

/** @throws {SamlStatusError} `invalid_token` for another message. @throws {XmlError} for two artifacts. */
export function parseArtifactResolve(root: XmlElement): ArtifactResolve {
  if (root.localName !== 'ArtifactResolve' || root.namespace !== NAMESPACES.protocol) {
    throw new SamlStatusError('invalid_token', {
      reason: `The message is ${root.name}, not an ArtifactResolve.`,
      remedy: 'Send other messages to the single sign-on address, which is this one without /resolve.',
      section: 'SAML Core §3.5.1',
    });
  }
  const element = childElement(root, NAMESPACES.protocol, 'Artifact');
  return {
    ...readMessageHead(root),
    artifact: element === undefined ? undefined : textOf(element) || undefined,
  };
}

/** Canonical; the signature goes between the parts. SAML Core §3.5.1. */
export function renderArtifactResolve(request: ArtifactResolveToSend): RenderedMessage {
  const rest = `${writeTextElement('samlp:Artifact', {}, request.artifact)}</samlp:ArtifactResolve>`;
  const head = renderMessageHead('ArtifactResolve', request);
  return { head, rest: { wire: rest, canonical: rest } };
}
