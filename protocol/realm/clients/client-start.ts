// Where the application of a client starts, from the client's settings.
import type { ClientStartSource } from '#protocol/contract/sign-in-links.ts';
import type { Client } from '../view/realm.ts';
import { resolveClientUrl } from './client-url.ts';
import { LOOPBACK_HOSTS, resolveUri } from './redirect-uri.ts';

/** An address at which an application starts, and the setting that gives it. */
export interface ClientStart {
  readonly startUrl: string;
  readonly from: ClientStartSource;
}

/** The realm's server: `baseUrl` without trailing slash. */
interface Place {
  readonly realmName: string;
  readonly baseUrl: string;
}

const URL_NAME = 'saml_idp_initiated_sso_url_name';

/** The page of the server that signs the user in to a service provider. SAML Profiles §4.1.5. */
function idpInitiatedUrl(client: Client, { realmName, baseUrl }: Place): string | undefined {
  const name = client.protocol === 'saml' ? client.attributes[URL_NAME] : undefined;
  if (name === undefined || name === '') return undefined;
  return `${baseUrl}/realms/${encodeURIComponent(realmName)}/protocol/saml/clients/${encodeURIComponent(name)}`;
}

/**
 * The folder of a wildcard, or the root of the host of a callback; undefined for what names no host. A loopback
 * address without a port stands for any port (RFC 8252 §7.3), so nothing need listen there.
 */
function startOfRedirectUri(uri: string, client: Client, baseUrl: string): string | undefined {
  const absolute = resolveUri(uri, { rootUrl: client.rootUrl, baseUrl });
  const isWildcard = absolute.endsWith('*');
  const text = isWildcard ? absolute.slice(0, -1) : absolute;
  if (!/^https?:\/\/[^/*]+/i.test(text) || text.includes('*') || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.port === '' && url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname)) return undefined;
  return isWildcard ? url.href : `${url.origin}/`;
}

/** Undefined if no setting of the client says where the application starts. */
export function findClientStart(client: Client, place: Place): ClientStart | undefined {
  const { baseUrl } = place;
  const callback = client.redirectUris
    .map((uri) => startOfRedirectUri(uri, client, baseUrl))
    .find((url) => url !== undefined);
  const candidates: readonly (readonly [ClientStartSource, string | undefined])[] = [
    ['IdP-initiated sign-on', idpInitiatedUrl(client, place)],
    ['home URL', resolveClientUrl(client, client.baseUrl, baseUrl)],
    ['root URL', resolveClientUrl(client, client.rootUrl, baseUrl)],
    ['redirect URI', callback],
  ];
  for (const [from, startUrl] of candidates) if (startUrl !== undefined) return { startUrl, from };
  return undefined;
}
