// Narrows registry access to what roles allow, if the realm or the registry's client has such roles.
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import { effectiveRoles } from '#protocol/realm/view/roles.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { type AccessEntryWire, formatScopes, readRegistryScope } from './registry-scope.ts';

export interface GrantedAccess {
  readonly access: readonly AccessEntryWire[];
  /** For Activity. */
  readonly reason: string;
}

/** Without this mapper a client grants nothing. Compat: Keycloak adds it to every registry client. */
const ALLOW_ALL_MAPPER = 'docker-v2-allow-all-mapper';

/** Maximum number of roles named in a reason. */
const MAX_EXAMPLES = 3;

const RESOURCE_TYPES: ReadonlySet<string> = new Set(['repository', 'registry']);

/**
 * Grants everything `requested` if the client has the allow-all mapper and neither realm nor client has a role
 * named like a scope; otherwise only what the user's own such roles allow. In a role name, `*` is a wildcard;
 * as an action it means all actions. Entries without remaining actions are dropped, which the distribution
 * token specification allows. Choice: docs/differences-to-keycloak.md, "Roles narrow registry tokens".
 */
export function narrowAccess(
  realm: Realm,
  client: Client,
  user: StoredUser,
  requested: readonly AccessEntryWire[],
): GrantedAccess {
  if (!hasAllowAllMapper(client)) {
    return {
      access: [],
      reason: `Client ${client.clientId} has no mapper of type ${ALLOW_ALL_MAPPER}, so nothing is granted.`,
    };
  }
  const restricting = listRestrictingRoles(realm, client);
  if (restricting.length === 0)
    return { access: requested, reason: 'The requested access is granted; no role restricts it.' };
  const permissions = listPermissions(realm, client, user);
  const access = requested.flatMap((entry) => {
    const actions = permittedActions(permissions, entry);
    return actions.length === 0 ? [] : [{ ...entry, actions }];
  });
  return { access, reason: describe(user, permissions, restricting) };
}

function hasAllowAllMapper({ mappers, defaultScopes }: Client): boolean {
  return [...mappers, ...defaultScopes.flatMap((scope) => scope.mappers)].some(
    ({ type }) => type === ALLOW_ALL_MAPPER,
  );
}

function listRestrictingRoles(realm: Realm, { clientId }: Client): readonly string[] {
  const names = [...realm.realmRoles.keys(), ...(realm.clientRoles.get(clientId)?.keys() ?? [])];
  return names.filter((name) => readPermission(name) !== undefined);
}

function listPermissions(realm: Realm, { clientId }: Client, user: StoredUser): readonly AccessEntryWire[] {
  const roles = effectiveRoles(realm, user);
  return [...roles.realm, ...(roles.clients.get(clientId) ?? [])].flatMap(
    (name) => readPermission(name) ?? [],
  );
}

/** A role name as a permission; undefined for other roles, also scope-like ones: `orders:items:read`. */
function readPermission(name: string): AccessEntryWire | undefined {
  const permission = readRegistryScope(name);
  return permission !== undefined && RESOURCE_TYPES.has(permission.type) ? permission : undefined;
}

/** The allowed ones of the requested actions; `*` requests all allowed actions. */
function permittedActions(
  permissions: readonly AccessEntryWire[],
  entry: AccessEntryWire,
): readonly string[] {
  const matching = permissions.filter(
    ({ type, name }) => type === entry.type && matchesPattern(name, entry.name),
  );
  const allowed = new Set(matching.flatMap(({ actions }) => actions));
  if (allowed.has('*')) return entry.actions;
  return entry.actions.includes('*') ? [...allowed] : entry.actions.filter((action) => allowed.has(action));
}

/** Matches piece by piece, so that no pattern is slow. */
function matchesPattern(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  let from = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const at = name.indexOf(part, from);
    if (at === -1 || at + part.length > end) return false;
    from = at + part.length;
  }
  return from <= end;
}

function describe(
  { username }: StoredUser,
  permissions: readonly AccessEntryWire[],
  restricting: readonly string[],
): string {
  if (permissions.length > 0)
    return `Narrowed to the roles of user ${username}: ${formatScopes(permissions)}.`;
  const examples = restricting.slice(0, MAX_EXAMPLES).join(' ');
  return `Roles name what may be done with the registry (${examples}), and user ${username} has none of that kind.`;
}
