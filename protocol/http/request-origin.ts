// Who sent a request and how it was addressed: as the socket says, or as a trusted proxy reports.
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { isLoopbackAddress } from './host-policy.ts';
import type { ProxyReader } from './proxy-headers.ts';

export interface RequestOrigin {
  readonly remoteAddress: string;
  readonly isSecure: boolean;
  /** Replaces the Host header; undefined: the Host header counts. */
  readonly host: string | undefined;
  /** The path that a proxy removed: empty, or `/sso`. */
  readonly prefix: string;
  readonly isProxied: boolean;
}

/** `readProxy` is absent when headers of proxies are ignored. */
export function readRequestOrigin(
  request: IncomingMessage,
  readProxy: ProxyReader | undefined,
): RequestOrigin {
  const remoteAddress = request.socket.remoteAddress ?? '';
  const isSecure = (request.socket as Partial<TLSSocket>).encrypted === true;
  const forwarded = readProxy?.(request.headers, remoteAddress);
  if (forwarded === undefined)
    return { remoteAddress, isSecure, host: undefined, prefix: '', isProxied: false };
  return {
    remoteAddress: claimedAddress(forwarded.remoteAddress, remoteAddress),
    isSecure: forwarded.isSecure ?? isSecure,
    host: forwarded.host,
    prefix: forwarded.prefix ?? '',
    isProxied: true,
  };
}

/** A caller of another machine does not become a user of this one, who sees more, by saying so. */
function claimedAddress(claimed: string | undefined, own: string): string {
  if (claimed === undefined) return own;
  return isLoopbackAddress(claimed) && !isLoopbackAddress(own) ? own : claimed;
}
