// Applies the protocol mappers of a client and its scopes to a set of claims.
import type { Client, ClientScope, ProtocolMapper } from '#protocol/realm/view/realm.ts';
import { remember } from '#protocol/realm/view/remember.ts';
import { effectiveRoles, type RoleSet, rolesInScope } from '#protocol/realm/view/roles.ts';
import type { Claims, ClaimTarget, MapperContext, MapperType } from './mappers/mapper.ts';
import { findMapperType } from './mappers/table.ts';
import { addUserClaims } from './user-claims.ts';

/** The user, client and sign-in for which claims are set. */
export interface ClaimSubject extends Omit<MapperContext, 'roles' | 'target'> {
  readonly scopes: readonly ClientScope[];
  /** Limits the token to these audiences and their client roles; undefined or empty: no limit. */
  readonly audience?: readonly string[];
}

const TARGET_FLAG: Readonly<Record<ClaimTarget, string>> = {
  access: 'access.token.claim',
  id: 'id.token.claim',
  userinfo: 'userinfo.token.claim',
  introspection: 'introspection.token.claim',
};

interface Row {
  readonly mapper: ProtocolMapper;
  readonly type: MapperType;
}

const rowsOf = new WeakMap<Client, WeakMap<readonly ClientScope[], readonly Row[]>>();
function findRows(client: Client, scopes: readonly ClientScope[]): readonly Row[] {
  const byScopes = remember(rowsOf, client, () => new WeakMap<readonly ClientScope[], readonly Row[]>());
  return remember(byScopes, scopes, () =>
    [...scopes.flatMap((scope) => scope.mappers), ...client.mappers].flatMap((mapper) => {
      const type = findMapperType(mapper.type);
      return type === undefined ? [] : [{ mapper, type }];
    }),
  );
}

/** Whether the client's access tokens contain only claims of mappers with `lightweight.claim`. */
function isLightweight(client: Client): boolean {
  return client.attributes['client.use.lightweight.access.token.enabled'] === 'true';
}

function writesTo({ mapper, type }: Row, target: ClaimTarget, client: Client): boolean {
  const { config } = mapper;
  if (type.writesAlways === true) return true;
  if (target === 'access' && isLightweight(client)) return config['lightweight.claim'] === 'true';
  const flag = config[TARGET_FLAG[target]];
  if (flag !== undefined) return flag === 'true';
  if (target === 'access') return type.writesAccessByDefault === true;
  // Compat: in exports older than the introspection flag, the access token's applies.
  return (
    target === 'introspection' &&
    (config['access.token.claim'] ?? String(type.writesAccessByDefault === true)) === 'true'
  );
}

/** The user's roles allowed in this client's tokens, after role mappers. */
function tokenRoles(subject: ClaimSubject): RoleSet {
  const { realm, client, user, scopes } = subject;
  const roles = rolesInScope(realm, effectiveRoles(realm, user), client, scopes);
  const mapped = findRows(client, scopes).reduce(
    (set, { type, mapper }) => type.mapRoles?.(set, mapper.config) ?? set,
    roles,
  );
  const { audience = [] } = subject;
  if (audience.length === 0) return mapped;
  return {
    ...mapped,
    clients: new Map([...mapped.clients].filter(([clientId]) => audience.includes(clientId))),
  };
}

/** Adds the claims of all mappers for a target, and the user's own; a lightweight access token has none of those. */
export function applyMappers(claims: Claims, target: ClaimTarget, subject: ClaimSubject): void {
  const context: MapperContext = { ...subject, target, roles: tokenRoles(subject) };
  for (const row of findRows(subject.client, subject.scopes)) {
    if (row.type.mapClaims !== undefined && writesTo(row, target, subject.client))
      row.type.mapClaims(claims, row.mapper.config, context);
  }
  if (target !== 'access' || !isLightweight(subject.client)) addUserClaims(claims, subject.user);
}
