// The answer to a LogoutRequest: read from its element, and written as text.

import { writeElement } from '#protocol/xml/write-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { renderStatus, type SamlStatus } from '../status.ts';
import { type MessageHead, readMessageHead } from './message-head.ts';
import { readStatus } from './read-status.ts';
import { type RenderedMessage, renderMessageHead } from './response.ts';

/** A LogoutResponse as it came. SAML Core §3.7.2. */
export interface LogoutResponse extends MessageHead {
  readonly status: SamlStatus;
}

/** A LogoutResponse that is sent. */
export interface LogoutResponseToSend {
  readonly id: string;
  /** Milliseconds. */
  readonly issuedAt: number;
  readonly issuer: string;
  /** Undefined: it goes back over the connection that the request came by. */
  readonly destination: string | undefined;
  /** Identifier of the request. */
  readonly inResponseTo: string;
  readonly status: SamlStatus;
  /** Inner XML of `samlp:Extensions`, canonical; undefined: none. */
  readonly extensions?: string | undefined;
}

/** Reads a LogoutResponse. @throws {SamlStatusError} `invalid_token` for a message without status. */
export function parseLogoutResponse(root: XmlElement): LogoutResponse {
  return { ...readMessageHead(root), status: readStatus(root) };
}

/** Writes a LogoutResponse in canonical form, its signature to stand between its parts. SAML Core §3.7.2. */
export function renderLogoutResponse(response: LogoutResponseToSend): RenderedMessage {
  const { extensions, status } = response;
  const before = extensions === undefined ? '' : writeElement('samlp:Extensions', {}, extensions);
  const rest = `${before}${renderStatus(status)}</samlp:LogoutResponse>`;
  return { head: renderMessageHead('LogoutResponse', response), rest: { wire: rest, canonical: rest } };
}
