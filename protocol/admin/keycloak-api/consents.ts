// Consents of users: lists and revokes them.
import { endClientSession } from '#protocol/realm/sessions/sessions.ts';
import { notFound } from '../admin-error.ts';
import { changeRow, DONE, ok, parameter, type RealmRequest, type RealmRow, viewRow } from '../admin-route.ts';
import { findUser, updateUser } from './users.ts';

async function list(request: RealmRequest) {
  const { clientConsents } = await findUser(request);
  return ok(clientConsents ?? []);
}

async function revoke(request: RealmRequest) {
  const user = await findUser(request);
  const clientId = parameter(request, 'client');
  const client = request.realm.clients.get(clientId);
  const { sessions } = request.store;
  const joined =
    client === undefined
      ? []
      : sessions
          .listByUser(request.realm.id, user.id)
          .filter((session) => Object.hasOwn(session.clients, client.id));
  const hasConsent = user.clientConsents?.some((consent) => consent.clientId === clientId) === true;
  if (!hasConsent && !joined.some((session) => session.offline))
    throw notFound('Consent nor offline token not found');
  await updateUser(request, (current) => ({
    ...current,
    clientConsents: (current.clientConsents ?? []).filter((consent) => consent.clientId !== clientId),
  }));
  // Tokens granted by the consent are revoked with it.
  for (const session of joined) if (client !== undefined) endClientSession(sessions, session, client.id);
  return DONE;
}

/** `:client` is a clientId here. */
export const CONSENT_ROWS: readonly RealmRow[] = [
  viewRow('/users/:user/consents', ['view-users', 'manage-users'], list),
  changeRow('DELETE', '/users/:user/consents/:client', ['manage-users'], 'Revoke consent', revoke),
];
