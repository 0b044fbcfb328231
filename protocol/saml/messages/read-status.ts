// Parses the status of a received response.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { attributeOf, childElement, textOf } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import type { SamlStatus } from '../status.ts';
import { NAMESPACES, STATUS_PREFIX } from '../xml-names.ts';

/** @throws {SamlStatusError} `invalid_token` without code. @throws {XmlError} for two. SAML Core §3.2.2.1. */
export function readStatus(answer: XmlElement): SamlStatus {
  const status = childElement(answer, NAMESPACES.protocol, 'Status');
  const code = status === undefined ? undefined : childElement(status, NAMESPACES.protocol, 'StatusCode');
  const topLevel = code === undefined ? undefined : attributeOf(code, 'Value');
  if (status === undefined || code === undefined || topLevel === undefined) {
    throw new SamlStatusError('invalid_token', {
      reason: `The ${answer.localName} has no Status with a StatusCode.`,
      remedy: 'Send samlp:Status with samlp:StatusCode Value in every answer.',
      section: 'SAML Core §3.2.2.1',
    });
  }
  const nested = childElement(code, NAMESPACES.protocol, 'StatusCode');
  const message = childElement(status, NAMESPACES.protocol, 'StatusMessage');
  return {
    topLevel,
    secondLevel: nested === undefined ? undefined : attributeOf(nested, 'Value'),
    message: message === undefined ? undefined : textOf(message),
  };
}

/** A readable short form: `Responder, RequestDenied`. */
export function describeStatus({ topLevel, secondLevel, message }: SamlStatus): string {
  const codes = [topLevel, secondLevel].filter((code) => code !== undefined);
  const short = codes.map((code) =>
    code.startsWith(STATUS_PREFIX) ? code.slice(STATUS_PREFIX.length) : code,
  );
  return [short.join(', '), ...(message === undefined ? [] : [`"${message}"`])].join(' ');
}

/** Whether the request succeeded. */
export function isSuccess({ topLevel }: SamlStatus): boolean {
  return topLevel === `${STATUS_PREFIX}Success`;
}
