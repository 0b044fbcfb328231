// Selects the sessions that a LogoutRequest ends.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { collect } from '#protocol/store/collect.ts';
import type { SessionStore, UserSession } from '#protocol/store/store.ts';
import { sessionIndexOf } from '../make-response.ts';
import type { LogoutRequest, LogoutSubject } from '../messages/logout-request.ts';
import type { CheckedMessage } from '../profiles/profile.ts';
import { NAME_ID_FORMATS } from '../xml-names.ts';

export interface ChosenSessions {
  /** The browser's session, whose clients the browser can visit. */
  readonly browser: UserSession | undefined;
  /** Sessions of other browsers, whose clients only the server can notify. */
  readonly others: readonly UserSession[];
}

export interface LogoutSelection {
  readonly message: CheckedMessage;
  readonly request: LogoutRequest;
  /** The session of the browser that sent the request. */
  readonly browser: UserSession | undefined;
}

const RULE = 'check-logout-subject';
const SECTION = 'SAML Core §3.7.3.1';

/**
 * Selects by SessionIndex if the request has one, otherwise all sessions of its name identifier. Choice: the
 * browser's session needs to match too (docs/differences-to-keycloak.md, "Sessions that a LogoutRequest
 * ends").
 * @throws {SamlStatusError} `unknown_principal` if the browser's session is another user's, `request_denied`
 * if an unsigned SOAP request names no session.
 */
export async function chooseSessions(
  sessions: Pick<SessionStore, 'find' | 'list'>,
  exchange: RealmExchange,
  selection: LogoutSelection,
): Promise<ChosenSessions> {
  const chosen =
    selection.request.sessionIndexes.length > 0
      ? await findNamed(sessions, exchange, selection)
      : await findBySubject(sessions, exchange, selection);
  const id = selection.browser?.id;
  return {
    browser: chosen.find((session) => session.id === id),
    others: chosen.filter((session) => session.id !== id),
  };
}

/** Whether the service provider participates in the session. */
function participates(session: UserSession, { message }: LogoutSelection): boolean {
  return !session.offline && session.clients[message.provider.client.id] !== undefined;
}

async function findNamed(
  sessions: Pick<SessionStore, 'find'>,
  { realm, activity }: RealmExchange,
  selection: LogoutSelection,
): Promise<readonly UserSession[]> {
  const clientUuid = selection.message.provider.client.id;
  const found: UserSession[] = [];
  for (const index of new Set(selection.request.sessionIndexes)) {
    const session = await sessions.find(realm.id, index.split('::')[0] ?? '');
    if (session === undefined || sessionIndexOf(session, clientUuid) !== index) continue;
    if (participates(session, selection)) found.push(session);
  }
  const detail = found.length === 0 ? 'no session that is still there' : `sessions of ${namesOf(found)}`;
  activity.recordPass(RULE, `SessionIndex names ${detail}.`, SECTION);
  return found;
}

function namesOf(sessions: readonly UserSession[]): string {
  return [...new Set(sessions.map(({ username }) => username))].join(', ');
}

async function findBySubject(
  sessions: Pick<SessionStore, 'list'>,
  { realm, activity }: RealmExchange,
  selection: LogoutSelection,
): Promise<readonly UserSession[]> {
  const { browser, message, request } = selection;
  const { client } = message.provider;
  if (
    browser !== undefined &&
    participates(browser, selection) &&
    !isSubject(browser, client.id, request.nameId)
  )
    throw otherPrincipal(browser, selection);
  if (!message.verified) return findInBrowser(activity, selection);
  const participating = sessions.list(realm.id, { clientUuid: client.id, offline: false });
  const found = await collect(participating, (session) => isSubject(session, client.id, request.nameId));
  activity.recordPass(
    RULE,
    `The name identifier has ${found.length} sessions with ${client.clientId}.`,
    SECTION,
  );
  return found;
}

/** An unsigned request can end only the session of the browser that brings it. */
function findInBrowser(
  activity: RealmExchange['activity'],
  selection: LogoutSelection,
): readonly UserSession[] {
  const { browser, message } = selection;
  const { clientId } = message.provider.client;
  if (message.received.binding === 'soap') {
    throw new SamlStatusError('request_denied', {
      reason: `The LogoutRequest of ${clientId} is unsigned and has no SessionIndex, so its sender cannot be verified.`,
      remedy: `Send the SessionIndex of the assertion, or sign and set saml.client.signature of client ${clientId} to true.`,
      section: SECTION,
    });
  }
  if (browser === undefined || !participates(browser, selection)) {
    activity.recordNote(RULE, `The browser has no session with ${clientId}; nothing is ended.`, SECTION);
    return [];
  }
  activity.recordPass(RULE, `The browser's session is of ${browser.username}.`, SECTION);
  return [browser];
}

/** Formats are compared only if both are specific: `unspecified` matches all. SAML Core §3.3.4. */
function isSubject(session: UserSession, clientUuid: string, wanted: LogoutSubject): boolean {
  const known = session.clients[clientUuid]?.saml;
  if (known === undefined) return session.username === wanted.value;
  const formats = [known.nameIdFormat, wanted.format];
  const sameFormat = known.nameIdFormat === wanted.format || formats.includes(NAME_ID_FORMATS.unspecified);
  return sameFormat && known.nameId === wanted.value;
}

function otherPrincipal(browser: UserSession, { message, request }: LogoutSelection): SamlStatusError {
  const { clientId, id } = message.provider.client;
  const known = browser.clients[id]?.saml;
  return new SamlStatusError('unknown_principal', {
    reason: `The browser's session is of ${browser.username}, whom ${clientId} knows as "${known?.nameId ?? browser.username}" (${known?.nameIdFormat ?? NAME_ID_FORMATS.unspecified}), not as "${request.nameId.value}" (${request.nameId.format}).`,
    remedy: 'Send NameID and Format as the assertion had them, and its SessionIndex.',
  });
}
