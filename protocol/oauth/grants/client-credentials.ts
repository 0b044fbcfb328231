// The client credentials grant: an access token for the client's service account, without a session.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable, type Remedy } from '#protocol/errors/remedy.ts';
import { isUserEnabled } from '#protocol/realm/users/users.ts';
import { resolveRequestedScopes } from '#protocol/realm/view/scopes.ts';
import type { Store, StoredUser } from '#protocol/store/store.ts';
import { defineGrant, type Grant, type GrantContext } from './grant.ts';

interface Input {
  readonly scope: string | undefined;
}

const SECTION = 'RFC 6749 §4.4.2';

function refuse(
  code: 'unauthorized_client' | 'invalid_request',
  description: string,
  remedy: Remedy,
  reason = description,
): OAuthError {
  return new OAuthError(code, { status: 401, description, reason, remedy, section: SECTION });
}

export interface ClientCredentialsGrantDeps {
  readonly store: Pick<Store, 'users'>;
}

/** RFC 6749 §4.4. */
export function createClientCredentialsGrant(deps: ClientCredentialsGrantDeps): Grant {
  return defineGrant<Input>({
    type: 'client_credentials',
    section: SECTION,
    parameters: ['scope'],
    tokenIdPrefix: 'cc',
    offlineSession: 'none',
    checkAllowed({ kind, clientId, serviceAccounts }) {
      if (kind === 'public') {
        throw refuse(
          'unauthorized_client',
          'Public client not allowed to retrieve service account',
          `Set publicClient of client ${clientId} to false and give it a secret.`,
        );
      }
      if (!serviceAccounts) {
        throw refuse(
          'unauthorized_client',
          'Client not enabled to retrieve service account',
          fixable({ kind: 'allow-service-account', client: clientId }),
        );
      }
    },
    parse: (form) => ({ scope: form.get('scope') }),
    async authorize({ scope }, context) {
      const { realm, client, remoteAddress } = context;
      const user = await findEnabledAccount(context, deps);
      const { scopes, openid } = resolveRequestedScopes(realm, client, scope);
      return {
        user,
        session: undefined,
        scopes,
        openid,
        acr: '1',
        refreshable: false,
        notes: { client_id: client.clientId, clientHost: remoteAddress, clientAddress: remoteAddress },
      };
    },
  });
}

async function findEnabledAccount(
  { realm, client }: GrantContext,
  { store }: ClientCredentialsGrantDeps,
): Promise<StoredUser> {
  const user = await store.users.findServiceAccount(realm.id, client.clientId);
  if (user === undefined) {
    const text = 'The associated service account for the client does not exist';
    throw refuse(
      'invalid_request',
      text,
      `Set serviceAccountsEnabled of client ${client.clientId} to false and to true again.`,
    );
  }
  if (isUserEnabled(user)) return user;
  throw refuse(
    'invalid_request',
    `User '${user.username}' disabled`,
    fixable({ kind: 'enable-user', user: user.username }),
  );
}
