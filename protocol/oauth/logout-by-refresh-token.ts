// Logout by a client that sends its refresh token, without a browser.

import type { ClientAuthentication } from '#protocol/client-authentication/client-authentication.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { emptyReply, NO_STORE } from '#protocol/http/replies.ts';
import { noteNotices } from '#protocol/login/note-notices.ts';
import type { SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { Store } from '#protocol/store/store.ts';
import type { TokenVerifier } from '#protocol/token/token-verifier.ts';
import { checkNoDuplicates, requireParameter } from './check-form.ts';
import { answerClient } from './client-endpoint.ts';
import { tokenContext } from './token-context.ts';

export interface ClientLogoutDeps {
  readonly store: Store;
  readonly verifier: TokenVerifier;
  readonly clientAuthentication: ClientAuthentication;
  readonly endSession: SessionEnder;
}

const SECTION = 'OIDC RP-Initiated Logout §2';

/**
 * Ends the whole session of the token. Answers 204 even if the session has already ended or the token has
 * expired.
 * Compat: used by Keycloak's adapters; not part of any specification.
 */
export function logoutByRefreshToken(exchange: RealmExchange, deps: ClientLogoutDeps): Promise<Reply> {
  return answerClient(exchange, deps.clientAuthentication, async (caller) => {
    await endSessionOfToken(exchange, await caller.authenticate(), deps);
    return emptyReply(204, NO_STORE);
  });
}

async function endSessionOfToken(
  exchange: RealmExchange,
  client: Client,
  { store, verifier, endSession }: ClientLogoutDeps,
): Promise<void> {
  const { realm, clock, baseUrl, form, activity } = exchange;
  checkNoDuplicates(form, SECTION);
  const missing = {
    description: 'No refresh token',
    reason: 'refresh_token is blank.',
    remedy: 'Send the refresh_token of the last answer.',
    section: SECTION,
  };
  const token = requireParameter(form, 'refresh_token', missing, 'invalid_grant');
  const { sid } = await verifier.verifyLogoutRefreshToken(tokenContext(exchange), token, client);
  const session = await store.sessions.find(realm.id, sid);
  if (session !== undefined) {
    activity.joinFlow(session.flow);
    activity.user(session.username);
    activity.session(session.id);
  }
  const notices = session && (await endSession({ realm, clock, baseUrl }, session));
  if (session === undefined || notices === undefined) {
    activity.recordNote('end-session', 'The session has ended already.', SECTION);
    return;
  }
  activity.recordPass('end-session', `The session of ${session.username} ended.`, SECTION);
  noteNotices(activity, notices);
}
