// The ways to a role: from each assignment through composite roles.
import type { RoleNameWire, RolePathWire } from '#protocol/contract/roles.ts';
import type { Realm, Role, RoleReference } from './realm.ts';
import type { ExplainedRole, RoleOrigin } from './role-origins.ts';

/** Most ways that are listed. */
const MAX_PATHS = 10;

export function nameRole(realm: Realm, { clientId, name }: RoleReference): RoleNameWire {
  return {
    name,
    ...(clientId === undefined ? {} : { clientId }),
    ...(clientId === undefined && realm.defaultRole?.name === name ? { isDefault: true } : {}),
  };
}

/** The shortest way from each assignment to the role, shortest first. */
export function findPaths(
  realm: Realm,
  role: Role,
  explained: ReadonlyMap<Role, ExplainedRole>,
): RolePathWire[] {
  const paths: RolePathWire[] = [];
  const seen = new Set([role]);
  /** Each way leads from a role down to the one in question; longer ways are appended while it is walked. */
  const ways: (readonly [Role, ...Role[]])[] = [[role]];
  for (const way of ways) {
    const origins = explained.get(way[0])?.origins ?? [];
    const roles = way.map((each) => nameRole(realm, each));
    paths.push(...origins.flatMap((origin) => (origin.kind === 'composite' ? [] : [pathOf(origin, roles)])));
    const above = origins.flatMap((origin) => (origin.kind === 'composite' ? [origin.within] : []));
    ways.push(...above.filter((each) => !seen.has(each)).map((each) => [each, ...way] as const));
    for (const each of above) seen.add(each);
  }
  return paths.slice(0, MAX_PATHS);
}

function pathOf(
  origin: Exclude<RoleOrigin, { kind: 'composite' }>,
  roles: readonly RoleNameWire[],
): RolePathWire {
  return origin.kind === 'direct' ? { roles } : { group: origin.group.path, roles };
}
