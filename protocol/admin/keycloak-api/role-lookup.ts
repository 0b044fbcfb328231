// Finds roles by id or as request bodies name them, and shows them as the admin API does.

import type { RoleRepresentation } from '#protocol/contract/realm-representation.ts';
import { ROLE_SETTINGS } from '#protocol/contract/settings/shared.ts';
import type { Realm, Role } from '#protocol/realm/view/realm.ts';
import { notFound } from '../admin-error.ts';
import type { RealmRequest } from '../admin-route.ts';
import { readList } from '../members.ts';

/** All roles of a realm: its own, then those of its clients. */
export function allRoles(realm: Realm): Role[] {
  return [
    ...realm.realmRoles.values(),
    ...[...realm.clientRoles.values()].flatMap((roles) => [...roles.values()]),
  ];
}

/** Realm roles (undefined `clientId`), or the roles of a client. */
export function rolesOfOwner(realm: Realm, clientId: string | undefined): Role[] {
  return [
    ...(clientId === undefined
      ? realm.realmRoles
      : (realm.clientRoles.get(clientId) ?? new Map<string, Role>())
    ).values(),
  ];
}

/** A role as JSON; `brief` leaves out attributes. Composites have their own endpoints. */
export function roleRepresentation(realm: Realm, role: Role, brief: boolean): RoleRepresentation {
  const { composites, attributes, ...rest } = role.representation;
  const containerId = role.clientId === undefined ? realm.id : (realm.clients.get(role.clientId)?.id ?? '');
  const common = {
    ...rest,
    id: role.id,
    name: role.name,
    composite: role.composites.length > 0,
    clientRole: role.clientId !== undefined,
    containerId,
  };
  return brief ? common : { ...common, attributes: attributes ?? {} };
}

/**
 * The roles that a body names by id and name, all among `candidates`. The id may be missing.
 * @throws {AdminError} 404 `Role not found` when a role is missing or has a different name.
 */
export function readRoles(request: RealmRequest, candidates: readonly Role[]): Role[] {
  const named = readList<RoleRepresentation>(request.exchange.json, ROLE_SETTINGS);
  return named.map(({ id, name }) => {
    const role = candidates.find((candidate) =>
      id === undefined ? candidate.name === name : candidate.id === id,
    );
    if (role === undefined || (name !== undefined && role.name !== name)) throw notFound('Role not found');
    return role;
  });
}
