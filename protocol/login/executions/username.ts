// The user's name alone, before the steps that prove it.
import { isServiceAccount, isUserEnabled } from '#protocol/realm/users/users.ts';
import type { Execution } from './execution.ts';
import { explainDisabled, explainUnknownName, readRememberMe } from './username-password.ts';

/** Fields `username`, `rememberMe`. Compat: an unknown name is said at once, as Keycloak does. */
export const username: Execution = {
  level: 0,
  async authenticate(exchange, deps) {
    const { realm, form } = exchange;
    const typed = form.get('username')?.trim() ?? '';
    const rememberMe = readRememberMe(exchange);
    const user = await deps.findUser();
    if (user !== undefined && !isServiceAccount(user) && isUserEnabled(user))
      return { recognised: true, user, rememberMe };
    const unknown = realm.loginWithEmail ? 'Invalid username or email.' : 'Invalid username.';
    const error =
      user === undefined || isServiceAccount(user)
        ? explainUnknownName(exchange, typed, unknown)
        : explainDisabled(user);
    return { recognised: false, message: error.description, username: typed, rememberMe, error };
  },
};
