// The scopes that a sign-in is for.
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { SignInRequest } from './sign-in.ts';

/** Names of the request's scopes, or of the client's default ones. */
export function requestedScopes(
  realm: Realm,
  { scopes, clientId }: Pick<SignInRequest, 'scopes' | 'clientId'>,
): readonly string[] {
  return scopes ?? (realm.clients.get(clientId)?.defaultScopes ?? []).map(({ name }) => name);
}
