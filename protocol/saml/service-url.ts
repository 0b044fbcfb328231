// Addresses of service providers in a client's settings, kept letter by letter: receivers compare them as texts.
import { resolveClientUrl } from '#protocol/realm/clients/client-url.ts';
import type { Client } from '#protocol/realm/view/realm.ts';

/** The address as an absolute http(s) URL, as it was written; a path is appended to the root URL. Undefined when it is empty or no such URL. */
export function resolveServiceUrl(
  client: Client,
  address: string | undefined,
  serverBaseUrl: string,
): string | undefined {
  const resolved = resolveClientUrl(client, address, serverBaseUrl);
  if (address === undefined || resolved === undefined) return undefined;
  return address.startsWith('/') || address.includes('$') ? resolved : address.trim();
}
