// Parses AuthnRequest.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { attributeOf, childElement, childElements, textOf } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { NAMESPACES } from '../xml-names.ts';
import { type MessageHead, readMessageHead } from './message-head.ts';

/** How the reached context is compared with the requested ones. SAML Core §3.3.2.2.1. */
export type ContextComparison = 'exact' | 'minimum' | 'maximum' | 'better';

export interface RequestedAuthnContext {
  readonly comparison: ContextComparison;
  /** In order of preference; empty if only declarations are named. */
  readonly classes: readonly string[];
}

/** The requested name identifier. SAML Core §3.4.1.1. */
export interface NameIdPolicy {
  readonly format: string | undefined;
  readonly spNameQualifier: string | undefined;
  readonly allowCreate: boolean | undefined;
}

/** SAML Core §3.4.1. */
export interface AuthnRequest extends MessageHead {
  readonly consumerUrl: string | undefined;
  readonly consumerIndex: number | undefined;
  readonly protocolBinding: string | undefined;
  readonly isPassive: boolean;
  readonly forceAuthn: boolean;
  readonly nameIdPolicy: NameIdPolicy | undefined;
  readonly requestedContext: RequestedAuthnContext | undefined;
  /** Name identifier of the requested subject. */
  readonly subject: { readonly value: string; readonly format: string | undefined } | undefined;
}

const COMPARISONS: readonly ContextComparison[] = ['exact', 'minimum', 'maximum', 'better'];

/**
 * Ignores an EncryptedID in the Subject, which must be decrypted first.
 * @throws {SamlStatusError} `invalid_token` for invalid values. @throws {XmlError} for repeated elements.
 */
export function parseAuthnRequest(root: XmlElement): AuthnRequest {
  const consumerUrl = attributeOf(root, 'AssertionConsumerServiceURL');
  const subject = subjectOf(root);
  return {
    ...readMessageHead(root),
    // Compat: some clients write `null` for no URL.
    consumerUrl: consumerUrl === '' || consumerUrl === 'null' ? undefined : consumerUrl,
    consumerIndex: readIndex(root),
    protocolBinding: attributeOf(root, 'ProtocolBinding') || undefined,
    isPassive: readBoolean(root, 'IsPassive') ?? false,
    forceAuthn: readBoolean(root, 'ForceAuthn') ?? false,
    nameIdPolicy: readNameIdPolicy(root),
    requestedContext: readRequestedContext(root),
    subject: subject && readSubject(subject),
  };
}

function refuse(element: XmlElement, attribute: string, expected: string): SamlStatusError {
  return new SamlStatusError('invalid_token', {
    reason: `${attribute} of ${element.localName} is not ${expected}.`,
    remedy: `Send ${attribute} as ${expected}, or leave it out.`,
    section: 'SAML Core §3.4.1',
  });
}

function readBoolean(element: XmlElement, name: string): boolean | undefined {
  const value = attributeOf(element, name)?.trim();
  if (value === undefined) return undefined;
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw refuse(element, name, 'true or false');
}

function readIndex(root: XmlElement): number | undefined {
  const value = attributeOf(root, 'AssertionConsumerServiceIndex');
  if (value === undefined) return undefined;
  const index = Number(value);
  if (!/^\d{1,5}$/.test(value) || index > 65_535)
    throw refuse(root, 'AssertionConsumerServiceIndex', 'a number from 0 to 65535');
  return index;
}

function readNameIdPolicy(root: XmlElement): NameIdPolicy | undefined {
  const policy = childElement(root, NAMESPACES.protocol, 'NameIDPolicy');
  if (policy === undefined) return undefined;
  return {
    format: attributeOf(policy, 'Format') || undefined,
    spNameQualifier: attributeOf(policy, 'SPNameQualifier') || undefined,
    allowCreate: readBoolean(policy, 'AllowCreate'),
  };
}

function readRequestedContext(root: XmlElement): RequestedAuthnContext | undefined {
  const context = childElement(root, NAMESPACES.protocol, 'RequestedAuthnContext');
  if (context === undefined) return undefined;
  const text = attributeOf(context, 'Comparison') ?? 'exact';
  const comparison = COMPARISONS.find((each) => each === text);
  if (comparison === undefined) throw refuse(context, 'Comparison', `one of ${COMPARISONS.join(', ')}`);
  const classes = childElements(context, NAMESPACES.assertion, 'AuthnContextClassRef')
    .map((element) => textOf(element).trim())
    .filter((text) => text !== '');
  return { comparison, classes };
}

/** The Subject element. @throws {XmlError} for two of them. */
export function subjectOf(root: XmlElement): XmlElement | undefined {
  return childElement(root, NAMESPACES.assertion, 'Subject');
}

/**
 * The name in a Subject, if any. SAML Core §2.2.1.
 * @throws {SamlStatusError} `invalid_token` for a BaseID, whose meaning the parties agree on privately.
 */
export function readSubject(subject: XmlElement): AuthnRequest['subject'] {
  if (childElement(subject, NAMESPACES.assertion, 'BaseID') !== undefined)
    throw new SamlStatusError('invalid_token', {
      reason: 'The Subject of the AuthnRequest is named by a BaseID, which is not understood here.',
      remedy: 'Send saml:NameID or saml:EncryptedID in the Subject, or no Subject.',
      section: 'SAML Core §2.2.1',
    });
  const nameId = childElement(subject, NAMESPACES.assertion, 'NameID');
  if (nameId === undefined) return undefined;
  const value = textOf(nameId).trim();
  return value === '' ? undefined : { value, format: attributeOf(nameId, 'Format') || undefined };
}
