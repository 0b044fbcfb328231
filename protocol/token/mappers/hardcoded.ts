// Mapper types with fixed values: a claim, a role, a new name for a role.
import type { RoleReference } from '#protocol/realm/view/realm.ts';
import { hasRole, type RoleSet } from '#protocol/realm/view/roles.ts';
import { type MapperType, setTypedClaim } from './mapper.ts';

/** `oidc-hardcoded-claim-mapper` */
export const hardcodedClaim: MapperType = {
  mapClaims: (claims, config) => setTypedClaim(claims, config, [config['claim.value'] ?? '']),
};

/** `client.role` is a client role, anything else a realm role. */
function splitRole(text: string): RoleReference {
  const dot = text.indexOf('.');
  return dot === -1
    ? { clientId: undefined, name: text }
    : { clientId: text.slice(0, dot), name: text.slice(dot + 1) };
}

function change(roles: RoleSet, role: string, edit: (names: Set<string>) => void): RoleSet {
  const { clientId, name } = splitRole(role);
  if (name === '') return roles;
  if (clientId === undefined) {
    const realm = new Set(roles.realm);
    edit(realm);
    return { ...roles, realm };
  }
  const names = new Set(roles.clients.get(clientId));
  edit(names);
  return { ...roles, clients: new Map(roles.clients).set(clientId, names) };
}

/** `oidc-hardcoded-role-mapper` */
export const hardcodedRole: MapperType = {
  mapRoles: (roles, config) =>
    change(roles, config['role'] ?? '', (names) => names.add(splitRole(config['role'] ?? '').name)),
};

/** `oidc-role-name-mapper`: replaces a role with another one if the user has it. */
export const roleName: MapperType = {
  mapRoles(roles, config) {
    const from = splitRole(config['role'] ?? '');
    const to = config['new.role.name'] ?? '';
    if (!hasRole(roles, from) || to === '') return roles;
    const without = change(roles, config['role'] ?? '', (names) => names.delete(from.name));
    return change(without, to, (names) => names.add(splitRole(to).name));
  },
};
