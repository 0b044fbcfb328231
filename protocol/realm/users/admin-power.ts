// Admin permissions: which roles grant them, what each role implies, and which one a caller lacks.
import { managementRoleNames } from '../file/built-in/roles.ts';
import type { RoleReference } from '../view/realm.ts';
import type { RoleSet } from '../view/roles.ts';

/** Realm roles of `master` that grant permissions on the whole server. */
const SERVER_ROLES: readonly string[] = ['admin', 'create-realm'];

/** Roles implied beyond composites: a caller who may change something may also see it. */
const ALSO_ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'manage-users': ['view-users', 'query-users', 'query-groups'],
  'view-users': ['query-users', 'query-groups'],
  'manage-clients': ['view-clients', 'create-client', 'query-clients'],
  'view-clients': ['query-clients'],
  'manage-realm': ['view-realm'],
  'manage-events': ['view-events'],
  'manage-identity-providers': ['view-identity-providers'],
  'manage-authorization': ['view-authorization'],
};

/** Whether it owns admin roles: `realm-management` of a realm, `<realm>-realm` of `master`. */
export function isManagementClient(realmName: string, clientId: string): boolean {
  return realmName === 'master' ? clientId.endsWith('-realm') : clientId === 'realm-management';
}

/** Whether a role grants admin permissions. */
export function grantsPower(realmName: string, { clientId, name }: RoleReference): boolean {
  return clientId === undefined
    ? realmName === 'master' && SERVER_ROLES.includes(name)
    : isManagementClient(realmName, clientId);
}

/** Those roles that grant admin permissions. */
export function listPower(realmName: string, roles: RoleSet): RoleReference[] {
  const ofRealm = [...roles.realm].map((name) => ({ clientId: undefined, name }));
  const ofClients = [...roles.clients].flatMap(([clientId, names]) =>
    [...names].map((name) => ({ clientId, name })),
  );
  return [...ofRealm, ...ofClients].filter((role) => grantsPower(realmName, role));
}

/** One management client's roles with the roles that they imply. */
function allowed(names: ReadonlySet<string>): ReadonlySet<string> {
  if (names.size === 0) return names;
  const all = new Set([...names].flatMap((name) => [name, ...(ALSO_ALLOWED[name] ?? [])]));
  all.add('query-realms');
  // `<realm>-realm` of master has no realm-admin: all other roles together are equivalent.
  if (managementRoleNames().every((name) => all.has(name))) all.add('realm-admin');
  return all;
}

/** The first admin role in `roles` that a caller with the roles `held`, of the same realm, does not have. */
export function findMissingPower(
  realmName: string,
  held: RoleSet,
  roles: readonly RoleReference[],
): string | undefined {
  const missing = roles.find(({ clientId, name }) => {
    if (!grantsPower(realmName, { clientId, name })) return false;
    if (clientId === undefined) return !held.realm.has(name);
    return !allowed(held.clients.get(clientId) ?? new Set()).has(name);
  });
  return missing?.name;
}
