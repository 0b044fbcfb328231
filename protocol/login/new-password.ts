// Checks a new password that a person has entered twice.
import { findPasswordFault } from '#protocol/realm/users/password-policy.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { messageOf, type PageMessage } from './texts/message.ts';

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
}: NewPassword): { readonly field: 'password' | 'confirmation'; readonly message: PageMessage } | undefined {
  if (password.trim() === '') return { field: 'password', message: messageOf('missingPasswordMessage') };
  if (password.length > MAX_LENGTH)
    return { field: 'password', message: messageOf('invalidPasswordMaxLengthMessage', String(MAX_LENGTH)) };
  if (password !== confirmed) return { field: 'confirmation', message: messageOf('notMatchPasswordMessage') };
  const fault = findPasswordFault(policy, password, user);
  return fault === undefined
    ? undefined
    : { field: 'password', message: { key: fault.code, params: fault.params, text: fault.message } };
}
