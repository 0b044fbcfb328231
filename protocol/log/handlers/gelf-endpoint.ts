// Where GELF messages go: reads the value of --log-gelf-host with its prefix.
import { isIP } from 'node:net';

/** A receiver of GELF messages. */
export interface GelfEndpoint {
  readonly protocol: 'udp' | 'tcp';
  /** A name, or an address without brackets. */
  readonly host: string;
  /** From 1 on. */
  readonly port: number;
}

/** What `--log-gelf-host` says. */
export type GelfHost = Omit<GelfEndpoint, 'port'>;

/** Reads a host, after `tcp:` or `udp:` where there is one; undefined for a text that is none. Service description §2.3. */
export function parseGelfHost(text: string): GelfHost | undefined {
  const prefix = /^(tcp|udp):(?:\/\/)?/i.exec(text);
  const host = text.slice(prefix?.[0].length ?? 0).replace(/^\[(.*)\]$/, '$1');
  if (!isHost(host)) return undefined;
  return { protocol: prefix?.[1]?.toLowerCase() === 'tcp' ? 'tcp' : 'udp', host };
}

/** The endpoint as messages name it: `tcp:[::1]:12201`. */
export function renderGelfEndpoint({ protocol, host, port }: GelfEndpoint): string {
  return `${protocol}:${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** An address, or labels of letters, digits, dashes and underscores; what looks like an IPv4 address must be one. */
function isHost(host: string): boolean {
  if (isIP(host) !== 0) return true;
  if (/^[\d.]+$/.test(host) || host.length > 253) return false;
  return /^[A-Za-z0-9_]([A-Za-z0-9_-]{0,62})(\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,62}))*\.?$/.test(host);
}
