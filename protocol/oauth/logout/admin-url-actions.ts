// Notifies applications through their Admin URL that tokens issued before a given time are revoked.

import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { OutgoingCall, OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import { resolveClientUrl } from '#protocol/realm/clients/client-url.ts';
import type { AdminUrlAction } from '#protocol/realm/sessions/admin-url-action.ts';
import type { SessionEndContext } from '#protocol/realm/sessions/sessions.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { createNotBeforeAction } from './admin-action.ts';

export interface AdminUrlDeps {
  readonly keys: RealmKeys;
  readonly calls: OutgoingCalls;
}

function actionUrl(client: Client, baseUrl: string): string | undefined {
  if (client.protocol !== 'openid-connect' || !client.enabled) return undefined;
  const admin = resolveClientUrl(client, client.representation.adminUrl, baseUrl);
  return admin === undefined ? undefined : `${admin.replace(/\/$/, '')}/k_push_not_before`;
}

function describeCall(
  { keys }: AdminUrlDeps,
  context: SessionEndContext,
  { client, url, flow }: { readonly client: Client; readonly url: string; readonly flow: string },
): OutgoingCall {
  return {
    title: 'Expiry by Admin URL',
    url,
    contentType: 'text/plain; charset=utf-8',
    body: () => createNotBeforeAction(keys, context, client),
    realm: context.realm.name,
    clientId: client.clientId,
    flow,
    accepted: [200, 204],
    setting: `adminUrl of client ${client.clientId}`,
    section: 'Keycloak adapters, k_push_not_before',
  };
}

/** Compat: for Keycloak's legacy adapters; not part of any specification. */
export function createNotBeforePush(deps: AdminUrlDeps): AdminUrlAction {
  return async (context, clients) => {
    const flow = createUuid();
    const results = await Promise.all(
      clients.flatMap((client) => {
        const url = actionUrl(client, context.baseUrl);
        if (url === undefined) return [];
        const call = describeCall(deps, context, { client, url, flow });
        return [deps.calls.post(call).then(({ outcome }) => ({ url, ok: outcome === 'accepted' }))];
      }),
    );
    return {
      successRequests: results.filter(({ ok }) => ok).map(({ url }) => url),
      failedRequests: results.filter(({ ok }) => !ok).map(({ url }) => url),
    };
  };
}
