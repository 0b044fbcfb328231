// SOAP 1.1 envelopes and faults around SAML messages.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { childElement } from '#protocol/xml/read-xml.ts';
import { escapeText } from '#protocol/xml/write-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { NAMESPACES } from '../xml-names.ts';

/** Media type of an envelope. SOAP 1.1 §6. */
export const SOAP_MEDIA_TYPE = 'text/xml; charset=utf-8';

/** Value of the SOAPAction header for SAML messages. SAML Bindings §3.2.3.1. */
export const SOAP_ACTION = '"http://www.oasis-open.org/committees/security"';

/** An envelope with a message; `header` and `body` are XML. */
export function renderEnvelope({
  header,
  body,
}: {
  readonly header?: string;
  readonly body: string;
}): string {
  const head = header === undefined ? '' : `<soap:Header>${header}</soap:Header>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<soap:Envelope xmlns:soap="${NAMESPACES.soap}">${head}<soap:Body>${body}</soap:Body></soap:Envelope>`;
}

export interface SoapFault {
  /** The party at fault. SOAP 1.1 §4.4.1. */
  readonly by: 'Client' | 'Server';
  /** `faultstring`. */
  readonly text: string;
}

/** An envelope with a fault, sent with HTTP status 500. SAML Bindings §3.2.3.3. */
export function renderFault({ by, text }: SoapFault): string {
  return renderEnvelope({
    body: `<soap:Fault><faultcode>soap:${by}</faultcode><faultstring>${escapeText(text)}</faultstring></soap:Fault>`,
  });
}

/**
 * The message in an envelope; headers are ignored.
 * @throws {SamlStatusError} `invalid_token` for an invalid envelope, other than one element, or a fault.
 */
export function parseEnvelope(text: string): XmlElement {
  const root = parse(text);
  if (root.localName !== 'Envelope' || root.namespace !== NAMESPACES.soap)
    throw malformed(`The root element is ${root.name}, not the Envelope of SOAP 1.1.`);
  const body = readBody(root);
  const elements = body.children.filter((child): child is XmlElement => typeof child !== 'string');
  const [message, ...others] = elements;
  if (message === undefined || others.length > 0)
    throw malformed(`The Body of the envelope holds ${elements.length} elements instead of one.`);
  if (message.localName === 'Fault' && message.namespace === NAMESPACES.soap)
    throw malformed(`The answer is a SOAP fault: ${faultText(message)}.`);
  return message;
}

function parse(text: string): XmlElement {
  try {
    return parseXml(text);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw malformed(`The envelope cannot be read: ${error.message}.`, error);
  }
}

function readBody(envelope: XmlElement): XmlElement {
  try {
    const body = childElement(envelope, NAMESPACES.soap, 'Body');
    if (body !== undefined) return body;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw malformed('The envelope has two Body elements.', error);
  }
  throw malformed('The envelope has no Body.');
}

/** Maximum characters shown of a foreign fault. */
const MAX_FAULT_TEXT = 200;

function faultText(fault: XmlElement): string {
  const text = fault.children.find((child) => typeof child !== 'string' && child.localName === 'faultstring');
  const [only = ''] = typeof text === 'object' ? text.children : [];
  return typeof only === 'string' && only.trim() !== ''
    ? only.trim().slice(0, MAX_FAULT_TEXT)
    : 'no faultstring';
}

function malformed(reason: string, cause?: unknown): SamlStatusError {
  return new SamlStatusError('invalid_token', {
    reason,
    remedy: 'Send one SAML message in the Body of a SOAP 1.1 envelope.',
    section: 'SAML Bindings §3.2.2',
    cause,
  });
}
