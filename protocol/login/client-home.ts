// Where "Back to Application" may lead: a client's own home page.
import type { Client } from '#protocol/realm/realm.ts';

/**
 * The client's base URL as an absolute http(s) URL: a path is appended to the root URL, or to the server's when there is none.
 * Undefined when the client has no base URL or it is not http(s), so that a realm file cannot put a `javascript:` link on a page.
 */
export function clientHome(client: Client | undefined, serverBaseUrl: string): string | undefined {
  const baseUrl = client?.baseUrl;
  if (client === undefined || baseUrl === undefined || baseUrl === '') return undefined;
  const rootUrl = client.rootUrl || serverBaseUrl;
  const text = baseUrl.startsWith('/') ? rootUrl.replace(/\/$/, '') + baseUrl : baseUrl;
  // Compat: Keycloak's built-in clients name the server by these placeholders.
  const url = text.replace(/\$\{auth(?:Base|Admin)Url\}/g, serverBaseUrl);
  if (!URL.canParse(url)) return undefined;
  const home = new URL(url);
  return home.protocol === 'http:' || home.protocol === 'https:' ? home.href : undefined;
}
