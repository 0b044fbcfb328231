// The table of OAuth's grants, which discovery, the token endpoint and the contract test use.
import { type AuthorizationCodeGrantDeps, createAuthorizationCodeGrant } from './authorization-code.ts';
import { type ClientCredentialsGrantDeps, createClientCredentialsGrant } from './client-credentials.ts';
import { createDeviceCodeGrant, type DeviceCodeGrantDeps } from './device-code.ts';
import type { Grant } from './grant.ts';
import { createPasswordGrant, type PasswordGrantDeps } from './password.ts';
import { createRefreshTokenGrant, type RefreshTokenGrantDeps } from './refresh-token.ts';
import { createTokenExchangeGrant, type TokenExchangeGrantDeps } from './token-exchange.ts';

type GrantTableDeps = AuthorizationCodeGrantDeps &
  ClientCredentialsGrantDeps &
  DeviceCodeGrantDeps &
  PasswordGrantDeps &
  RefreshTokenGrantDeps &
  TokenExchangeGrantDeps;

export function createGrants(deps: GrantTableDeps): readonly Grant[] {
  return [
    createAuthorizationCodeGrant(deps),
    createClientCredentialsGrant(deps),
    createDeviceCodeGrant(deps),
    createPasswordGrant(deps),
    createRefreshTokenGrant(deps),
    createTokenExchangeGrant(deps),
  ];
}
