// Which web origins may read responses to a client (CORS).
import type { Client } from '../view/realm.ts';
import { rememberText } from '../view/remember.ts';
import { resolveUri } from './redirect-uri.ts';

const cache = new WeakMap<Client, Map<string, readonly string[]>>();

/**
 * The client's web origins, with `+` replaced by the origins of its http and https redirect URIs; may contain
 * `*`. `baseUrl` is the server's. Fetch standard, CORS protocol.
 */
export function allowedOrigins(client: Client, baseUrl: string): readonly string[] {
  return rememberText(cache, client, baseUrl, () => expandOrigins(client, baseUrl));
}

function expandOrigins(client: Client, baseUrl: string): readonly string[] {
  const origins = new Set<string>();
  for (const origin of client.webOrigins) {
    if (origin !== '+') origins.add(origin.replace(/\/$/, ''));
    else
      for (const uri of client.redirectUris)
        addOrigin(origins, resolveUri(uri, { rootUrl: client.rootUrl, baseUrl }));
  }
  return [...origins];
}

function addOrigin(origins: Set<string>, uri: string): void {
  const found = /^(https?):\/\/([^/?#*]*[^/?#*:])(?=[/?#]|\*?$)/i.exec(uri);
  if (found === null) return;
  const text = `${found[1]}://${found[2]}`;
  if (URL.canParse(text)) origins.add(new URL(text).origin);
}
