// Calls applications at their Admin URLs, notes it in Activity, and answers which were reached.
import type { Reply } from '#protocol/http/exchange.ts';
import { noteNotices } from '#protocol/login/note-notices.ts';
import type { AdminUrlAction } from '#protocol/realm/sessions/admin-url-action.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import { ok, type RealmRequest } from '../admin-route.ts';

/** `realm`: the request's, with what the request has changed. Compat: an empty list is left out of the answer. */
export async function callAdminUrls(
  { clocks, exchange }: RealmRequest,
  action: AdminUrlAction,
  { realm, clients }: { readonly realm: Realm; readonly clients: readonly Client[] },
): Promise<Reply> {
  const context = { realm, clock: clocks(realm.name), baseUrl: exchange.baseUrl };
  const { successRequests, failedRequests, notices } = await action(context, clients);
  noteNotices(exchange.activity, notices);
  return ok({
    ...(successRequests.length === 0 ? {} : { successRequests }),
    ...(failedRequests.length === 0 ? {} : { failedRequests }),
  });
}
