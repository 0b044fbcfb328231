// Renders the response to an AuthnRequest, and the common start of all messages.
import { toIsoText } from '#protocol/clock.ts';
import { escapeAttribute, escapeText } from '#protocol/xml/write-xml.ts';
import { renderStatus, type SamlStatus } from '../status.ts';
import { NAMESPACES, SAML_VERSION } from '../xml-names.ts';
import type { RenderedMessage, XmlTexts } from './assertion.ts';

/** A message to send. */
export interface MessageToSend {
  readonly id: string;
  /** Milliseconds. */
  readonly issuedAt: number;
  readonly issuer: string;
  readonly destination?: string | undefined;
  /** ID of the request; undefined in requests and unsolicited responses. */
  readonly inResponseTo?: string | undefined;
}

/** SAML Core §3.2.2, §3.3.3. */
export interface Response extends MessageToSend {
  /** URL of the assertion consumer service. */
  readonly destination: string;
  readonly inResponseTo: string | undefined;
  readonly status: SamlStatus;
  /** Inner XML of `samlp:Extensions`. */
  readonly extensions: string | undefined;
  /** `saml:Assertion` or `saml:EncryptedAssertion`. */
  readonly assertion: XmlTexts | undefined;
}

/** Canonical; see {@link XmlTexts}. */
export function renderResponse(response: Response): RenderedMessage {
  const { extensions, status, assertion } = response;
  const before = `${extensions === undefined ? '' : `<samlp:Extensions>${extensions}</samlp:Extensions>`}${renderStatus(status)}`;
  const end = '</samlp:Response>';
  return {
    head: renderMessageHead('Response', response),
    rest: {
      wire: `${before}${assertion?.wire ?? ''}${end}`,
      canonical: `${before}${assertion?.canonical ?? ''}${end}`,
    },
  };
}

/** The canonical start tag and issuer of a message. SAML Core §3.2.1, §3.2.2. */
export function renderMessageHead(
  name: string,
  message: MessageToSend & { readonly notOnOrAfter?: number },
): string {
  const { id, issuedAt, issuer, destination, inResponseTo, notOnOrAfter } = message;
  const target = destination === undefined ? '' : ` Destination="${escapeAttribute(destination)}"`;
  const answers = inResponseTo === undefined ? '' : ` InResponseTo="${escapeAttribute(inResponseTo)}"`;
  const until = notOnOrAfter === undefined ? '' : ` NotOnOrAfter="${toIsoText(notOnOrAfter)}"`;
  return `<samlp:${name} xmlns:samlp="${NAMESPACES.protocol}"${target} ID="${id}"${answers} IssueInstant="${toIsoText(issuedAt)}"${until} Version="${SAML_VERSION}"><saml:Issuer xmlns:saml="${NAMESPACES.assertion}">${escapeText(issuer)}</saml:Issuer>`;
}
