// For the tests of this folder: runs one mapper type for a test user.
import type { RealmRepresentation, UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { clientOf, testRealm } from '#protocol/realm/testing/realm.ts';
import type { Claims, MapperConfig, MapperContext, MapperType } from '../mappers/mapper.ts';

/** A context for a user, with defaults. */
export function mapperContext(
  user: UserRepresentation = {},
  change: Partial<MapperContext> = {},
  realm: Partial<RealmRepresentation> = {},
): MapperContext {
  const view = testRealm({
    clients: [{ clientId: 'shop', redirectUris: ['http://shop.test/*'], webOrigins: ['+'] }],
    ...realm,
  });
  return {
    realm: view,
    client: clientOf(view, 'shop'),
    user: { id: 'u1', username: 'alice', ...user },
    scopes: [],
    roles: { realm: new Set(), clients: new Map() },
    acr: '1',
    authTime: 1000,
    notes: {},
    nonce: undefined,
    sid: 's1',
    claimsRequest: undefined,
    target: 'access',
    baseUrl: 'http://here',
    ...change,
  };
}

/** The claims that a mapper type sets. */
export function runMapper(
  type: MapperType,
  config: MapperConfig,
  context: MapperContext,
  claims: Claims = {},
): Claims {
  type.mapClaims?.(claims, config, context);
  return claims;
}
