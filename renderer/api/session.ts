// How the console proves who it is: the desktop adds credentials on the way, a browser signs in with a code and PKCE.
import { createOidcSession } from './oidc-session.ts';

/** Credentials for the console's requests. */
export interface Session {
  /** Headers that prove the administrator; may renew the token first. */
  headers(): Promise<Record<string, string>>;
  /** After a 401: whether a second attempt makes sense. May lead the browser to the sign-in page. */
  renew(): Promise<boolean>;
  /** Ends the sign-in; undefined in the desktop, whose window has nothing to sign out of. */
  readonly signOut: (() => Promise<void>) | undefined;
}

/** Whether the page runs in the desktop's window. */
function isDesktop(): boolean {
  return location.protocol === 'app:';
}

const desktopSession: Session = {
  headers: async () => ({}),
  renew: async () => false,
  signOut: undefined,
};

/**
 * Opens the session that fits where the page runs.
 *
 * @throws Error in plain words when the browser came back from the sign-in with a refusal.
 */
export function openSession(): Promise<Session> {
  return isDesktop() ? Promise.resolve(desktopSession) : createOidcSession();
}
