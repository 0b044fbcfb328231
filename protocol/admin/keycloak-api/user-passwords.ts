// Sets a user's password: hashed at once, temporary or permanent.
import { hashPassword } from '#protocol/crypto/password-hash.ts';
import { withPasswordCredential } from '#protocol/realm/users/password-credential.ts';
import { findPasswordFault } from '#protocol/realm/users/password-policy.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { AdminError } from '../admin-error.ts';
import type { RealmRequest } from '../admin-route.ts';

/** The user with a new, hashed password, which must be changed at the next sign-in if it is temporary. */
export async function withPassword(
  request: RealmRequest,
  user: StoredUser,
  password: string,
  temporary: boolean,
): Promise<StoredUser> {
  const createdDate = request.clocks(request.realm.name).now();
  return withPasswordCredential(user, await hashPassword(password, createdDate), temporary);
}

/** @throws {AdminError} 400 `{error, error_description}` for the first violated policy. */
export function checkPasswordPolicy(policy: string | undefined, password: string, user: StoredUser): void {
  const fault = findPasswordFault(policy, password, user);
  if (fault !== undefined) throw new AdminError(400, { error: fault.code, error_description: fault.message });
}
