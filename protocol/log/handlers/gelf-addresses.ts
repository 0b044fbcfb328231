// The addresses of a receiver by its name.
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** An address with its family, 4 or 6. */
export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** Finds the addresses of a host name. @throws when it has none. */
export type Lookup = (host: string) => Promise<readonly HostAddress[]>;

/** Asks the operating system, as every program does. */
export const lookupHost: Lookup = (host) => systemLookup(host, { all: true });

/**
 * The addresses of a host, at least one; an address is its own.
 * Choice: IPv4 first, because receivers in containers often listen there only.
 * @throws when the name cannot be resolved.
 */
export async function findAddresses(
  host: string,
  lookup: Lookup,
): Promise<readonly [HostAddress, ...HostAddress[]]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const [first, ...others] = [...(await lookup(host))].sort((a, b) => a.family - b.family);
  if (first === undefined) throw new Error(`${host} has no address`);
  return [first, ...others];
}
