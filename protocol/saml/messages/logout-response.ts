// Parses and renders LogoutResponse.

import { writeElement } from '#protocol/xml/write-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { renderStatus, type SamlStatus } from '../status.ts';
import type { RenderedMessage } from './assertion.ts';
import { type MessageHead, readMessageHead } from './message-head.ts';
import { readStatus } from './read-status.ts';
import { type MessageToSend, renderMessageHead } from './response.ts';

/** A received LogoutResponse. SAML Core §3.7.2. */
export interface LogoutResponse extends MessageHead {
  readonly status: SamlStatus;
}

/** A LogoutResponse to send. */
export interface LogoutResponseToSend extends MessageToSend {
  /** Undefined for SOAP, where the response uses the request's connection. */
  readonly destination: string | undefined;
  readonly inResponseTo: string;
  readonly status: SamlStatus;
  /** Canonical inner XML of `samlp:Extensions`. */
  readonly extensions?: string | undefined;
}

/** @throws {SamlStatusError} `invalid_token` for a message without a status. */
export function parseLogoutResponse(root: XmlElement): LogoutResponse {
  return { ...readMessageHead(root), status: readStatus(root) };
}

/** Canonical; the signature goes between the parts. SAML Core §3.7.2. */
export function renderLogoutResponse(response: LogoutResponseToSend): RenderedMessage {
  const { extensions, status } = response;
  const before = extensions === undefined ? '' : writeElement('samlp:Extensions', {}, extensions);
  const rest = `${before}${renderStatus(status)}</samlp:LogoutResponse>`;
  return { head: renderMessageHead('LogoutResponse', response), rest: { wire: rest, canonical: rest } };
}
