// Replaces a user's password credential.
import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import type { StoredUser } from '#protocol/store/store.ts';

const UPDATE_PASSWORD = 'UPDATE_PASSWORD';

/** The user with this password credential instead of the old; `temporary` requires a change at sign-in. */
export function withPasswordCredential(
  user: StoredUser,
  credential: CredentialRepresentation,
  temporary: boolean,
): StoredUser {
  const others = (user.credentials ?? []).filter(
    (known) => known.type !== undefined && known.type !== 'password',
  );
  const actions = (user.requiredActions ?? []).filter((action) => action !== UPDATE_PASSWORD);
  return {
    ...user,
    credentials: [credential, ...others],
    requiredActions: temporary ? [...actions, UPDATE_PASSWORD] : actions,
  };
}
