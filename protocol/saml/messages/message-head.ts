// Parses what all requests and responses have in common: ID, version, instant, destination, issuer.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { attributeOf, childElement, textOf } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { NAMESPACES } from '../xml-names.ts';
import { parseInstant } from './instant.ts';

/** Maximum length of an ID, in characters. */
const MAX_ID_LENGTH = 512;

/** SAML Core §3.2.1, §3.2.2. */
export interface MessageHead {
  readonly id: string;
  /** Unchecked. */
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  readonly destination: string | undefined;
  /** Entity identifier of the sender. */
  readonly issuer: string | undefined;
  /** In responses: ID of the request. */
  readonly inResponseTo: string | undefined;
}

/** The sender of a message; undefined if missing or empty. @throws {XmlError} for two issuers. */
export function readIssuer(root: XmlElement): string | undefined {
  const issuer = childElement(root, NAMESPACES.assertion, 'Issuer');
  return issuer === undefined ? undefined : textOf(issuer) || undefined;
}

/** @throws {SamlStatusError} `invalid_token` for a missing or invalid ID, Version or IssueInstant. */
export function readMessageHead(root: XmlElement): MessageHead {
  const id = attributeOf(root, 'ID') ?? '';
  if (!isIdentifier(id)) throw malformed(root, id === '' ? 'has no ID' : `has an ID that ${faultOf(id)}`);
  const version = attributeOf(root, 'Version');
  if (version === undefined) throw malformed(root, 'has no Version');
  const issueInstant = attributeOf(root, 'IssueInstant');
  const issuedAt = issueInstant === undefined ? undefined : parseInstant(issueInstant);
  if (issuedAt === undefined)
    throw malformed(
      root,
      issueInstant === undefined ? 'has no IssueInstant' : 'has an IssueInstant that is not an xs:dateTime',
    );
  return {
    id,
    version,
    issuedAt,
    destination: attributeOf(root, 'Destination') || undefined,
    issuer: readIssuer(root),
    inResponseTo: attributeOf(root, 'InResponseTo') || undefined,
  };
}

/** An xs:ID: an XML name without a colon. SAML Core §1.3.4. */
function isIdentifier(text: string): boolean {
  return text.length <= MAX_ID_LENGTH && /^[\p{L}_][\p{L}\p{N}\p{M}._·-]*$/u.test(text);
}

/** The most common fault: many IDs begin with the digit of a UUID. */
function faultOf(id: string): string {
  return /^[\d.-]/.test(id)
    ? 'begins with a digit, a hyphen or a full stop; put an underscore before it'
    : 'is not an XML name of at most 512 characters';
}

function malformed(root: XmlElement, what: string): SamlStatusError {
  return new SamlStatusError('invalid_token', {
    reason: `The ${root.localName} ${what}.`,
    remedy: 'Send ID (an xs:ID), Version="2.0" and IssueInstant (an xs:dateTime in UTC) with every message.',
    section: 'SAML Core §3.2.1',
  });
}
