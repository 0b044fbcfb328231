// The request to end a session: read from its element, and written as text.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { attributeOf, childElement, childElements, textOf } from '#protocol/xml/read-xml.ts';
import { writeElement, writeTextElement } from '#protocol/xml/write-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { NAME_ID_FORMATS, NAMESPACES } from '../xml-names.ts';
import { parseInstant } from './instant.ts';
import { type MessageHead, readMessageHead } from './message-head.ts';
import { type RenderedMessage, renderMessageHead } from './response.ts';

/** Most sessions that one request may name. */
const MAX_SESSION_INDEXES = 100;

/** Whose session ends. SAML Core §2.2.3. */
export interface LogoutSubject {
  readonly value: string;
  /** URN; `unspecified` where the message says none. */
  readonly format: string;
}

/** A LogoutRequest as it came. SAML Core §3.7.1. */
export interface LogoutRequest extends MessageHead {
  readonly nameId: LogoutSubject;
  /** Empty: every session of that subject. */
  readonly sessionIndexes: readonly string[];
  /** Milliseconds; undefined: the request does not expire. */
  readonly notOnOrAfter: number | undefined;
}

/** A LogoutRequest that is sent. Instants are milliseconds. */
export interface LogoutRequestToSend {
  readonly id: string;
  readonly issuedAt: number;
  readonly issuer: string;
  readonly destination: string;
  readonly notOnOrAfter: number;
  readonly nameId: LogoutSubject;
  readonly sessionIndex: string;
  /** Inner XML of `samlp:Extensions`, canonical; undefined: none. */
  readonly extensions?: string | undefined;
}

/** Reads a LogoutRequest whose EncryptedID has been opened. @throws {SamlStatusError} `invalid_token` for what the schema does not allow and for identifiers that are not plain. @throws {XmlError} for elements that may stand there once only. */
export function parseLogoutRequest(root: XmlElement): LogoutRequest {
  const indexes = childElements(root, NAMESPACES.protocol, 'SessionIndex').map(textOf);
  if (indexes.length > MAX_SESSION_INDEXES)
    throw malformed(`names more than ${MAX_SESSION_INDEXES} sessions`, 'Send fewer SessionIndex elements.');
  return {
    ...readMessageHead(root),
    nameId: readNameId(root),
    sessionIndexes: indexes.filter((index) => index !== ''),
    notOnOrAfter: readEnd(root),
  };
}

function readNameId(root: XmlElement): LogoutSubject {
  const element = childElement(root, NAMESPACES.assertion, 'NameID');
  if (element === undefined) throw malformed('has no NameID', 'Send saml:NameID as the assertion had it.');
  const value = textOf(element);
  if (value === '') throw malformed('has an empty NameID', 'Send saml:NameID as the assertion had it.');
  return { value, format: attributeOf(element, 'Format') || NAME_ID_FORMATS.unspecified };
}

function readEnd(root: XmlElement): number | undefined {
  const text = attributeOf(root, 'NotOnOrAfter');
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (instant !== undefined) return instant;
  throw malformed(
    'has a NotOnOrAfter that is no xs:dateTime',
    'Send NotOnOrAfter as 2026-01-31T12:00:00Z, or leave it out.',
  );
}

function malformed(what: string, remedy: string): SamlStatusError {
  return new SamlStatusError('invalid_token', {
    reason: `The LogoutRequest ${what}.`,
    remedy,
    section: 'SAML Core §3.7.1',
  });
}

/** Writes a LogoutRequest in canonical form, its signature to stand between its parts. SAML Core §3.7.1. */
export function renderLogoutRequest(request: LogoutRequestToSend): RenderedMessage {
  const { nameId, sessionIndex, extensions } = request;
  const subject = { 'xmlns:saml': NAMESPACES.assertion, Format: nameId.format };
  const rest =
    (extensions === undefined ? '' : writeElement('samlp:Extensions', {}, extensions)) +
    writeTextElement('saml:NameID', subject, nameId.value) +
    writeTextElement('samlp:SessionIndex', {}, sessionIndex) +
    '</samlp:LogoutRequest>';
  const head = renderMessageHead('LogoutRequest', { ...request, inResponseTo: undefined });
  return { head, rest: { wire: rest, canonical: rest } };
}
