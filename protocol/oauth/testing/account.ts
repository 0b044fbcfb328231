// Calls of the account API for tests: users with account roles, and requests with their tokens.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Answer, OAuthTestServer } from './server.ts';

export const ACCOUNT = '/realms/demo/account';

/** Roles of client `account` that alice and bob have. */
export type AccountRoles = readonly string[];

/** Realm settings with alice and bob; `changes` are those of alice. */
export function accountSettings(
  roles: AccountRoles,
  changes: Readonly<Record<string, unknown>> = {},
): Partial<RealmRepresentation> {
  const users = ['alice', 'bob'].map((username) => ({
    username,
    email: `${username}@example.test`,
    firstName: username,
    lastName: 'Example',
    realmRoles: [],
    clientRoles: { account: [...roles] },
    credentials: [{ id: `${username}-password-id`, type: 'password', value: `${username}-password` }],
    ...(username === 'alice' ? changes : {}),
  }));
  return { users };
}

interface AccountRequest {
  readonly method?: string;
  readonly body?: unknown;
  /** Default: a new token of alice. */
  readonly token?: string;
}

/** `path` is below the account's address. */
export async function callAccount(
  server: OAuthTestServer,
  path: string,
  { method = 'GET', body, token }: AccountRequest = {},
): Promise<Answer> {
  const text = token ?? (await server.tokens()).access_token;
  return server.send(`${ACCOUNT}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${text}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The JSON of an answer, which may be a list. */
export const jsonOf = <T>(answer: Answer): T => JSON.parse(answer.text) as T;

/** The stored user. */
export async function findUser(server: OAuthTestServer, username = 'alice'): Promise<StoredUser> {
  const realmId = server.store.realms.find('demo')?.id ?? '';
  const user = await server.store.users.findByUsername(realmId, username);
  if (user === undefined) throw new TypeError(`no user ${username}`);
  return user;
}

/** Turns the realm's events on, and returns a function that lists them as `TYPE detail=value`. */
export async function watchUserEvents(server: OAuthTestServer): Promise<() => Promise<readonly string[]>> {
  await server.changeRealm((realm) => ({ ...realm, eventsEnabled: true }));
  return async () => {
    const realm = server.store.realms.find('demo');
    if (realm === undefined) throw new TypeError('no realm demo');
    const events = await server.events.listUserEvents(realm);
    return events
      .filter(({ type }) => type !== 'LOGIN' && type !== 'CODE_TO_TOKEN')
      .map(({ type, error, details = {} }) =>
        [
          type,
          error ?? '',
          details['revoked_client'] ?? details['granted_client'] ?? details['credential_type'] ?? '',
        ]
          .filter((part) => part !== '')
          .join(' '),
      )
      .toReversed();
  };
}
