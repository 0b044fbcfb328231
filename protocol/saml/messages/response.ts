// The answer to an AuthnRequest as text: its status, and the assertion where there is one.
import { toIsoText } from '#protocol/clock.ts';
import { escapeAttribute, escapeText } from '#protocol/xml/write-xml.ts';
import { renderStatus, type SamlStatus } from '../status.ts';
import { NAMESPACES, SAML_VERSION } from '../xml-names.ts';
import type { XmlTexts } from './assertion.ts';

/** What a response says. SAML Core §3.2.2, §3.3.3. */
export interface Response {
  readonly id: string;
  readonly issuedAt: number;
  readonly issuer: string;
  /** URL of the assertion consumer service. */
  readonly destination: string;
  /** Identifier of the request; undefined: nobody asked. */
  readonly inResponseTo: string | undefined;
  readonly status: SamlStatus;
  /** Inner XML of `samlp:Extensions`; undefined: none. */
  readonly extensions: string | undefined;
  /** `saml:Assertion` or `saml:EncryptedAssertion`; undefined: none. */
  readonly assertion: XmlTexts | undefined;
}

/** A message in two parts, between which its signature stands. */
export interface RenderedMessage {
  /** Up to and with the issuer; the same in both forms. */
  readonly head: string;
  readonly rest: XmlTexts;
}

/** Writes the response in canonical form; see {@link XmlTexts}. */
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

/** The first tag of a message of the protocol and its issuer, in canonical form: attributes in alphabetical order. SAML Core §3.2.1, §3.2.2. */
export function renderMessageHead(
  name: string,
  message: Pick<Response, 'id' | 'issuedAt' | 'issuer' | 'inResponseTo'> & {
    readonly destination: string | undefined;
    readonly notOnOrAfter?: number;
  },
): string {
  const { id, issuedAt, issuer, destination, inResponseTo, notOnOrAfter } = message;
  const target = destination === undefined ? '' : ` Destination="${escapeAttribute(destination)}"`;
  const answers = inResponseTo === undefined ? '' : ` InResponseTo="${escapeAttribute(inResponseTo)}"`;
  const until = notOnOrAfter === undefined ? '' : ` NotOnOrAfter="${toIsoText(notOnOrAfter)}"`;
  return `<samlp:${name} xmlns:samlp="${NAMESPACES.protocol}"${target} ID="${id}"${answers} IssueInstant="${toIsoText(issuedAt)}"${until} Version="${SAML_VERSION}"><saml:Issuer xmlns:saml="${NAMESPACES.assertion}">${escapeText(issuer)}</saml:Issuer>`;
}
