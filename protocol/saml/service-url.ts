// Resolves the URLs of service providers without normalizing them, because receivers compare them as text.
import { resolveClientUrl } from '#protocol/realm/clients/client-url.ts';
import type { Client } from '#protocol/realm/view/realm.ts';

/** The absolute http(s) URL, unchanged; a path is appended to the root URL. Undefined if empty or invalid. */
export function resolveServiceUrl(
  client: Client,
  address: string | undefined,
  serverBaseUrl: string,
): string | undefined {
  const resolved = resolveClientUrl(client, address, serverBaseUrl);
  if (address === undefined || resolved === undefined) return undefined;
  return address.startsWith('/') || address.includes('$') ? resolved : address.trim();
}
