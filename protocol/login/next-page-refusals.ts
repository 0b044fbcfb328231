// Refusals of the next page: no sign-in can go on as the request asks.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { BrowserSession } from './sign-in.ts';

/** The error that the application gets. */
export interface Refused {
  readonly next: 'refuse';
  readonly error: OAuthError;
}

/** Compat: `interaction_required`, whichever page would be needed. */
export function refuseInteraction(reason: string): Refused {
  const error = new OAuthError('interaction_required', {
    description: '',
    reason: `The request does not allow a page. ${reason}`,
    remedy: 'Send the request without prompt=none, so that the user can be prompted.',
  });
  return { next: 'refuse', error };
}

export function refusePassive(browser: BrowserSession | undefined): Refused {
  const error = new OAuthError('login_required', {
    description: '',
    reason:
      browser === undefined
        ? 'The request does not allow a page, and this browser has no session in the realm.'
        : 'The request does not allow a page, and the session is too old or of another user, or the request requires a new sign-in.',
    remedy: 'Sign in with this browser first, or send the request without prompt=none.',
  });
  return { next: 'refuse', error };
}

export function refuseOtherUser(user: StoredUser): Refused {
  const error = new OAuthError('login_required', {
    description: '',
    reason: `The request requires another user; ${user.username} signed in.`,
    remedy:
      'Sign in as the user that id_token_hint or the claims parameter names, or send the request without it.',
    section: 'OIDC Core §3.1.2.1',
  });
  return { next: 'refuse', error };
}
