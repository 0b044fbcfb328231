// Descriptions of roles: those of Keycloak's built-in roles are message keys.
import { readableRoleDescription } from '#protocol/contract/role-description.ts';
import { type PlainKey, text } from '../texts/text.ts';

/** By the message key, without `role_`. */
const BUILT_IN: Readonly<Record<string, PlainKey>> = {
  admin: 'builtInRoles:admin',
  'create-realm': 'builtInRoles:createRealm',
  'default-roles': 'builtInRoles:defaultRoles',
  'offline-access': 'builtInRoles:offlineAccess',
  uma_authorization: 'builtInRoles:umaAuthorization',
  'delete-account': 'builtInRoles:deleteAccount',
  'manage-account': 'builtInRoles:manageAccount',
  'manage-account-links': 'builtInRoles:manageAccountLinks',
  'manage-consent': 'builtInRoles:manageConsent',
  'view-applications': 'builtInRoles:viewApplications',
  'view-consent': 'builtInRoles:viewConsent',
  'view-groups': 'builtInRoles:viewGroups',
  'view-profile': 'builtInRoles:viewProfile',
  'read-token': 'builtInRoles:readToken',
  'create-client': 'builtInRoles:createClient',
  impersonation: 'builtInRoles:impersonation',
  'manage-authorization': 'builtInRoles:manageAuthorization',
  'manage-clients': 'builtInRoles:manageClients',
  'manage-events': 'builtInRoles:manageEvents',
  'manage-identity-providers': 'builtInRoles:manageIdentityProviders',
  'manage-realm': 'builtInRoles:manageRealm',
  'manage-users': 'builtInRoles:manageUsers',
  'query-clients': 'builtInRoles:queryClients',
  'query-groups': 'builtInRoles:queryGroups',
  'query-realms': 'builtInRoles:queryRealms',
  'query-users': 'builtInRoles:queryUsers',
  'view-authorization': 'builtInRoles:viewAuthorization',
  'view-clients': 'builtInRoles:viewClients',
  'view-events': 'builtInRoles:viewEvents',
  'view-identity-providers': 'builtInRoles:viewIdentityProviders',
  'view-realm': 'builtInRoles:viewRealm',
  'view-users': 'builtInRoles:viewUsers',
  'realm-admin': 'builtInRoles:realmAdmin',
};

/** A role's description in the shown language, if Keycloak wrote it; otherwise as it is. Empty if it has none. */
export function describeRole(description: string | undefined): string {
  const name = /^\$\{role_([\w-]+)\}$/.exec(description ?? '')?.[1] ?? '';
  const key = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
  return key === undefined ? readableRoleDescription(description) : text(key);
}
