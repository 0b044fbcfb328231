// The roles of a new realm: its realm roles, and those of its account, broker and management clients.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's message keys have this form
import type { RoleRepresentation } from '#protocol/contract/realm-representation.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';

const MANAGEMENT_ROLES: readonly string[] = [
  'create-client',
  'view-realm',
  'view-users',
  'view-clients',
  'view-events',
  'view-identity-providers',
  'view-authorization',
  'manage-realm',
  'manage-users',
  'manage-clients',
  'manage-events',
  'manage-identity-providers',
  'manage-authorization',
  'query-users',
  'query-clients',
  'query-realms',
  'query-groups',
  'impersonation',
];

/** Name of the role that every new user of a realm gets. */
export function defaultRoleName(realmName: string): string {
  return `default-roles-${realmName.toLowerCase()}`;
}

/** The realm roles that every realm has, except the default role. */
export function builtInRealmRoles(): RoleRepresentation[] {
  return [
    role('offline_access', { description: '${role_offline-access}' }),
    role('uma_authorization', { description: '${role_uma_authorization}' }),
  ];
}

/** Roles in the default role of a realm that Keycloak creates, by their owner. */
export const BUILT_IN_DEFAULT_ROLES = {
  realm: ['offline_access', 'uma_authorization'],
  account: ['view-profile', 'manage-account'],
} as const;

export function builtInDefaultRole(realmName: string): RoleRepresentation {
  const { realm, account } = BUILT_IN_DEFAULT_ROLES;
  return role(defaultRoleName(realmName), {
    description: '${role_default-roles}',
    composites: { realm: [...realm], client: { account: [...account] } },
  });
}

export function accountRoles(): RoleRepresentation[] {
  const within = (name: string) => ({ composites: { client: { account: [name] } } });
  return [
    role('view-profile'),
    role('manage-account', within('manage-account-links')),
    role('manage-account-links'),
    role('view-applications'),
    role('view-consent'),
    role('manage-consent', within('view-consent')),
    role('view-groups'),
    role('delete-account'),
  ];
}

export function brokerRoles(): RoleRepresentation[] {
  return [role('read-token')];
}

/**
 * Roles for managing a realm, owned by `clientId`: `realm-management` in the realm itself (with
 * `realm-admin`, which contains all of them), `<realm>-realm` in master.
 */
export function managementRoles(clientId: string, withRealmAdmin: boolean): RoleRepresentation[] {
  const contained: Readonly<Record<string, string[]>> = {
    'view-users': ['query-users', 'query-groups'],
    'view-clients': ['query-clients'],
  };
  const roles = MANAGEMENT_ROLES.map((name) => {
    const names = contained[name];
    return role(name, names === undefined ? {} : { composites: { client: { [clientId]: names } } });
  });
  if (!withRealmAdmin) return roles;
  return [role('realm-admin', { composites: { client: { [clientId]: [...MANAGEMENT_ROLES] } } }), ...roles];
}

export function managementRoleNames(): string[] {
  return [...MANAGEMENT_ROLES];
}

const namesOf = (roles: readonly RoleRepresentation[]): ReadonlySet<string> =>
  new Set(roles.map(({ name }) => name));

/** Names of built-in roles by the clientId of their owner; an empty one for realm roles. */
const BUILT_IN_NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['', namesOf(builtInRealmRoles())],
  ['account', namesOf(accountRoles())],
  ['broker', namesOf(brokerRoles())],
  ['realm-management', namesOf(managementRoles('realm-management', true))],
]);
const MASTER_REALM_ROLES: readonly string[] = ['admin', 'create-realm'];

/** Whether Keycloak creates a role of this name with every realm, or in master with each realm. */
export function isBuiltInRole(
  realmName: string,
  { clientId, name }: { readonly clientId: string | undefined; readonly name: string },
): boolean {
  if (clientId === undefined && name === defaultRoleName(realmName)) return true;
  if (BUILT_IN_NAMES.get(clientId ?? '')?.has(name) === true) return true;
  if (realmName !== 'master') return false;
  if (clientId === undefined) return MASTER_REALM_ROLES.includes(name);
  return clientId.endsWith('-realm') && MANAGEMENT_ROLES.includes(name);
}

/** A role with a new identifier. */
export function role(name: string, details: Partial<RoleRepresentation> = {}): RoleRepresentation {
  return {
    id: createUuid(),
    name,
    description: `\${role_${name}}`,
    composite: details.composites !== undefined,
    ...details,
  };
}
