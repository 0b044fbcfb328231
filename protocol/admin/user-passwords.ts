// Setting a user's password: hashed at once, with or without the order to change it at the next sign-in.
import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import { hashPassword } from '#protocol/crypto/password-hash.ts';
import { findPasswordFault } from '#protocol/realm/password-policy.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { AdminError } from './admin-error.ts';
import type { RealmRequest } from './admin-route.ts';

const UPDATE_PASSWORD = 'UPDATE_PASSWORD';

/** The user with a new password, hashed; the other credentials stay. */
export async function withPassword(
  request: RealmRequest,
  user: StoredUser,
  password: string,
  temporary: boolean,
): Promise<StoredUser> {
  const createdDate = request.deps.clocks(request.realm.name).now();
  return withPasswordCredential(user, await hashPassword(password, createdDate), temporary);
}

/** The user with this password credential in place of the former; `temporary` asks for another one at the next sign-in. */
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

/** @throws {AdminError} 400 `{error, error_description}` for the first policy of the realm that refuses the password. */
export function checkPasswordPolicy(policy: string | undefined, password: string, user: StoredUser): void {
  const fault = findPasswordFault(policy, password, user);
  if (fault !== undefined) throw new AdminError(400, { error: fault.code, error_description: fault.message });
}
