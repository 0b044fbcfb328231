// URLs in a client's settings, which may be relative to its root URL or contain placeholders.
import type { Client } from '../view/realm.ts';

/** Compat: Keycloak's built-in clients name the server by these placeholders. */
export function fillInBaseUrl(text: string, serverBaseUrl: string): string {
  return text.replace(/\$\{auth(?:Base|Admin)Url\}/g, () => serverBaseUrl);
}

/**
 * A URL of a client made absolute: a path is appended to the client's root URL or, without one, to the
 * server's. Undefined when it is empty or not http(s), so that a realm file can neither put a `javascript:`
 * link on a page nor make the server read files.
 */
export function resolveClientUrl(
  { rootUrl }: Pick<Client, 'rootUrl'>,
  address: string | undefined,
  serverBaseUrl: string,
): string | undefined {
  if (address === undefined || address.trim() === '') return undefined;
  const text = address.startsWith('/') ? (rootUrl || serverBaseUrl).replace(/\/$/, '') + address : address;
  const url = fillInBaseUrl(text, serverBaseUrl);
  if (!URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}
