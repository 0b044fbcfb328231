// The target of "Back to Application": the client's home page.
import { resolveClientUrl } from '#protocol/realm/clients/client-url.ts';
import type { Client } from '#protocol/realm/view/realm.ts';

/** The client's base URL as an absolute http(s) URL; undefined when it has none that is safe to link to. */
export function clientHome(client: Client | undefined, serverBaseUrl: string): string | undefined {
  return client === undefined ? undefined : resolveClientUrl(client, client.baseUrl, serverBaseUrl);
}
