// One-click sign-in as one of the realm's named users, without a password, if the realm allows it.
import { ONE_CLICK_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { explainLock } from '#protocol/realm/users/brute-force.ts';
import { PASSWORD_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import { allowsOneClick, isNamedUser } from '../named-users.ts';
import type { Execution } from './execution.ts';

const DESCRIPTION = 'One-click sign-in is not possible for this user.';

/** Field `user_id`. Choice: docs/differences-to-keycloak.md, "One-click sign-in". */
export const oneClick: Execution = {
  level: PASSWORD_LEVEL,
  async authenticate(exchange, deps) {
    const { realm, form } = exchange;
    const refuse = (reason: string, remedy: string): Awaited<ReturnType<Execution['authenticate']>> => {
      const error = new OAuthError('access_denied', { description: DESCRIPTION, reason, remedy });
      return { recognised: false, message: DESCRIPTION, username: '', rememberMe: false, error };
    };
    if (!allowsOneClick(exchange)) {
      return refuse(
        `Realm ${realm.name} does not allow one-click sign-in.`,
        `Set attribute ${ONE_CLICK_ATTRIBUTE} of realm ${realm.name} to "true".`,
      );
    }
    const user = await deps.users.find(realm.id, form.get('user_id') ?? '');
    if (user === undefined || !isNamedUser(user)) {
      return refuse(
        'The form names no user who is enabled and has a password.',
        'Open the sign-in page again; it lists the users who can sign in with one click.',
      );
    }
    const lock = await deps.bruteForce.findLock(exchange, user);
    if (lock !== undefined) {
      const error = explainLock(exchange, user, lock, { code: 'access_denied', description: DESCRIPTION });
      return { recognised: false, message: DESCRIPTION, username: '', rememberMe: false, error };
    }
    return { recognised: true, user, rememberMe: false };
  },
};
