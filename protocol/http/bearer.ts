// The bearer token of a request's Authorization header.
import type { Exchange } from './exchange.ts';

const BEARER = /^bearer +([\w\-.~+/]+=*) *$/i;

/** The token of `Authorization: Bearer …`; undefined when there is none or it is malformed. RFC 6750 §2.1. */
export function readBearerToken(exchange: Pick<Exchange, 'headers'>): string | undefined {
  const header = exchange.headers.authorization;
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}
