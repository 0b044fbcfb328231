// Checks a username and password without a login page, for every protocol that receives them directly.

import type { UserEventError } from '#protocol/errors/refusal.ts';
import { fixable, type Remedy } from '#protocol/errors/remedy.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import type { Realm } from '../view/realm.ts';
import { type BruteForceDetection, describeLock, type FailureContext } from './brute-force.ts';
import type { PasswordChecker } from './credentials.ts';
import { pendingActions } from './required-actions.ts';
import { findUserForSignIn, isServiceAccount, isUserEnabled } from './users.ts';

export interface PasswordCheckDeps {
  readonly store: { readonly users: UserStore };
  readonly passwords: PasswordChecker;
  readonly bruteForce: BruteForceDetection;
}

/** Why a sign-in was refused. For the operator only: it would reveal to the caller which users exist. */
export interface SignInProblem {
  readonly kind: 'locked' | 'wrong credentials' | 'disabled' | 'required action' | 'denied';
  /** What the caller is told; absent: what is usual for the kind. */
  readonly description?: string;
  readonly reason: string;
  readonly remedy: Remedy;
  readonly userEventError: UserEventError;
}

/** `named`: the user whose name was sent, if there is one. */
export type PasswordCheck =
  | { readonly user: StoredUser }
  | { readonly problem: SignInProblem; readonly named: StoredUser | undefined };

/** A second factor after the password, such as a one-time code; undefined: it was correct. */
export type FurtherCheck = (user: StoredUser) => Promise<SignInProblem | undefined>;

/**
 * Signs a user in by username, password and `checkFurther`. Attempts of one user are serialized: a failure is
 * counted, or a success clears the failures, before the user's next attempt is checked.
 */
export async function signInByPassword(
  context: FailureContext,
  { username, password }: { readonly username: string; readonly password: string },
  { store, passwords, bruteForce }: PasswordCheckDeps,
  checkFurther?: FurtherCheck,
): Promise<PasswordCheck> {
  const { realm } = context;
  const found = await findUserForSignIn(store.users, realm, username);
  const known = found === undefined || isServiceAccount(found) ? undefined : found;
  return bruteForce.inTurn<PasswordCheck>(context, known, async (user, lock) => {
    if (user !== undefined && lock !== undefined)
      return { named: user, problem: { kind: 'locked', ...describeLock(context, user, lock) } };
    // Unknown users are checked too, so that the response time does not reveal which users exist.
    const passes = await passwords.check(realm, user, password);
    if (user === undefined || !passes) {
      await bruteForce.recordFailure(context, user);
      return { named: user, problem: describeWrong(realm, user, username) };
    }
    const problem = (await checkFurther?.(user)) ?? findAccountProblem(context, user);
    if (problem?.kind === 'wrong credentials') await bruteForce.recordFailure(context, user);
    if (problem !== undefined) return { named: user, problem };
    await bruteForce.recordSuccess(realm, user.id);
    return { user };
  });
}

function describeWrong(realm: Realm, user: StoredUser | undefined, username: string): SignInProblem {
  const kind = 'wrong credentials';
  if (user === undefined) {
    const reason = `There is no user "${username}" in realm ${realm.name}.`;
    const remedy = fixable({ kind: 'create-user', user: username }, 'Create the user, or check the realm.');
    return { kind, reason, remedy, userEventError: 'user_not_found' };
  }
  const reason = `The password is not that of user ${user.username}.`;
  const fix = { kind: 'set-password', user: user.username } as const;
  const remedy = fixable(fix, `Set the password of user ${user.username}.`);
  return { kind, reason, remedy, userEventError: 'invalid_user_credentials' };
}

/** Why a user with the correct password may not sign in without a page; undefined if allowed. */
function findAccountProblem(
  { realm, clock }: Pick<FailureContext, 'realm' | 'clock'>,
  user: StoredUser,
): SignInProblem | undefined {
  const { username } = user;
  if (!isUserEnabled(user)) {
    const remedy = fixable({ kind: 'enable-user', user: username });
    const reason = `User ${username} is disabled.`;
    return { kind: 'disabled', reason, remedy, userEventError: 'user_disabled' };
  }
  const [action] = pendingActions(realm, user, clock.now());
  if (action === undefined) return undefined;
  return {
    kind: 'required action',
    reason: `User ${username} must do ${action} first.`,
    remedy: fixable(
      { kind: 'remove-required-action', user: username, value: action },
      `Remove ${action} from requiredActions of user ${username}, or let the user sign in by browser.`,
    ),
    userEventError: 'resolve_required_actions',
  };
}
