// Calls of python-keycloak's admin client, in the order in which they depend on each other.
import type { Json } from './replay.ts';

/** `{name}` in a path or a body stands for what an earlier row keeps under this name. */
interface Expected {
  readonly body?: unknown;
  /** Keeps the end of the Location header, or else the member `id` of the answer or of its first entry. */
  readonly keep?: string;
  /** Members of the answer, or of one of its entries. */
  readonly has?: Json;
}
export type Row = readonly [call: string, status: number, request: string, expected?: Expected];

export const USER = {
  email: 'example@example.com',
  username: 'example@example.com',
  enabled: true,
  firstName: 'Example',
  lastName: 'Example',
};

/** By subject; later rows use what earlier ones keep. */
export const PYTHON_ROWS: Readonly<Record<string, readonly Row[]>> = {
  realms: [
    ['create_realm', 201, 'POST //realms', { body: { realm: 'python', enabled: true } }],
    ['create_realm, skip_exists', 409, 'POST //realms', { body: { realm: 'python' } }],
    ['get_realm', 200, 'GET ', { has: { realm: 'python' } }],
    ['update_realm', 204, 'PUT ', { body: { displayName: 'Python' } }],
    [
      'export_realm',
      200,
      'POST /partial-export?exportClients=True&exportGroupsAndRoles=True',
      { has: { displayName: 'Python' } },
    ],
    [
      'partial_import_realm',
      200,
      'POST /partialImport',
      { body: { ifResourceExists: 'SKIP', roles: { realm: [{ name: 'imported' }] } } },
    ],
    ['get_server_info', 200, 'GET //serverinfo'],
    ['get_keys', 200, 'GET /keys'],
    ['get_realm_users_profile', 200, 'GET /users/profile'],
    ['clear_realm_cache', 204, 'POST /clear-realm-cache', { body: '' }],
  ],
  users: [
    [
      'create_user',
      201,
      'POST /users',
      {
        body: {
          ...USER,
          credentials: [{ value: 'secret', type: 'password' }],
          attributes: { locale: ['fr'] },
        },
        keep: 'user',
      },
    ],
    ['create_user, exist_ok=False', 409, 'POST /users', { body: USER }],
    [
      'get_user_id',
      200,
      'GET /users?username=example@example.com&max=1&exact=True',
      { has: { id: '{user}' } },
    ],
    ['get_users', 200, 'GET /users?max=100&first=0', { has: { username: 'example@example.com' } }],
    ['users_count', 200, 'GET /users/count'],
    ['get_user', 200, 'GET /users/{user}', { has: { attributes: { locale: ['fr'] } } }],
    ['update_user', 204, 'PUT /users/{user}', { body: { firstName: 'Example Update' } }],
    [
      'get_user after update_user',
      200,
      'GET /users/{user}',
      { has: { firstName: 'Example Update', lastName: 'Example', email: USER.email } },
    ],
    [
      'set_user_password',
      204,
      'PUT /users/{user}/reset-password',
      { body: { type: 'password', temporary: true, value: 'secret' } },
    ],
    [
      'get_credentials',
      200,
      'GET /users/{user}/credentials',
      { has: { type: 'password' }, keep: 'credential' },
    ],
    ['consents_user', 200, 'GET /users/{user}/consents'],
    ['get_sessions', 200, 'GET /users/{user}/sessions'],
    ['user_logout', 204, 'POST /users/{user}/logout', { body: '' }],
    ['get_bruteforce_detection_status', 200, 'GET /attack-detection/brute-force/users/{user}'],
    ['send_update_account', 204, 'PUT /users/{user}/execute-actions-email', { body: ['UPDATE_PASSWORD'] }],
    ['send_verify_email', 204, 'PUT /users/{user}/send-verify-email'],
    ['delete_credential', 204, 'DELETE /users/{user}/credentials/{credential}'],
  ],
  'clients and client scopes': [
    [
      'create_client',
      201,
      'POST /clients',
      {
        body: {
          clientId: 'my-client',
          publicClient: false,
          serviceAccountsEnabled: true,
          redirectUris: ['http://localhost:8080/*'],
          directAccessGrantsEnabled: true,
        },
        keep: 'client',
      },
    ],
    ['create_client, skip_exists', 409, 'POST /clients', { body: { clientId: 'my-client' } }],
    ['get_client_id', 200, 'GET /clients?clientId=my-client', { has: { id: '{client}' } }],
    ['get_client', 200, 'GET /clients/{client}', { has: { clientId: 'my-client' } }],
    ['update_client', 204, 'PUT /clients/{client}', { body: { name: 'My client' } }],
    ['get_client_secrets', 200, 'GET /clients/{client}/client-secret', { has: { type: 'secret' } }],
    ['generate_client_secrets', 200, 'POST /clients/{client}/client-secret', { has: { type: 'secret' } }],
    [
      'get_client_service_account_user',
      200,
      'GET /clients/{client}/service-account-user',
      { has: { username: 'service-account-my-client' } },
    ],
    [
      'create_client_role',
      201,
      'POST /clients/{client}/roles',
      { body: { name: 'my-role', clientRole: true } },
    ],
    [
      'get_client_role',
      200,
      'GET /clients/{client}/roles/my-role',
      { has: { containerId: '{client}' }, keep: 'clientRole' },
    ],
    [
      'assign_client_role',
      204,
      'POST /users/{user}/role-mappings/clients/{client}',
      { body: [{ id: '{clientRole}', name: 'my-role' }] },
    ],
    [
      'get_client_roles_of_user',
      200,
      'GET /users/{user}/role-mappings/clients/{client}',
      { has: { name: 'my-role' } },
    ],
    [
      'add_mapper_to_client',
      201,
      'POST /clients/{client}/protocol-mappers/models',
      {
        body: { name: 'aud', protocol: 'openid-connect', protocolMapper: 'oidc-audience-mapper', config: {} },
        keep: 'mapper',
      },
    ],
    [
      'update_client_mapper',
      204,
      'PUT /clients/{client}/protocol-mappers/models/{mapper}',
      {
        body: {
          id: '{mapper}',
          name: 'aud',
          protocol: 'openid-connect',
          protocolMapper: 'oidc-audience-mapper',
          config: { 'included.custom.audience': 'api' },
        },
      },
    ],
    [
      'get_mappers_from_client',
      200,
      'GET /clients/{client}/protocol-mappers/models',
      { has: { config: { 'included.custom.audience': 'api' } } },
    ],
    [
      'create_client_scope',
      201,
      'POST /client-scopes',
      { body: { name: 'my-scope', protocol: 'openid-connect' }, keep: 'scope' },
    ],
    [
      'add_default_default_client_scope',
      204,
      'PUT /default-default-client-scopes/{scope}',
      { body: { realm: 'python', clientScopeId: '{scope}' } },
    ],
    [
      'add_client_default_client_scope',
      204,
      'PUT /clients/{client}/default-client-scopes/{scope}',
      { body: {} },
    ],
    [
      'get_client_default_client_scopes',
      200,
      'GET /clients/{client}/default-client-scopes',
      { has: { name: 'my-scope' } },
    ],
    [
      'create_initial_access_token',
      200,
      'POST /clients-initial-access',
      { body: { count: 1, expiration: 60 } },
    ],
    ['get_client_authz_settings', 501, 'GET /clients/{client}/authz/resource-server/settings'],
  ],
  'roles and groups': [
    ['create_realm_role', 201, 'POST /roles', { body: { name: 'tester' } }],
    ['create_realm_role, skip_exists', 409, 'POST /roles', { body: { name: 'tester' } }],
    ['get_realm_role', 200, 'GET /roles/tester', { has: { name: 'tester' }, keep: 'role' }],
    ['update_realm_role', 204, 'PUT /roles/tester', { body: { name: 'tester', description: 'Tests' } }],
    ['get_role_by_id', 200, 'GET /roles-by-id/{role}', { has: { description: 'Tests' } }],
    [
      'add_composite_realm_roles_to_role',
      204,
      'POST /roles/tester/composites',
      { body: [{ id: '{clientRole}', name: 'my-role' }] },
    ],
    [
      'assign_realm_roles',
      204,
      'POST /users/{user}/role-mappings/realm',
      { body: [{ id: '{role}', name: 'tester' }] },
    ],
    ['get_realm_roles_of_user', 200, 'GET /users/{user}/role-mappings/realm', { has: { name: 'tester' } }],
    [
      'get_composite_realm_roles_of_user',
      200,
      'GET /users/{user}/role-mappings/realm/composite?briefRepresentation=True',
      { has: { name: 'tester' } },
    ],
    ['get_available_realm_roles_of_user', 200, 'GET /users/{user}/role-mappings/realm/available'],
    ['create_group', 201, 'POST /groups', { body: { name: 'Example Group' }, keep: 'group' }],
    [
      'create_group, parent',
      201,
      'POST /groups/{group}/children',
      { body: { name: 'child' }, keep: 'child' },
    ],
    ['get_groups', 200, 'GET /groups?max=100&first=0', { has: { name: 'Example Group', subGroupCount: 1 } }],
    ['get_group', 200, 'GET /groups/{group}', { has: { path: '/Example Group' } }],
    ['get_group_by_path', 200, 'GET /group-by-path/Example%20Group/child', { has: { id: '{child}' } }],
    ['groups_count', 200, 'GET /groups/count'],
    ['group_user_add', 204, 'PUT /users/{user}/groups/{group}', { body: null }],
    [
      'get_group_members',
      200,
      'GET /groups/{group}/members?max=100&first=0',
      { has: { username: 'example@example.com' } },
    ],
    [
      'assign_group_realm_roles',
      204,
      'POST /groups/{group}/role-mappings/realm',
      { body: [{ id: '{role}', name: 'tester' }] },
    ],
    [
      'get_group_realm_roles',
      200,
      'GET /groups/{group}/role-mappings/realm?briefRepresentation=True',
      { has: { name: 'tester' } },
    ],
    [
      'assign_group_client_roles',
      204,
      'POST /groups/{group}/role-mappings/clients/{client}',
      { body: [{ id: '{clientRole}', name: 'my-role' }] },
    ],
    [
      'delete_group_realm_roles',
      204,
      'DELETE /groups/{group}/role-mappings/realm',
      { body: [{ id: '{role}', name: 'tester' }] },
    ],
    ['group_set_permissions', 501, 'PUT /groups/{group}/management/permissions', { body: { enabled: true } }],
  ],
  'flows, identity providers, components and organizations': [
    [
      'copy_authentication_flow',
      201,
      'POST /authentication/flows/browser/copy',
      { body: { newName: 'my-browser' } },
    ],
    [
      'create_authentication_flow',
      201,
      'POST /authentication/flows',
      { body: { alias: 'mine', providerId: 'basic-flow', topLevel: true, builtIn: false }, keep: 'flow' },
    ],
    [
      'create_authentication_flow_execution',
      201,
      'POST /authentication/flows/mine/executions/execution',
      { body: { provider: 'auth-cookie' }, keep: 'execution' },
    ],
    [
      'update_authentication_flow_executions',
      202,
      'PUT /authentication/flows/mine/executions',
      { body: { id: '{execution}', requirement: 'REQUIRED' } },
    ],
    [
      'get_authentication_flow_executions',
      200,
      'GET /authentication/flows/mine/executions',
      { has: { id: '{execution}', requirement: 'REQUIRED' } },
    ],
    [
      'create_authentication_flow_subflow',
      201,
      'POST /authentication/flows/mine/executions/flow',
      { body: { alias: 'below', provider: 'registration-page-form', type: 'basic-flow', description: '' } },
    ],
    [
      'create_execution_config',
      201,
      'POST /authentication/executions/{execution}/config',
      { body: { alias: 'c', config: { a: 'b' } }, keep: 'config' },
    ],
    ['get_authenticator_config', 200, 'GET /authentication/config/{config}', { has: { config: { a: 'b' } } }],
    [
      'update_authenticator_config',
      204,
      'PUT /authentication/config/{config}',
      { body: { alias: 'c', config: { a: 'c' } } },
    ],
    ['delete_authenticator_config', 204, 'DELETE /authentication/config/{config}'],
    ['delete_authentication_flow', 204, 'DELETE /authentication/flows/{flow}'],
    [
      'get_required_action_by_alias',
      200,
      'GET /authentication/required-actions',
      { has: { alias: 'UPDATE_PASSWORD' } },
    ],
    [
      'update_required_action',
      204,
      'PUT /authentication/required-actions/UPDATE_PASSWORD',
      { body: { alias: 'UPDATE_PASSWORD', enabled: true, defaultAction: false } },
    ],
    [
      'create_idp',
      201,
      'POST /identity-provider/instances',
      { body: { alias: 'github', providerId: 'github', config: { clientId: 'a', clientSecret: 'b' } } },
    ],
    [
      'add_mapper_to_idp',
      201,
      'POST /identity-provider/instances/github/mappers',
      {
        body: {
          name: 'm',
          identityProviderAlias: 'github',
          identityProviderMapper: 'github-user-attribute-mapper',
          config: {},
        },
      },
    ],
    ['get_idp_mappers', 200, 'GET /identity-provider/instances/github/mappers', { has: { name: 'm' } }],
    ['delete_idp', 204, 'DELETE /identity-provider/instances/github'],
    [
      'create_component',
      201,
      'POST /components',
      {
        body: {
          name: 'people',
          providerId: 'ldap',
          providerType: 'org.keycloak.storage.UserStorageProvider',
          parentId: 'python',
          config: { vendor: ['other'] },
        },
        keep: 'component',
      },
    ],
    ['get_components', 200, 'GET /components?name=people', { has: { config: { vendor: ['other'] } } }],
    ['sync_users', 501, 'POST /user-storage/{component}/sync?action=triggerFullSync'],
    ['delete_component', 204, 'DELETE /components/{component}'],
    ['update_realm, organizations', 204, 'PUT ', { body: { organizationsEnabled: true } }],
    [
      'create_organization',
      201,
      'POST /organizations',
      { body: { name: 'org', alias: 'org', domains: [{ name: 'example.com' }] }, keep: 'organization' },
    ],
    ['organization_user_add', 201, 'POST /organizations/{organization}/members', { body: '{user}' }],
    ['get_organization_members_count', 200, 'GET /organizations/{organization}/members/count'],
    ['delete_organization', 204, 'DELETE /organizations/{organization}'],
    ['delete_group', 204, 'DELETE /groups/{group}'],
    ['delete_client', 204, 'DELETE /clients/{client}'],
    ['delete_realm_role', 204, 'DELETE /roles/tester'],
    ['delete_user', 204, 'DELETE /users/{user}'],
    ['get_user after delete_user', 404, 'GET /users/{user}'],
  ],
};
