// Reads what a reverse proxy says of the original request: RFC 7239, and the X-Forwarded-… headers.
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Whether an IP address is in a list. */
export type AddressMatcher = (address: string) => boolean;

/** What a proxy says of the original request; absent members are those of the proxy's own request. */
interface ForwardedRequest {
  /** The caller's address as sent; it may be a name. */
  readonly remoteAddress?: string;
  readonly isSecure?: boolean;
  /** In the form of a Host header. */
  readonly host?: string;
  /** The path that the proxy removed: begins with a slash, does not end with one. */
  readonly prefix?: string;
}

export interface ProxyHeadersOptions {
  readonly kind: 'forwarded' | 'xforwarded';
  /** Addresses of proxies; undefined: every caller is one. */
  readonly trusted: AddressMatcher | undefined;
}

/** Undefined when the request does not come from a proxy, or has none of its headers. */
export type ProxyReader = (
  headers: IncomingHttpHeaders,
  remoteAddress: string,
) => ForwardedRequest | undefined;

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
}

/** Parses IP addresses and networks (`10.0.0.0/8`), separated by commas; undefined for anything else. */
export function parseAddressList(text: string): AddressMatcher | undefined {
  const list = new BlockList();
  for (const entry of text.split(',')) if (!addEntry(list, entry.trim())) return undefined;
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const family = familyOf(plain);
    return family !== undefined && list.check(plain, family);
  };
}

function addEntry(list: BlockList, entry: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const family = familyOf(address);
  const bits = family === 'ipv4' ? 32 : 128;
  if (family === undefined || Number(prefix ?? 0) > bits) return false;
  list.addSubnet(address, prefix === undefined ? bits : Number(prefix), family);
  return true;
}

/** The first of several values, which the proxy next to the caller has added. */
function firstOf(header: string | string[] | undefined): string | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim();
  return text === '' ? undefined : text;
}

function readScheme(text: string | undefined): boolean | undefined {
  const scheme = text?.toLowerCase();
  return scheme === 'https' ? true : scheme === 'http' ? false : undefined;
}

/** `"[2001:db8::1]:4711"` and `192.0.2.1:4711` without quotes, brackets and port. RFC 7239 §6. */
function readNode(text: string | undefined): string | undefined {
  const bracketed = /^\[([^\]]*)\](?::\S*)?$/.exec(text ?? '')?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(text ?? '') ? text?.replace(/:\d+$/, '') : text;
}

/** Pairs of the first element; a comma or semicolon inside quotes belongs to the value. RFC 7239 §4. */
function readForwarded(header: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const element = /^(?:[^",]|"(?:[^"\\]|\\.)*")*/.exec(header)?.[0] ?? '';
  for (const [, name = '', quoted, plain] of element.matchAll(
    /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))/g,
  ))
    if (!pairs.has(name.toLowerCase()))
      pairs.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '');
  return pairs;
}

function present<Value>(name: string, value: Value | undefined): Record<string, Value> {
  return value === undefined || value === '' ? {} : { [name]: value };
}

function fromForwarded(headers: IncomingHttpHeaders): ForwardedRequest | undefined {
  const header = headers['forwarded'];
  if (header === undefined) return undefined;
  const pairs = readForwarded(Array.isArray(header) ? header.join(',') : header);
  return {
    ...present('remoteAddress', readNode(pairs.get('for'))),
    ...present('isSecure', readScheme(pairs.get('proto'))),
    ...present('host', pairs.get('host')),
  };
}

const X_FORWARDED = ['for', 'proto', 'host', 'port', 'prefix'].map((name) => `x-forwarded-${name}`);

/**
 * Compat: X-Forwarded-Port takes precedence over a port in X-Forwarded-Host; with a scheme only, the port of the
 * proxy's own request is dropped.
 */
function fromXForwarded(headers: IncomingHttpHeaders): ForwardedRequest | undefined {
  if (!X_FORWARDED.some((name) => headers[name] !== undefined)) return undefined;
  const read = (name: string): string | undefined => firstOf(headers[`x-forwarded-${name}`]);
  const isSecure = readScheme(read('proto'));
  return {
    ...present('remoteAddress', readNode(read('for'))),
    ...present('isSecure', isSecure),
    ...present('host', readXForwardedHost(read('host'), read('port'), headers.host, isSecure)),
    ...present('prefix', readPrefix(read('prefix'))),
  };
}

function readXForwardedHost(
  forwarded: string | undefined,
  portText: string | undefined,
  own: string | undefined,
  isSecure: boolean | undefined,
): string | undefined {
  const port = /^\d{1,5}$/.test(portText ?? '') ? portText : undefined;
  const withoutPort = (host: string): string => host.replace(/:\d+$/, '');
  if (port !== undefined) {
    const host = forwarded ?? own;
    return host && `${withoutPort(host)}:${port}`;
  }
  if (forwarded !== undefined || isSecure === undefined) return forwarded;
  return own && withoutPort(own);
}

function readPrefix(text: string | undefined): string | undefined {
  const prefix = text?.replace(/\/+$/, '');
  return prefix !== undefined && /^(\/[\w!$&'()*+,;=:@.~%-]+)+$/.test(prefix) ? prefix : undefined;
}

/** Reads the headers of one kind; those of the other kind are ignored. */
export function createProxyReader({ kind, trusted }: ProxyHeadersOptions): ProxyReader {
  const read = kind === 'forwarded' ? fromForwarded : fromXForwarded;
  return (headers, remoteAddress) =>
    trusted === undefined || trusted(remoteAddress) ? read(headers) : undefined;
}
