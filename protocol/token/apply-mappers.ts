// Runs the protocol mappers of a client and its scopes over a set of claims.
import type { Logger } from '#protocol/log/logger.ts';
import type { Client, ClientScope, ProtocolMapper, Realm } from '#protocol/realm/realm.ts';
import { effectiveRoles, type RoleSet, rolesInScope } from '#protocol/realm/roles.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import {
  type Claims,
  type ClaimTarget,
  isProtocolClaim,
  type MapperContext,
  type MapperType,
} from './mappers/mapper.ts';
import { findMapperType } from './mappers/table.ts';

/** For whom and what claims are made. */
export interface ClaimSubject {
  readonly realm: Realm;
  readonly client: Client;
  readonly user: StoredUser;
  readonly scopes: readonly ClientScope[];
  readonly acr: string;
  readonly authTime: number | undefined;
  readonly notes: Readonly<Record<string, string>>;
  readonly baseUrl: string;
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
/** Mappers that were named in the log: once each while the process lives. */
const named = new Set<string>();
let log: Logger | undefined;

/** Where mappers of unknown type, and those that name a claim of the server itself, are named, once each. */
export function reportUnknownMappersTo(logger: Logger): void {
  log = logger;
}

function findRows(client: Client, scopes: readonly ClientScope[]): readonly Row[] {
  const byScopes = rowsOf.get(client) ?? new WeakMap<readonly ClientScope[], readonly Row[]>();
  rowsOf.set(client, byScopes);
  const known = byScopes.get(scopes);
  if (known !== undefined) return known;
  const mappers = [...scopes.flatMap((scope) => scope.mappers), ...client.mappers];
  const rows = mappers.flatMap((mapper) => {
    const type = findMapperType(mapper.type);
    if (type === undefined) nameUnknown(mapper, client);
    else if (isProtocolClaim(mapper.config['claim.name'] ?? '')) nameRefused(mapper, client);
    return type === undefined ? [] : [{ mapper, type }];
  });
  byScopes.set(scopes, rows);
  return rows;
}

function nameUnknown(mapper: ProtocolMapper, client: Client): void {
  if (log === undefined || named.has(mapper.type)) return;
  named.add(mapper.type);
  log.warn('A protocol mapper of a type that is not known here is kept and ignored', {
    type: mapper.type,
    mapper: mapper.name,
    clientId: client.clientId,
  });
}

function nameRefused(mapper: ProtocolMapper, client: Client): void {
  const claim = mapper.config['claim.name'] ?? '';
  const key = `${client.id} ${mapper.name} ${claim}`;
  if (log === undefined || named.has(key)) return;
  named.add(key);
  log.warn('A protocol mapper names a claim that only the server sets; the claim stays as it is', {
    claim,
    mapper: mapper.name,
    clientId: client.clientId,
  });
}

/** Whether the client's access tokens carry only what mappers mark with `lightweight.claim`. */
function isLightweight(client: Client): boolean {
  return client.attributes['client.use.lightweight.access.token.enabled'] === 'true';
}

function writesTo({ mapper, type }: Row, target: ClaimTarget, client: Client): boolean {
  const { config } = mapper;
  if (target === 'access' && isLightweight(client)) return config['lightweight.claim'] === 'true';
  const flag = config[TARGET_FLAG[target]];
  if (flag !== undefined) return flag === 'true';
  if (target === 'access') return type.writesAccessByDefault === true;
  // Compat: exports from before the introspection flag follow the access token's.
  return (
    target === 'introspection' &&
    (config['access.token.claim'] ?? String(type.writesAccessByDefault === true)) === 'true'
  );
}

/** The user's roles that may enter this client's tokens, role mappers applied. */
function tokenRoles(subject: ClaimSubject): RoleSet {
  const { realm, client, user, scopes } = subject;
  const roles = rolesInScope(realm, effectiveRoles(realm, user), client, scopes);
  return findRows(client, scopes).reduce(
    (set, { type, mapper }) => type.mapRoles?.(set, mapper.config) ?? set,
    roles,
  );
}

/** Adds the claims that the mappers give for a target. */
export function applyMappers(claims: Claims, target: ClaimTarget, subject: ClaimSubject): void {
  const context: MapperContext = { ...subject, roles: tokenRoles(subject) };
  for (const row of findRows(subject.client, subject.scopes)) {
    if (row.type.mapClaims !== undefined && writesTo(row, target, subject.client))
      row.type.mapClaims(claims, row.mapper.config, context);
  }
}
