// The session that a Keycloak adapter keeps at its application, as the adapter describes it in token requests.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Parameters } from '#protocol/http/exchange.ts';
import { withClientSession } from '#protocol/realm/sessions/sessions.ts';
import type { AdapterSession, SessionStore, UserSession } from '#protocol/store/store.ts';

const STATE = 'client_session_state';
const HOST = 'client_session_host';

/** Maximum length of a value, in characters: it is stored with the session. */
const MAX_CHARACTERS = 1000;

/**
 * Undefined without `client_session_state`: as in Keycloak, `client_session_host` alone has no effect.
 * @throws {OAuthError} `invalid_request` for a value that is too long.
 */
export function readAdapterSession(form: Parameters): AdapterSession | undefined {
  const id = readValue(form, STATE);
  const host = readValue(form, HOST);
  if (id === undefined) return undefined;
  return host === undefined ? { id } : { id, host };
}

function readValue(form: Parameters, name: string): string | undefined {
  const value = form.get(name) ?? '';
  if (value.trim() === '') return undefined;
  if (value.length <= MAX_CHARACTERS) return value;
  throw new OAuthError('invalid_request', {
    description: `Parameter ${name} is too long`,
    reason: `Parameter ${name} has ${value.length} characters; ${MAX_CHARACTERS} are allowed.`,
    remedy: `Send the identifier of the application’s own session, not its content, as ${name}.`,
  });
}

/**
 * Saves the adapter's session with the client's, for the logout action at the client's Admin URL. Compat: as
 * in Keycloak, later values replace earlier ones, a request without a host keeps the earlier host, and offline
 * sessions are not changed.
 */
export async function keepAdapterSession(
  session: UserSession | undefined,
  sent: AdapterSession | undefined,
  clientUuid: string,
  sessions: Pick<SessionStore, 'update'>,
): Promise<UserSession | undefined> {
  if (session === undefined || sent === undefined || session.offline) return session;
  const { realmId, id } = session;
  return sessions.update({ realmId, id }, (current) => {
    const part = current?.clients[clientUuid];
    if (current === undefined || part === undefined) return { result: session };
    const adapterSession = { ...part.adapterSession, ...sent };
    const changed = withClientSession(current, { ...part, adapterSession });
    return { session: changed, result: changed };
  });
}
