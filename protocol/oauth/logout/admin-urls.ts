// The URLs at which all sessions of a client are reached: its Admin URL, on each of its cluster nodes.
import { resolveClientUrl } from '#protocol/realm/clients/client-url.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { PLACEHOLDER, readHostName } from './session-host.ts';

/** An absolute URL; or why the setting, as `written`, gives none. */
export type AdminUrl = { readonly url: string } | { readonly written: string; readonly problem: string };

/**
 * Empty for a disabled client, for other protocols and without a web URL.
 * Compat: each registered node replaces the host of the URL, and with it the placeholder for the host.
 */
export function listAdminUrls(client: Client, baseUrl: string): readonly AdminUrl[] {
  const { adminUrl = '', registeredNodes = {} } = client.representation;
  if (client.protocol !== 'openid-connect' || !client.enabled || adminUrl === '') return [];
  const nodes = Object.keys(registeredNodes);
  if (nodes.length > 0) return nodes.flatMap((node) => placeOnNode(client, adminUrl, node, baseUrl));
  if (adminUrl.includes(PLACEHOLDER)) {
    const problem = `adminUrl of client ${client.clientId} contains ${PLACEHOLDER}, but the client has no registeredNodes`;
    return [{ written: adminUrl, problem }];
  }
  const url = resolveClientUrl(client, adminUrl, baseUrl);
  return url === undefined ? [] : [{ url }];
}

function placeOnNode(client: Client, adminUrl: string, node: string, baseUrl: string): readonly AdminUrl[] {
  if (readHostName(node) === undefined) {
    const problem = `"${node}" in registeredNodes of client ${client.clientId} is not a host name`;
    return [{ written: adminUrl, problem }];
  }
  const resolved = resolveClientUrl(client, adminUrl.replaceAll(PLACEHOLDER, node), baseUrl);
  if (resolved === undefined) return [];
  const url = new URL(resolved);
  url.host = node;
  return [{ url: url.href }];
}
