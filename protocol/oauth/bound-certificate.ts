// Certificate-bound tokens: the certificate of a request, and whether it matches the token's.
import { sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';

const SETTING = 'tls.client.certificate.bound.access.tokens';

/** Thumbprint of the client certificate on the connection; undefined without one. RFC 8705 §3.1. */
export function shownCertificate({ tls }: Pick<RealmExchange, 'tls'>): string | undefined {
  return tls?.certificate === undefined ? undefined : sha256Base64Url(tls.certificate.raw);
}

/** The thumbprint in a token's `cnf`; undefined if the token is not bound to a certificate. RFC 8705 §3.1. */
export function boundCertificateOf({ cnf }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof cnf !== 'object' || cnf === null || !('x5t#S256' in cnf)) return undefined;
  return String(cnf['x5t#S256']);
}

/**
 * Thumbprint to bind the client's tokens to; undefined when the client does not require binding. RFC 8705 §3.
 * @throws {OAuthError} `invalid_request` 400 without a client certificate.
 */
export function demandCertificate(
  exchange: Pick<RealmExchange, 'tls'>,
  { clientId, attributes }: Pick<Client, 'clientId' | 'attributes'>,
): string | undefined {
  if (attributes[SETTING] !== 'true') return undefined;
  const shown = shownCertificate(exchange);
  if (shown !== undefined) return shown;
  throw new OAuthError('invalid_request', {
    description: 'Client Certification missing for MTLS HoK Token Binding',
    reason: `Client ${clientId} requires tokens to be bound to a certificate, and the caller sent none.`,
    remedy: `Call over HTTPS (--https-port) with a client certificate, or set attribute ${SETTING} of client ${clientId} to false.`,
    section: 'RFC 8705 §3',
  });
}

/** A bound token requires its certificate (RFC 8705 §3). @throws {OAuthError} 401 with `code`. */
export function checkBoundCertificate(
  claims: Readonly<Record<string, unknown>>,
  shown: string | undefined,
  code: 'invalid_token' | 'unauthorized_client',
): void {
  const bound = boundCertificateOf(claims);
  if (bound === undefined || bound === shown) return;
  throw new OAuthError(code, {
    status: 401,
    description: 'Client certificate missing, or its thumbprint and one in the refresh token did NOT match',
    reason: `The token is bound to certificate ${bound}, the caller sent ${shown ?? 'none'}.`,
    remedy: 'Call over HTTPS with the certificate that was used to request the token.',
    section: 'RFC 8705 §3',
  });
}
