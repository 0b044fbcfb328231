// Parses the receiver in --log-gelf-host, with its protocol prefix.
import { isIP } from 'node:net';

export interface GelfEndpoint {
  readonly protocol: 'udp' | 'tcp';
  /** Host name, or IP address without brackets. */
  readonly host: string;
  /** At least 1. */
  readonly port: number;
}

/** The value of `--log-gelf-host`. */
export type GelfHost = Omit<GelfEndpoint, 'port'>;

/** A host with optional prefix `tcp:` or `udp:`; undefined when invalid. Service description §2.3. */
export function parseGelfHost(text: string): GelfHost | undefined {
  const prefix = /^(tcp|udp):(?:\/\/)?/i.exec(text);
  const host = text.slice(prefix?.[0].length ?? 0).replace(/^\[(.*)\]$/, '$1');
  if (!isHost(host)) return undefined;
  return { protocol: prefix?.[1]?.toLowerCase() === 'tcp' ? 'tcp' : 'udp', host };
}

/** For messages: `tcp:[::1]:12201`. */
export function renderGelfEndpoint({ protocol, host, port }: GelfEndpoint): string {
  return `${protocol}:${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** An IP address or a DNS name, underscores allowed; digits and dots alone must be an IPv4 address. */
function isHost(host: string): boolean {
  if (isIP(host) !== 0) return true;
  if (/^[\d.]+$/.test(host) || host.length > 253) return false;
  return /^[A-Za-z0-9_]([A-Za-z0-9_-]{0,62})(\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,62}))*\.?$/.test(host);
}
