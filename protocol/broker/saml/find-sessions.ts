// Finds the sessions that a LogoutRequest of a SAML provider means.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import type { LogoutRequest } from '#protocol/saml/messages/logout-request.ts';
import { NAME_ID_FORMATS } from '#protocol/saml/xml-names.ts';
import { collect } from '#protocol/store/collect.ts';
import type { SessionQuery } from '#protocol/store/session-query.ts';
import type { Store, UserSession } from '#protocol/store/store.ts';
import { isPrincipalNameId } from './settings.ts';
import { INDEX_NOTE, readSubject } from './subject-note.ts';

/** What the request names. */
export type LogoutSubject = Pick<LogoutRequest, 'nameId' | 'sessionIndexes'>;

/** Sessions that the provider's subject has through it. SAML Core §3.7.3.2. */
export async function findProviderSessions(
  store: Pick<Store, 'sessions' | 'users'>,
  { realm, activity }: Pick<RealmExchange, 'realm' | 'activity'>,
  provider: IdentityProvider,
  subject: LogoutSubject,
): Promise<readonly UserSession[]> {
  const query = await findCandidates(store, realm.id, provider, subject);
  const found = await collect(store.sessions.list(realm.id, query), (session) =>
    isMeant(session, provider, subject),
  );
  activity.recordPass(
    'check-logout-subject',
    `${subject.nameId.value} of ${provider.alias} has ${found.length} such sessions here.`,
    'SAML Core §3.7.3.2',
  );
  return found;
}

/**
 * The sessions of the linked user. All sessions of the realm are read only if the request does not say which account it
 * is: if another attribute identifies people, a mapper has changed the identifier, or the link has been removed.
 */
async function findCandidates(
  { users }: Pick<Store, 'users'>,
  realmId: string,
  provider: IdentityProvider,
  { nameId }: LogoutSubject,
): Promise<SessionQuery> {
  const linked = isPrincipalNameId(provider)
    ? await users.findByLink(realmId, provider.alias, nameId.value)
    : undefined;
  return linked === undefined ? { offline: false } : { userId: linked.id, offline: false };
}

function isMeant(
  { notes }: UserSession,
  { alias }: IdentityProvider,
  { nameId, sessionIndexes }: LogoutSubject,
): boolean {
  if (notes?.['identity_provider'] !== alias) return false;
  const subject = readSubject(notes);
  if (subject?.value !== nameId.value) return false;
  const formats = [subject.format, nameId.format];
  if (subject.format !== nameId.format && !formats.includes(NAME_ID_FORMATS.unspecified)) return false;
  return sessionIndexes.length === 0 || sessionIndexes.includes(notes[INDEX_NOTE] ?? '');
}
