// The delegation to the authentication entity: its token and its JSON body.
import type { Clock } from '#protocol/clock.ts';
import { nowInSeconds } from '#protocol/clock.ts';
import type { DelegationWire } from '#protocol/contract/device.ts';
import { decodeJws, signJws, verifyJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { CheckedRequest } from './authentication-request.ts';
import type { AuthenticationRequest } from './authentication-requests.ts';

/** Claims of a delegation token that was sent to the callback. */
export interface DelegationClaims {
  readonly clientId: string;
  /** Issuer and audience, which are identical. */
  readonly issuer: string;
  readonly resultId: string;
}

/** Signs the token for reporting the result with the realm's default algorithm (service description §4.2). */
export async function signDelegation(
  keys: Pick<RealmKeys, 'signingKey'>,
  { realm, client, clock }: { readonly realm: Realm; readonly client: Client; readonly clock: Clock },
  request: AuthenticationRequest,
  answerWithinSeconds: number,
): Promise<string> {
  const key = await keys.signingKey(realm.name, realm.signatureAlgorithm);
  const iat = nowInSeconds(clock);
  return signJws(key, {
    exp: iat + answerWithinSeconds,
    iat,
    jti: request.approvalCode,
    iss: request.issuer,
    aud: request.issuer,
    sub: request.userId,
    typ: 'Bearer',
    azp: client.clientId,
  });
}

/** Returns the claims of a token that a key of the realm signed and that has not expired, or the fault. */
export async function readDelegation(
  keys: Pick<RealmKeys, 'verificationKey'>,
  { realm, clock }: { readonly realm: Realm; readonly clock: Clock },
  token: string,
): Promise<DelegationClaims | { readonly fault: string }> {
  const decoded = decodeJws(token);
  const { alg, kid } = decoded?.header ?? {};
  if (decoded === undefined || typeof alg !== 'string' || typeof kid !== 'string')
    return { fault: 'The token is not a JWT with alg and kid.' };
  const key = await keys.verificationKey(realm.name, kid, alg);
  if (key === undefined || !verifyJws(decoded, key))
    return { fault: `The token is not signed by a key of realm ${realm.name}.` };
  const { typ, iss, aud, azp, jti, exp } = decoded.claims;
  if (typ !== 'Bearer' || typeof iss !== 'string' || aud !== iss || typeof azp !== 'string')
    return {
      fault: 'The token is signed by the realm, but is not a delegation token (typ, iss, aud, azp).',
    };
  if (typeof jti !== 'string' || typeof exp !== 'number')
    return { fault: 'The token is signed by the realm, but is not a delegation token (jti, exp).' };
  const late = nowInSeconds(clock) - exp;
  if (late >= 0) return { fault: `The token expired ${late} seconds ago.` };
  return { clientId: azp, issuer: iss, resultId: jti };
}

/** Compat: includes the client's default scopes that a consent page would show. */
function delegatedScope(client: Client, { requestedScopes }: CheckedRequest): string {
  const shown = client.defaultScopes.filter((scope) => scope.shownOnConsent).map((scope) => scope.name);
  return [...new Set([...requestedScopes, ...shown])].join(' ');
}

/** Service description §4.2. */
export function delegationBody(client: Client, checked: CheckedRequest): DelegationWire {
  const { username, bindingMessage, acrValues, passedOn } = checked;
  return {
    ...passedOn.parameters,
    login_hint: username,
    scope: delegatedScope(client, checked),
    is_consent_required: client.consentRequired,
    ...(bindingMessage === undefined ? {} : { binding_message: bindingMessage }),
    ...(acrValues === undefined ? {} : { acr_values: acrValues }),
  };
}
