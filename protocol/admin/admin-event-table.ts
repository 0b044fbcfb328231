// Which admin event a row of the admin API causes: what it changes, and how Keycloak names the change.
import type { OperationType, ResourceType } from '#protocol/contract/events.ts';

/** What an admin event says of the row that caused it. */
export interface AdminEventKind {
  readonly operation: OperationType;
  readonly resource: ResourceType;
}

/** What a path changes, by the beginning of the path; the longest that fits counts. */
const RESOURCES: Readonly<Record<string, ResourceType>> = {
  '': 'REALM',
  '/users': 'USER',
  '/users/profile': 'USER_PROFILE',
  '/users/:user/groups': 'GROUP_MEMBERSHIP',
  '/users/:user/role-mappings/realm': 'REALM_ROLE_MAPPING',
  '/users/:user/role-mappings/clients': 'CLIENT_ROLE_MAPPING',
  '/sessions': 'USER_SESSION',
  '/attack-detection': 'USER_LOGIN_FAILURE',
  '/groups': 'GROUP',
  '/groups/:group/role-mappings/realm': 'REALM_ROLE_MAPPING',
  '/groups/:group/role-mappings/clients': 'CLIENT_ROLE_MAPPING',
  '/default-groups': 'GROUP',
  '/roles': 'REALM_ROLE',
  '/roles-by-id': 'REALM_ROLE',
  '/clients': 'CLIENT',
  '/clients/:client/roles': 'CLIENT_ROLE',
  '/clients/:client/nodes': 'CLUSTER_NODE',
  '/clients/:client/protocol-mappers': 'PROTOCOL_MAPPER',
  '/clients/:client/scope-mappings/realm': 'REALM_SCOPE_MAPPING',
  '/clients/:client/scope-mappings/clients': 'CLIENT_SCOPE_MAPPING',
  '/clients/:client/default-client-scopes': 'CLIENT_SCOPE_CLIENT_MAPPING',
  '/clients/:client/optional-client-scopes': 'CLIENT_SCOPE_CLIENT_MAPPING',
  '/clients-initial-access': 'CLIENT_INITIAL_ACCESS_MODEL',
  '/client-scopes': 'CLIENT_SCOPE',
  '/client-scopes/:scope/protocol-mappers': 'PROTOCOL_MAPPER',
  '/client-scopes/:scope/scope-mappings/realm': 'REALM_SCOPE_MAPPING',
  '/client-scopes/:scope/scope-mappings/clients': 'CLIENT_SCOPE_MAPPING',
  '/default-default-client-scopes': 'CLIENT_SCOPE',
  '/default-optional-client-scopes': 'CLIENT_SCOPE',
  '/organizations': 'ORGANIZATION',
  '/organizations/:organization/members': 'ORGANIZATION_MEMBERSHIP',
  '/organizations/:organization/invitations': 'ORGANIZATION_MEMBERSHIP',
  '/identity-provider': 'IDENTITY_PROVIDER',
  '/identity-provider/instances/:alias/mappers': 'IDENTITY_PROVIDER_MAPPER',
  '/authentication/flows': 'AUTH_FLOW',
  '/authentication/flows/:flow/executions': 'AUTH_EXECUTION',
  '/authentication/flows/:flow/executions/flow': 'AUTH_EXECUTION_FLOW',
  '/authentication/executions': 'AUTH_EXECUTION',
  '/authentication/executions/:execution/config': 'AUTHENTICATOR_CONFIG',
  '/authentication/config': 'AUTHENTICATOR_CONFIG',
  '/authentication/required-actions': 'REQUIRED_ACTION',
  '/authentication/required-actions/:alias/config': 'REQUIRED_ACTION_CONFIG',
  '/authentication/register-required-action': 'REQUIRED_ACTION',
  '/components': 'COMPONENT',
};

/** Where the method does not say what is done. Compat: as in Keycloak; it joins a group with CREATE, for example. */
const OPERATIONS: Readonly<Record<string, OperationType | undefined>> = {
  'PUT /users/:user/reset-password': 'ACTION',
  'PUT /users/:user/send-verify-email': 'ACTION',
  'PUT /users/:user/execute-actions-email': 'ACTION',
  'PUT /users/:user/reset-password-email': 'ACTION',
  'DELETE /users/:user/credentials/:credential': 'ACTION',
  'PUT /users/:user/credentials/:credential/userLabel': 'UPDATE',
  'POST /users/:user/credentials/:credential/moveToFirst': 'ACTION',
  'POST /users/:user/credentials/:credential/moveAfter/:previous': 'ACTION',
  'PUT /users/:user/disable-credential-types': 'ACTION',
  'DELETE /users/:user/consents/:client': 'ACTION',
  'PUT /users/:user/groups/:group': 'CREATE',
  'POST /users/:user/logout': 'ACTION',
  'POST /logout-all': 'ACTION',
  'POST /push-revocation': 'ACTION',
  'PUT /default-groups/:group': 'CREATE',
  'POST /clients/:client/push-revocation': 'ACTION',
  'POST /clients/:client/client-secret': 'ACTION',
  'DELETE /clients/:client/client-secret/rotated': 'ACTION',
  'POST /clients/:client/certificates/:attribute/generate': 'ACTION',
  'POST /clients/:client/certificates/:attribute/upload': 'ACTION',
  'POST /clients/:client/certificates/:attribute/upload-certificate': 'ACTION',
  'POST /clients/:client/registration-access-token': 'ACTION',
  'PUT /clients/:client/default-client-scopes/:scope': 'CREATE',
  'PUT /clients/:client/optional-client-scopes/:scope': 'CREATE',
  'PUT /default-default-client-scopes/:scope': 'CREATE',
  'PUT /default-optional-client-scopes/:scope': 'CREATE',
  'POST /organizations/:organization/members/invite-user': 'ACTION',
  'POST /organizations/:organization/members/invite-existing-user': 'ACTION',
  'POST /organizations/:organization/invitations/:invitation/resend': 'ACTION',
  'POST /authentication/executions/:execution/raise-priority': 'UPDATE',
  'POST /authentication/executions/:execution/lower-priority': 'UPDATE',
  'POST /authentication/required-actions/:alias/raise-priority': 'UPDATE',
  'POST /authentication/required-actions/:alias/lower-priority': 'UPDATE',
  'POST /clear-realm-cache': 'ACTION',
  'POST /clear-user-cache': 'ACTION',
  'POST /clear-keys-cache': 'ACTION',
  'POST /clear-crl-cache': 'ACTION',
  'POST /localization/:locale': 'UPDATE',
};

/** Rows that change nothing of the realm, or whose change is another event. */
const SILENT: ReadonlySet<string> = new Set([
  'POST /partial-export',
  'POST /client-description-converter',
  'POST /testSMTPConnection',
  'POST /identity-provider/upload-certificate',
  'POST /identity-provider/import-config',
  // A user event.
  'POST /users/:user/impersonation',
  // They would be the first of the new list.
  'DELETE /events',
  'DELETE /admin-events',
]);

const BY_METHOD: Readonly<Record<string, OperationType>> = {
  POST: 'CREATE',
  PUT: 'UPDATE',
  DELETE: 'DELETE',
};

/** The longest beginning of the path that the table has. */
function findResource(path: string): ResourceType {
  const segments = path.split('/');
  for (let count = segments.length; count > 0; count -= 1) {
    const found = RESOURCES[segments.slice(0, count).join('/')];
    if (found !== undefined) return found;
  }
  return 'REALM';
}

/** The admin event of a row, by its method and its path below the realm; undefined: none. */
export function adminEventKind(method: string, path: string): AdminEventKind | undefined {
  const row = `${method} ${path}`;
  const operation = OPERATIONS[row] ?? BY_METHOD[method];
  if (operation === undefined || SILENT.has(row)) return undefined;
  return { operation, resource: findResource(path) };
}

/** The rows that the table names, for its test. */
export const NAMED_ROWS: readonly string[] = [...Object.keys(OPERATIONS), ...SILENT];
/** The beginnings of paths that the table names, for its test. */
export const NAMED_PATHS: readonly string[] = Object.keys(RESOURCES);
