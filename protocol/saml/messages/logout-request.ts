// Parses and renders LogoutRequest.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { attributeOf, childElement, childElements, textOf } from '#protocol/xml/read-xml.ts';
import { writeElement, writeTextElement } from '#protocol/xml/write-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { NAME_ID_FORMATS, NAMESPACES } from '../xml-names.ts';
import type { RenderedMessage } from './assertion.ts';
import { parseInstant } from './instant.ts';
import { type MessageHead, readMessageHead } from './message-head.ts';
import { type MessageToSend, renderMessageHead } from './response.ts';

/** Maximum sessions in one request. */
const MAX_SESSION_INDEXES = 100;

/** The subject whose sessions end. SAML Core §2.2.3. */
export interface LogoutSubject {
  readonly value: string;
  /** URN; default `unspecified`. */
  readonly format: string;
  /** In requests to send. */
  readonly nameQualifier?: string | undefined;
  readonly spNameQualifier?: string | undefined;
}

/** A received LogoutRequest. SAML Core §3.7.1. */
export interface LogoutRequest extends MessageHead {
  readonly nameId: LogoutSubject;
  /** Empty for all sessions of the subject. */
  readonly sessionIndexes: readonly string[];
  /** Milliseconds; undefined if the request does not expire. */
  readonly notOnOrAfter: number | undefined;
}

/** A LogoutRequest to send. Instants are milliseconds. */
export interface LogoutRequestToSend extends MessageToSend {
  readonly destination: string;
  readonly notOnOrAfter: number;
  readonly nameId: LogoutSubject;
  /** Undefined: all sessions of the subject. */
  readonly sessionIndex: string | undefined;
  /** Canonical inner XML of `samlp:Extensions`. */
  readonly extensions?: string | undefined;
}

/**
 * Expects any EncryptedID to be decrypted already.
 * @throws {SamlStatusError} `invalid_token` for invalid values. @throws {XmlError} for repeated elements.
 */
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
    'has a NotOnOrAfter that is not an xs:dateTime',
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

/** Canonical; the signature goes between the parts. SAML Core §3.7.1. */
export function renderLogoutRequest(request: LogoutRequestToSend): RenderedMessage {
  const { nameId, sessionIndex, extensions } = request;
  const subject = {
    'xmlns:saml': NAMESPACES.assertion,
    Format: nameId.format,
    NameQualifier: nameId.nameQualifier,
    SPNameQualifier: nameId.spNameQualifier,
  };
  const rest =
    (extensions === undefined ? '' : writeElement('samlp:Extensions', {}, extensions)) +
    writeTextElement('saml:NameID', subject, nameId.value) +
    (sessionIndex === undefined ? '' : writeTextElement('samlp:SessionIndex', {}, sessionIndex)) +
    '</samlp:LogoutRequest>';
  const head = renderMessageHead('LogoutRequest', request);
  return { head, rest: { wire: rest, canonical: rest } };
}
