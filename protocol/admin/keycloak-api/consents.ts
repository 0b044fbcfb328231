// Consents of users: lists and revokes them.
import { revokeConsent } from '#protocol/realm/sessions/revoke-consent.ts';
import { notFound } from '../admin-error.ts';
import { changeRow, DONE, ok, parameter, type RealmRequest, type RealmRow, viewRow } from '../admin-route.ts';
import { findUser, updateUser } from './users.ts';

async function list(request: RealmRequest) {
  const { clientConsents } = await findUser(request);
  return ok(clientConsents ?? []);
}

async function revoke(request: RealmRequest) {
  const revoked = await revokeConsent({
    realm: request.realm,
    user: await findUser(request),
    clientId: parameter(request, 'client'),
    sessions: request.store.sessions,
    update: (change) => updateUser(request, change),
  });
  if (!revoked) throw notFound('Consent nor offline token not found');
  return DONE;
}

/** `:client` is a clientId here. */
export const CONSENT_ROWS: readonly RealmRow[] = [
  viewRow('/users/:user/consents', ['view-users', 'manage-users'], list),
  changeRow('DELETE', '/users/:user/consents/:client', ['manage-users'], 'Revoke consent', revoke),
];
