// Request and response of the console's own sign-in.
import { text } from '../texts/text.ts';

/** State that is kept while the browser is on the sign-in page. */
export interface PendingSignIn {
  readonly state: string;
  readonly verifier: string;
  /** The screen to return to. */
  readonly hash: string;
}

/** The authorization response. `stale`: it does not belong to a pending sign-in. */
export type SignInCallback =
  | { readonly kind: 'code'; readonly code: string; readonly verifier: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'stale' };

/** URL of the authorization request. RFC 6749 §4.1.1, RFC 7636 §4.3. */
export function signInUrl(request: {
  readonly endpoint: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly challenge: string;
}): string {
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    scope: 'openid',
    state: request.state,
    code_challenge: request.challenge,
    code_challenge_method: 'S256',
  });
  return `${request.endpoint}?${parameters}`;
}

/** Reads the authorization response. RFC 6749 §4.1.2. */
export function readCallback(search: string, pending: PendingSignIn | undefined): SignInCallback {
  const parameters = new URLSearchParams(search);
  if (pending === undefined || parameters.get('state') !== pending.state) return { kind: 'stale' };
  const error = parameters.get('error');
  if (error !== null) {
    const detail = parameters.get('error_description');
    return { kind: 'refused', message: text('api:signIn.rejected', { reason: detail ?? error }) };
  }
  const code = parameters.get('code');
  return code === null ? { kind: 'stale' } : { kind: 'code', code, verifier: pending.verifier };
}
