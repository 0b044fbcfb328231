// Decides which Host headers are accepted, as protection against DNS rebinding, and derives the base URLs.
import { isIP } from 'node:net';

export interface HostPolicyOptions {
  /** `http-host`: the address the server listens on. */
  readonly httpHost: string;
  /** `hostname`: the fixed base URL for browsers, or their host name only. */
  readonly hostname?: string | undefined;
  /** `hostname-admin`: a further base URL. */
  readonly hostnameAdmin?: string | undefined;
  /** `hostname-strict`: whether unknown names are refused. Default: yes. */
  readonly isStrict?: boolean;
  /** `hostname-backchannel-dynamic`: servers get the address that they called. */
  readonly backchannelDynamic?: boolean;
}

/** Without trailing slash. */
export interface BaseUrls {
  readonly baseUrl: string;
  readonly backchannelBaseUrl: string;
  /** The path of `baseUrl`: empty, or `/auth`. */
  readonly basePath: string;
}

/** How a request addressed the server. */
export interface CalledAs {
  readonly host: string | undefined;
  readonly isSecure: boolean;
  /** Path below which the server was called: empty, or `/auth`. */
  readonly path: string;
  /** A trusted proxy reports the host, which is then accepted. */
  readonly isProxied: boolean;
}

type HostCheck =
  | { readonly outcome: 'allowed'; readonly urls: BaseUrls }
  | { readonly outcome: 'malformed' | 'foreign' };

/** Checks Host headers. */
export interface HostPolicy {
  check(called: CalledAs): HostCheck;
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

/** Compat: a health check that many compose files have sends `host: http://localhost`, and Keycloak answers it. */
const SCHEME = /^https?:\/\//;

function parseHost(header: string): HostAndPort | undefined {
  const match = header.length <= 262 ? HOST.exec(header.toLowerCase().replace(SCHEME, '')) : null;
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

/** Whether an address of a caller is of this machine; IPv4 also as IPv6 writes it. RFC 4291 §2.5.5.2. */
export function isLoopbackAddress(address: string): boolean {
  return isLoopbackHost(address.replace(/^::ffff:/i, ''));
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

function isUrl(hostname: string): boolean {
  return hostname.includes('://');
}

/** The host of a base URL, or a host name itself; IPv6 in brackets. */
export function hostOf(hostname: string): string {
  return isUrl(hostname) ? new URL(hostname).hostname : hostname.toLowerCase();
}

function allowedHosts(options: HostPolicyOptions): (host: string) => boolean {
  if (options.isStrict === false) return () => true;
  const listening = asHost(options.httpHost);
  const named = [options.hostname, options.hostnameAdmin].filter((name) => name !== undefined);
  const exact = new Set([listening, ...named.map(hostOf)]);
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

/** The origin the caller used, without the scheme's default port. */
function originOf({ host, port }: HostAndPort, secure: boolean): string {
  const isDefaultPort = port === undefined || port === (secure ? 443 : 80);
  return `${secure ? 'https' : 'http'}://${host}${isDefaultPort ? '' : `:${port}`}`;
}

/**
 * Allowed hosts: loopback names with any port (a published port or a proxy may change it), the address the
 * server listens on, the host of `hostname`, any IP address when listening beyond loopback, private names
 * with `backchannelDynamic`, what a trusted proxy reports, and every name without `isStrict`. RFC 9110 §7.2;
 * docs/differences-to-keycloak.md, "Host names".
 */
export function createHostPolicy(options: HostPolicyOptions): HostPolicy {
  const isAllowed = allowedHosts(options);
  const { hostname } = options;
  const fixed = hostname !== undefined && isUrl(hostname) ? withoutTrailingSlash(hostname) : undefined;
  const cache = new Map<string, HostCheck>();

  function checkUncached(header: string, called: CalledAs): HostCheck {
    const parsed = parseHost(header);
    if (parsed === undefined) return { outcome: 'malformed' };
    if (!(called.isProxied || isAllowed(parsed.host))) return { outcome: 'foreign' };
    const own = `${originOf(parsed, called.isSecure)}${called.path}`;
    // Compat: with a host name only, scheme and port are those of the request.
    const named = { host: hostname?.toLowerCase() ?? parsed.host, port: parsed.port };
    const baseUrl = fixed ?? `${originOf(named, called.isSecure)}${called.path}`;
    return {
      outcome: 'allowed',
      urls: {
        baseUrl,
        backchannelBaseUrl: options.backchannelDynamic === true ? own : baseUrl,
        basePath: withoutTrailingSlash(new URL(baseUrl).pathname),
      },
    };
  }

  return {
    check(called) {
      const { host, isSecure, path, isProxied } = called;
      if (host === undefined || host === '') return { outcome: 'malformed' };
      const key = `${isSecure ? 's' : ''}${isProxied ? 'p' : ''}${path}/${host}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      const found = checkUncached(host, called);
      if (found.outcome === 'allowed' && cache.size < MAX_CACHED) cache.set(key, found);
      return found;
    },
  };
}
