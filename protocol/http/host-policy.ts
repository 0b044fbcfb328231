// Decides which Host headers are accepted, as protection against DNS rebinding, and derives the base URLs.
import { isIP } from 'node:net';

export interface HostPolicyOptions {
  /** `http-host`: the address the server listens on. */
  readonly httpHost: string;
  /** `hostname`: the fixed base URL for browsers, if set. */
  readonly hostname?: string | undefined;
  /** `hostname-backchannel-dynamic`: servers get the address that they called. */
  readonly backchannelDynamic?: boolean;
}

/** Without trailing slash. */
export interface BaseUrls {
  readonly baseUrl: string;
  readonly backchannelBaseUrl: string;
}

type HostCheck =
  | { readonly outcome: 'allowed'; readonly urls: BaseUrls }
  | { readonly outcome: 'malformed' | 'foreign' };

/** Checks Host headers; `secure` is whether the socket is TLS. */
export interface HostPolicy {
  check(host: string | undefined, secure: boolean): HostCheck;
}

/** A Host header: name or address and optional port, nothing else. RFC 9110 §7.2. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::(\d{1,5}))?$/;

/** How many distinct Host headers are cached. */
const MAX_CACHED = 64;

interface HostAndPort {
  /** Lowercase, IPv6 in brackets. */
  readonly host: string;
  readonly port: number | undefined;
}

function parseHost(header: string): HostAndPort | undefined {
  const match = header.length <= 262 ? HOST.exec(header.toLowerCase()) : null;
  const host = match?.[1];
  if (host === undefined) return undefined;
  if (host.startsWith('[') && isIP(host.slice(1, -1)) !== 6) return undefined;
  const port = match?.[2] === undefined ? undefined : Number(match[2]);
  return port !== undefined && (port === 0 || port > 65_535) ? undefined : { host, port };
}

/**
 * Whether a name or address (IPv6 also in brackets) always means this machine. RFC 6761 §6.3, RFC 1122
 * §3.2.1.3.
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  if (name === '[::1]' || name === '::1') return true;
  return name.startsWith('127.') && isIP(name) === 4;
}

/** A bind address in the form of a Host header. */
function asHost(address: string): string {
  const name = address.toLowerCase();
  return isIP(name) === 6 ? `[${name}]` : name;
}

function isIpAddress(host: string): boolean {
  return host.startsWith('[') || isIP(host) === 4;
}

/** Names that no website can have: single labels, and ICANN's domain for private use. */
function isPrivateName(host: string): boolean {
  return !isIpAddress(host) && (!host.includes('.') || host.endsWith('.internal'));
}

function allowedHosts(options: HostPolicyOptions): (host: string) => boolean {
  const listening = asHost(options.httpHost);
  const exact = new Set([
    listening,
    ...(options.hostname === undefined ? [] : [new URL(options.hostname).hostname]),
  ]);
  const isOpen = !isLoopbackHost(listening);
  return (host) =>
    isLoopbackHost(host) ||
    exact.has(host) ||
    // Choice: rebinding requires a name, so addresses are safe; they are useful only when others can reach
    // the server.
    (isOpen && isIpAddress(host)) ||
    (options.backchannelDynamic === true && isPrivateName(host));
}

function withoutTrailingSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}

/** The base URL the caller used, without the scheme's default port. */
function calledUrl({ host, port }: HostAndPort, secure: boolean): string {
  const isDefaultPort = port === undefined || port === (secure ? 443 : 80);
  return `${secure ? 'https' : 'http'}://${host}${isDefaultPort ? '' : `:${port}`}`;
}

/**
 * Allowed hosts: loopback names with any port (a published port or a proxy may change it), the address the
 * server listens on, the host of `hostname`, any IP address when listening beyond loopback, and private names
 * with `backchannelDynamic`. RFC 9110 §7.2; docs/differences-to-keycloak.md, "Host names".
 * @throws {TypeError} when `hostname` is not a URL.
 */
export function createHostPolicy(options: HostPolicyOptions): HostPolicy {
  const isAllowed = allowedHosts(options);
  const fixed =
    options.hostname === undefined ? undefined : withoutTrailingSlash(new URL(options.hostname).href);
  const cache = new Map<string, HostCheck>();

  function checkUncached(header: string, secure: boolean): HostCheck {
    const parsed = parseHost(header);
    if (parsed === undefined) return { outcome: 'malformed' };
    if (!isAllowed(parsed.host)) return { outcome: 'foreign' };
    const called = calledUrl(parsed, secure);
    const baseUrl = fixed ?? called;
    return {
      outcome: 'allowed',
      urls: { baseUrl, backchannelBaseUrl: options.backchannelDynamic === true ? called : baseUrl },
    };
  }

  return {
    check(host, secure) {
      if (host === undefined || host === '') return { outcome: 'malformed' };
      const key = secure ? `s${host}` : host;
      const known = cache.get(key);
      if (known !== undefined) return known;
      const found = checkUncached(host, secure);
      if (found.outcome === 'allowed' && cache.size < MAX_CACHED) cache.set(key, found);
      return found;
    },
  };
}
