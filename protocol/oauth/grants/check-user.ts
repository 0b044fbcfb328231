// The check of the user that every grant makes before issuing tokens.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import { isUserEnabled } from '#protocol/realm/users/users.ts';
import type { StoredUser } from '#protocol/store/store.ts';

/** @throws {OAuthError} `invalid_grant` if the user was deleted or is disabled. */
export function checkGrantUser(user: StoredUser | undefined): StoredUser {
  if (user === undefined) {
    throw new OAuthError('invalid_grant', {
      description: 'User not found',
      reason: 'The user was deleted.',
      remedy: 'Sign in again as another user.',
    });
  }
  if (isUserEnabled(user)) return user;
  throw new OAuthError('invalid_grant', {
    description: 'User disabled',
    reason: `User ${user.username} is disabled.`,
    remedy: fixable({ kind: 'enable-user', user: user.username }),
  });
}
