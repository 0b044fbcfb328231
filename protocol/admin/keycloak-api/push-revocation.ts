// Pushes the not-before time of tokens to applications: to all clients of the realm, or to one.
import type { AdminUrlAction } from '#protocol/realm/sessions/admin-url-action.ts';
import { changeRow, type RealmRow } from '../admin-route.ts';
import { callAdminUrls } from './call-admin-urls.ts';
import { findClient } from './clients.ts';

/** These only push `notBefore`; it is set by changing the realm or client. */
export function createPushRevocationRows(pushNotBefore: AdminUrlAction): readonly RealmRow[] {
  return [
    changeRow('POST', '/push-revocation', ['manage-realm'], 'Push revocation to applications', (request) => {
      const { realm } = request;
      return callAdminUrls(request, pushNotBefore, { realm, clients: [...realm.clients.values()] });
    }),
    changeRow(
      'POST',
      '/clients/:client/push-revocation',
      ['manage-clients'],
      'Push revocation to application',
      (request) =>
        callAdminUrls(request, pushNotBefore, { realm: request.realm, clients: [findClient(request)] }),
    ),
  ];
}
