// The table of grants: one row each. Discovery, the token endpoint and the contract test follow it.
import { authorizationCodeGrant } from './authorization-code.ts';
import { cibaGrant } from './ciba.ts';
import { clientCredentialsGrant } from './client-credentials.ts';
import { deviceCodeGrant } from './device-code.ts';
import type { Grant } from './grant.ts';
import { passwordGrant } from './password.ts';
import { refreshTokenGrant } from './refresh-token.ts';
import { tokenExchangeGrant } from './token-exchange.ts';

/** Every grant that works. */
export const GRANTS: readonly Grant[] = [
  authorizationCodeGrant,
  cibaGrant,
  clientCredentialsGrant,
  deviceCodeGrant,
  passwordGrant,
  refreshTokenGrant,
  tokenExchangeGrant,
];

const byType: ReadonlyMap<string, Grant> = new Map(GRANTS.map((grant) => [grant.type, grant]));

/** The grant of a `grant_type`. */
export function findGrant(type: string): Grant | undefined {
  return byType.get(type);
}
