// Checking a user name and a password where no page is shown: what every protocol that takes them directly has in common.
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import type { Realm } from '../view/realm.ts';
import { type BruteForceDetection, describeLock, type FailureContext } from './brute-force.ts';
import type { PasswordChecker } from './credentials.ts';
import { pendingActions } from './required-actions.ts';
import { findUserForSignIn, isServiceAccount, isUserEnabled } from './users.ts';

/** What the check works with. */
export interface PasswordCheckDeps {
  readonly store: { readonly users: UserStore };
  readonly passwords: PasswordChecker;
  readonly bruteForce: BruteForceDetection;
}

/** Why somebody is not let in; for the operator, never for the caller, whom it would tell who exists. */
export interface SignInProblem {
  readonly kind: 'locked' | 'wrong credentials' | 'disabled' | 'required action';
  readonly reason: string;
  readonly remedy: string;
}

/** The user, or why there is none. */
export type PasswordCheck = { readonly user: StoredUser } | { readonly problem: SignInProblem };

/** A further proof after the password, as a one-time code is; undefined: it was given. */
export type FurtherCheck = (user: StoredUser) => Promise<SignInProblem | undefined>;

/**
 * Signs a user in by name and password, and by what `checkFurther` asks for. One step per user: a wrong password or proof is counted, and the
 * failures before are forgotten after a success, before the user's next attempt is checked.
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
      return { problem: { kind: 'locked', ...describeLock(context, user, lock) } };
    // Checked for an unknown user, too, so that the time does not show who exists.
    const passes = await passwords.check(realm, user, password);
    if (user === undefined || !passes) {
      await bruteForce.recordFailure(context, user);
      return { problem: describeWrong(realm, user, username) };
    }
    const problem = (await checkFurther?.(user)) ?? findAccountProblem(context, user);
    if (problem?.kind === 'wrong credentials') await bruteForce.recordFailure(context, user);
    if (problem !== undefined) return { problem };
    bruteForce.recordSuccess(realm.id, user.id);
    return { user };
  });
}

function describeWrong(realm: Realm, user: StoredUser | undefined, username: string): SignInProblem {
  const kind = 'wrong credentials';
  if (user === undefined) {
    const reason = `There is no user "${username}" in realm ${realm.name}.`;
    return { kind, reason, remedy: 'Create the user, or check the realm.' };
  }
  const reason = `The password is not that of user ${user.username}.`;
  return { kind, reason, remedy: `Set the password of user ${user.username}.` };
}

/** Why a user whose password is right may not sign in without a page; undefined: may. */
function findAccountProblem(
  { realm, clock }: Pick<FailureContext, 'realm' | 'clock'>,
  user: StoredUser,
): SignInProblem | undefined {
  const { username } = user;
  if (!isUserEnabled(user)) {
    const remedy = `Set enabled of user ${username} to true.`;
    return { kind: 'disabled', reason: `User ${username} is disabled.`, remedy };
  }
  const [action] = pendingActions(realm, user, clock.now());
  if (action === undefined) return undefined;
  return {
    kind: 'required action',
    reason: `User ${username} must do ${action} first.`,
    remedy: `Take ${action} from requiredActions of user ${username}, or let the user sign in by browser.`,
  };
}
