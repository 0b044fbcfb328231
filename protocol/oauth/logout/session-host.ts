// The placeholder for the host of an adapter's session in logout URLs, and which hosts may replace it.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's URL placeholders have this form
import type { Client } from '#protocol/realm/view/realm.ts';

export const PLACEHOLDER = '${application.session.host}';

/** Host and optional port, in characters that every URL parser reads alike. */
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/** The name in a host with an optional port, in lower case; undefined if it is none. */
export function readHostName(host: string): string | undefined {
  return HOST.exec(host.toLowerCase())?.[1];
}

/** A logout URL with the host filled in, or why that is not possible, as the rest of a sentence. */
export type HostedUrl = { readonly url: string } | { readonly problem: string };

/**
 * Fills in the host that the client sent as `client_session_host`. Choice: it must be a host that the client's
 * settings name, so that a token request cannot make the server call others
 * (docs/differences-to-keycloak.md, "Admin URL"). `setting`: the one that contains the URL.
 */
export function fillInHost(
  client: Client,
  url: string,
  host: string | undefined,
  setting: string,
): HostedUrl {
  if (!url.includes(PLACEHOLDER)) return { url };
  if (host === undefined)
    return { problem: `${setting} contains ${PLACEHOLDER}, but the client sent no client_session_host` };
  const name = readHostName(host);
  if (name === undefined) return { problem: `client_session_host "${host}" is not a host name` };
  if (listHosts(client).has(name)) return { url: url.replaceAll(PLACEHOLDER, host) };
  return {
    problem: `client_session_host ${host} is not a host of the client: add it to registeredNodes, or use it in rootUrl or redirectUris`,
  };
}

/** In lower case. */
function listHosts({ representation, rootUrl, redirectUris }: Client): ReadonlySet<string> {
  const names = Object.keys(representation.registeredNodes ?? {});
  const urls = [rootUrl, representation.adminUrl, ...redirectUris].filter((url) => url !== undefined);
  return new Set([
    ...names.map((name) => name.toLowerCase()),
    ...urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).hostname),
  ]);
}
