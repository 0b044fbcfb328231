// Pushes the not-before time of tokens to applications: to all clients of the realm, or to one.
import type { NotBeforePush } from '#protocol/realm/sessions/not-before-push.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { ok, type RealmRequest, type RealmRow } from '../admin-route.ts';
import { findClient } from './clients.ts';

async function push(request: RealmRequest, pushNotBefore: NotBeforePush, clients: readonly Client[]) {
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
export function createPushRevocationRows(pushNotBefore: NotBeforePush): readonly RealmRow[] {
  return [
    {
      method: 'POST',
      path: '/push-revocation',
      needs: ['manage-realm'],
      title: 'Push revocation to applications',
      handle: (request) => push(request, pushNotBefore, [...request.realm.clients.values()]),
    },
    {
      method: 'POST',
      path: '/clients/:client/push-revocation',
      needs: ['manage-clients'],
      title: 'Push revocation to application',
      handle: (request) => push(request, pushNotBefore, [findClient(request)]),
    },
  ];
}
