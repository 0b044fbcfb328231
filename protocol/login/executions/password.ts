// Sign-in with the password of a user whom an earlier step has identified.
import { PASSWORD_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import type { Execution } from './execution.ts';
import { checkPassword } from './username-password.ts';

/** Field `password`. */
export const password: Execution = {
  level: PASSWORD_LEVEL,
  async authenticate(exchange, deps, known) {
    if (known === undefined) throw new TypeError('a password alone is asked of somebody who is known');
    return checkPassword(exchange, deps, {
      username: known.username,
      found: known,
      isKnown: true,
      rememberMe: false,
    });
  },
};
