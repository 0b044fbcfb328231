// Addresses in a client's settings, which may be relative to its root URL or hold placeholders.
import type { Client } from '../view/realm.ts';

/**
 * An address of a client as an absolute http(s) URL: a path is appended to the root URL, or to the server's when there is none.
 * Undefined when it is empty or not http(s), so that a realm file cannot put a `javascript:` link on a page or make the server read files.
 */
export function resolveClientUrl(
  { rootUrl }: Pick<Client, 'rootUrl'>,
  address: string | undefined,
  serverBaseUrl: string,
): string | undefined {
  if (address === undefined || address.trim() === '') return undefined;
  const text = address.startsWith('/') ? (rootUrl || serverBaseUrl).replace(/\/$/, '') + address : address;
  // Compat: Keycloak's built-in clients name the server by these placeholders.
  const url = text.replace(/\$\{auth(?:Base|Admin)Url\}/g, serverBaseUrl);
  if (!URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}
