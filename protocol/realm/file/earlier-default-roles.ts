// Default roles as Keycloak wrote them before version 13: lists of the realm and of each client. Now they are
// composites of the realm's default role.
import type { ClientRepresentation, RoleRepresentation } from '#protocol/contract/realm-representation.ts';

/** Names of realm roles, and of client roles by clientId. */
export interface DefaultRoles {
  readonly realm: readonly string[];
  readonly client: ReadonlyMap<string, readonly string[]>;
}

/** The lists are no settings, so nothing has checked them: what is not a name is ignored. */
function readNames(list: unknown): readonly string[] {
  const isName = (role: unknown): role is string => typeof role === 'string' && role.trim() !== '';
  return Array.isArray(list) ? list.filter(isName) : [];
}

/** The members `defaultRoles` of a realm file. */
export function readEarlierDefaultRoles(file: {
  readonly clients?: readonly ClientRepresentation[];
  readonly defaultRoles?: unknown;
}): DefaultRoles {
  const client = new Map<string, readonly string[]>();
  for (const { clientId, defaultRoles } of file.clients ?? []) {
    const names = readNames(defaultRoles);
    if (names.length > 0) client.set(clientId, names);
  }
  return { realm: readNames(file.defaultRoles), client };
}

const unite = (first: readonly string[] = [], second: readonly string[] = []): string[] => [
  ...new Set([...first, ...second]),
];

/** The default role with these roles in it. */
export function withDefaultRoles(
  role: RoleRepresentation,
  { realm, client }: DefaultRoles,
): RoleRepresentation {
  if (realm.length === 0 && client.size === 0) return role;
  const before = role.composites ?? {};
  const byClient = new Map(Object.entries(before.client ?? {}));
  for (const [clientId, names] of client) byClient.set(clientId, unite(byClient.get(clientId), names));
  const composites = {
    ...before,
    realm: unite(before.realm, realm),
    ...(byClient.size === 0 ? {} : { client: Object.fromEntries(byClient) }),
  };
  return { ...role, composite: true, composites };
}
