// Follows the roles of a preview: the mappers that add or rename them, and the user's ways to each.
import type { RolePathWire } from '#protocol/contract/roles.ts';
import type { PreviewRoleWire } from '#protocol/contract/token-preview.ts';
import type { ProtocolMapper, Realm, Role, RoleReference } from '#protocol/realm/view/realm.ts';
import { remember } from '#protocol/realm/view/remember.ts';
import { type ExplainedRole, explainRoles } from '#protocol/realm/view/role-origins.ts';
import { findPaths, nameRole } from '#protocol/realm/view/role-paths.ts';
import { findRole, hasRole, type RoleSet } from '#protocol/realm/view/roles.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { NameMapper } from './mapper-owners.ts';

export interface RoleTrace {
  /** A role mapper changed the roles. */
  rolesMapped(mapper: ProtocolMapper, before: RoleSet, after: RoleSet): void;
  /** The role as tokens name it. */
  describe(role: RoleReference): PreviewRoleWire;
}

/** What a role mapper made of a role. */
interface MappedRole {
  readonly mapper: ProtocolMapper;
  /** Undefined: the mapper added the role. */
  readonly from: RoleReference | undefined;
}

function keyOf({ clientId, name }: RoleReference): string {
  return JSON.stringify([clientId ?? null, name]);
}

/** The roles of a set, realm roles first. */
function listReferences(roles: RoleSet): RoleReference[] {
  return [
    ...[...roles.realm].map((name) => ({ clientId: undefined, name })),
    ...[...roles.clients].flatMap(([clientId, names]) => [...names].map((name) => ({ clientId, name }))),
  ];
}

/** A set of one role. */
function onlyRole({ clientId, name }: RoleReference): RoleSet {
  return clientId === undefined
    ? { realm: new Set([name]), clients: new Map() }
    : { realm: new Set(), clients: new Map([[clientId, new Set([name])]]) };
}

const NO_ROLES: RoleSet = { realm: new Set(), clients: new Map() };

/**
 * The roles from which a mapper makes its outputs, by output: the mapper runs once for each role alone, so that it need
 * not report them. `write` returns the names of what the mapper writes for a set of roles.
 */
export function attributeRoles(
  roles: RoleSet,
  write: (roles: RoleSet) => readonly string[],
): ReadonlyMap<string, readonly RoleReference[]> {
  const always = new Set(write(NO_ROLES));
  const found = new Map<string, RoleReference[]>();
  if (write(roles).every((name) => always.has(name))) return found;
  for (const role of listReferences(roles)) {
    for (const name of new Set(write(onlyRole(role)))) {
      if (!always.has(name)) remember(found, name, (): RoleReference[] => []).push(role);
    }
  }
  return found;
}

function difference(roles: RoleSet, without: RoleSet): RoleReference[] {
  return listReferences(roles).filter((role) => !hasRole(without, role));
}

export function createRoleTrace(realm: Realm, user: StoredUser, nameMapper: NameMapper): RoleTrace {
  const mapped = new Map<string, MappedRole>();
  let explained: ReadonlyMap<Role, ExplainedRole> | undefined;

  const pathsOf = (reference: RoleReference): RolePathWire[] => {
    explained ??= new Map(explainRoles(realm, user).map((each) => [each.role, each]));
    const role = findRole(realm, reference);
    return role === undefined ? [] : findPaths(realm, role, explained);
  };

  return {
    rolesMapped(mapper, before, after) {
      const [from] = difference(before, after);
      for (const role of difference(after, before)) mapped.set(keyOf(role), { mapper, from });
    },
    describe(role) {
      const name = nameRole(realm, role);
      const change = mapped.get(keyOf(role));
      if (change === undefined) return { ...name, paths: pathsOf(role) };
      const mapper = nameMapper(change.mapper);
      if (change.from === undefined) return { ...name, mapper, paths: [] };
      return { ...name, mapper, renamedFrom: nameRole(realm, change.from), paths: pathsOf(change.from) };
    },
  };
}
