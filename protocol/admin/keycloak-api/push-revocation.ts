// Pushes the not-before time of tokens to applications: to all clients of the realm, or to one.
import type { AdminUrlAction } from '#protocol/realm/sessions/admin-url-action.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { changeRow, ok, type RealmRequest, type RealmRow } from '../admin-route.ts';
import { findClient } from './clients.ts';

async function push(request: RealmRequest, pushNotBefore: AdminUrlAction, clients: readonly Client[]) {
  const { realm, clocks, exchange } = request;
  const context = { realm, clock: clocks(realm.name), baseUrl: exchange.baseUrl };
  const { successRequests, failedRequests } = await pushNotBefore(context, clients);
  // Compat: an empty list is left out.
  return ok({
    ...(successRequests.length === 0 ? {} : { successRequests }),
    ...(failedRequests.length === 0 ? {} : { failedRequests }),
  });
}

/** These only push `notBefore`; it is set by changing the realm or client. */
export function createPushRevocationRows(pushNotBefore: AdminUrlAction): readonly RealmRow[] {
  return [
    changeRow('POST', '/push-revocation', ['manage-realm'], 'Push revocation to applications', (request) =>
      push(request, pushNotBefore, [...request.realm.clients.values()]),
    ),
    changeRow(
      'POST',
      '/clients/:client/push-revocation',
      ['manage-clients'],
      'Push revocation to application',
      (request) => push(request, pushNotBefore, [findClient(request)]),
    ),
  ];
}
