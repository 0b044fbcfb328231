// Resolves a receiver's host name.
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** `family` is 4 or 6. */
export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** @throws when the name has no address. */
export type Lookup = (host: string) => Promise<readonly HostAddress[]>;

/** Uses the operating system's resolver. */
export const lookupHost: Lookup = (host) => systemLookup(host, { all: true });

/**
 * Returns at least one address; an IP address is returned unchanged. Choice: IPv4 first, because receivers in
 * containers often listen only there.
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
