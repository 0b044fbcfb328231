// Reads the access token from the Authorization header.
import type { Exchange } from './exchange.ts';

export type TokenScheme = 'Bearer' | 'DPoP';

const SCHEMES: Readonly<Record<TokenScheme, RegExp>> = {
  Bearer: /^bearer +([\w\-.~+/]+=*) *$/i,
  DPoP: /^dpop +([\w\-.~+/]+=*) *$/i,
};

/** The token sent with `scheme`; undefined when absent or malformed. RFC 6750 §2.1, RFC 9449 §7.1. */
export function readTokenOf(exchange: Pick<Exchange, 'headers'>, scheme: TokenScheme): string | undefined {
  const header = exchange.headers.authorization;
  return header === undefined ? undefined : SCHEMES[scheme].exec(header)?.[1];
}

/** The token of `Authorization: Bearer …`; undefined when absent or malformed. RFC 6750 §2.1. */
export function readBearerToken(exchange: Pick<Exchange, 'headers'>): string | undefined {
  return readTokenOf(exchange, 'Bearer');
}
