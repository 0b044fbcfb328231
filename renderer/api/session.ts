// The console's authentication. The desktop adds credentials to each request; a browser signs in with OIDC.
import { createOidcSession } from './oidc-session.ts';

/** Credentials for the console's requests. */
export interface Session {
  /** Headers with the administrator's credentials. With `mayRenew`, renews a token that is about to expire. */
  headers(options: { readonly mayRenew: boolean }): Promise<Record<string, string>>;
  /** Called after a 401. Resolves to whether a retry makes sense. May redirect to the sign-in page. */
  renew(): Promise<boolean>;
  /** Signs out; undefined in the desktop, which has no sign-in. */
  readonly signOut: (() => Promise<void>) | undefined;
}

function isDesktop(): boolean {
  return location.protocol === 'app:';
}

const desktopSession: Session = {
  headers: async () => ({}),
  renew: async () => false,
  signOut: undefined,
};

/**
 * Opens the session for the desktop or for a browser.
 *
 * @throws Error with a message for the user if the server rejected the sign-in.
 */
export function openSession(): Promise<Session> {
  return isDesktop() ? Promise.resolve(desktopSession) : createOidcSession();
}
