// Applies the protocol mappers of a client and its scopes to a set of claims.
import type { Client, ClientScope, ProtocolMapper } from '#protocol/realm/view/realm.ts';
import { remember } from '#protocol/realm/view/remember.ts';
import { effectiveRoles, type RoleSet, rolesInScope } from '#protocol/realm/view/roles.ts';
import type { Claims, ClaimTarget, MapperContext, MapperType } from './mappers/mapper.ts';
import { findMapperType } from './mappers/table.ts';
import { addUserClaims } from './user-claims.ts';

/** The user, client and sign-in for which claims are set. */
export interface ClaimSubject extends Omit<MapperContext, 'roles' | 'target'> {
  /** Limits the token to these audiences and their client roles; undefined or empty: no limit. */
  readonly audience?: readonly string[];
}

const TARGET_FLAG: Readonly<Record<ClaimTarget, string>> = {
  access: 'access.token.claim',
  id: 'id.token.claim',
  userinfo: 'userinfo.token.claim',
  introspection: 'introspection.token.claim',
};

/** A mapper with the type that applies it. */
export interface MapperRow {
  readonly mapper: ProtocolMapper;
  readonly type: MapperType;
}

/** Follows how the claims of one document come about, for previews. */
export interface MapperObserver {
  /** A mapper changed the roles. Called for each role mapper, in order, before `begin`. */
  rolesMapped(mapper: ProtocolMapper, before: RoleSet, after: RoleSet): void;
  /** Before the first mapper sets a claim. */
  begin(claims: Readonly<Claims>): void;
  mapped(row: MapperRow, context: MapperContext, claims: Readonly<Claims>): void;
  /** After the user's own claims were set. */
  userClaimsAdded(claims: Readonly<Claims>): void;
}

const rowsOf = new WeakMap<Client, WeakMap<readonly ClientScope[], readonly MapperRow[]>>();
function findRows(client: Client, scopes: readonly ClientScope[]): readonly MapperRow[] {
  const byScopes = remember(
    rowsOf,
    client,
    () => new WeakMap<readonly ClientScope[], readonly MapperRow[]>(),
  );
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

function writesTo({ mapper, type }: MapperRow, target: ClaimTarget, client: Client): boolean {
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
function tokenRoles(subject: ClaimSubject, observer: MapperObserver | undefined): RoleSet {
  const { realm, client, user, scopes } = subject;
  const roles = rolesInScope(realm, effectiveRoles(realm, user), client, scopes);
  const mapped = findRows(client, scopes).reduce((set, { type, mapper }) => {
    const next = type.mapRoles?.(set, mapper.config) ?? set;
    if (next !== set) observer?.rolesMapped(mapper, set, next);
    return next;
  }, roles);
  const { audience = [] } = subject;
  if (audience.length === 0) return mapped;
  return {
    ...mapped,
    clients: new Map([...mapped.clients].filter(([clientId]) => audience.includes(clientId))),
  };
}

/**
 * Adds the claims of all mappers for a target, and the user's own; a lightweight access token has none of those.
 * `observer` is for previews; without one, nothing is recorded.
 */
export function applyMappers(
  claims: Claims,
  target: ClaimTarget,
  subject: ClaimSubject,
  observer?: MapperObserver,
): void {
  const context: MapperContext = { ...subject, target, roles: tokenRoles(subject, observer) };
  observer?.begin(claims);
  for (const row of findRows(subject.client, subject.scopes)) {
    if (row.type.mapClaims === undefined || !writesTo(row, target, subject.client)) continue;
    row.type.mapClaims(claims, row.mapper.config, context);
    observer?.mapped(row, context, claims);
  }
  if (target === 'access' && isLightweight(subject.client)) return;
  addUserClaims(claims, subject.user);
  observer?.userClaimsAdded(claims);
}
