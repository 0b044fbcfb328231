// Checks a new password that a person has entered twice.
import { findPasswordFault } from '#protocol/realm/users/password-policy.ts';
import type { StoredUser } from '#protocol/store/store.ts';

/** Choice: docs/differences-to-keycloak.md, "New passwords". Hashing longer ones would only take time. */
const MAX_LENGTH = 1024;

export interface NewPassword {
  readonly password: string;
  /** As entered in the second field; undefined: not at all. */
  readonly confirmed: string | undefined;
  /** The realm's password policy. */
  readonly policy: string | undefined;
  /** Whose password it is to be. */
  readonly user: StoredUser;
}

/** What is wrong, and with which of the two fields; undefined if nothing is. */
export function findNewPasswordProblem({
  password,
  confirmed,
  policy,
  user,
}: NewPassword): { readonly field: 'password' | 'confirmation'; readonly text: string } | undefined {
  if (password.trim() === '') return { field: 'password', text: 'Please specify password.' };
  if (password.length > MAX_LENGTH)
    return { field: 'password', text: `Invalid password: maximum length ${MAX_LENGTH}.` };
  if (password !== confirmed) return { field: 'confirmation', text: "Passwords don't match." };
  const fault = findPasswordFault(policy, password, user);
  return fault === undefined ? undefined : { field: 'password', text: fault.message };
}
