// The examples of Terraform's provider for Keycloak: roles, groups and users.
import type { Json } from './replay.ts';
import { client, type Example, role } from './terraform.ts';
import { openidClient, user } from './terraform-bodies.ts';
import { group, userResource } from './terraform-kinds.ts';
import { defaultGroups, defaultRoles, groupMemberships, roleMappings, userGroups } from './terraform-sets.ts';

const realmRole = (name = 'my-realm-role') => role('/roles', { name, description: 'My Realm Role' });
const attributes = { key: ['value'] };
const clientRole = (id: string) =>
  role(`/clients/${id}/roles`, { name: 'my-client-role', description: 'My Client Role', attributes });
const someClient = (values: Json = {}) =>
  client(openidClient({ clientId: 'client', name: 'client', ...values }));
const myUser = () => userResource(user({ username: 'my-user' }));
const myGroup = (name = 'my-group') => group({ name });
const bob = () =>
  userResource(
    user({ username: 'bob', email: 'bob@domain.com', firstName: 'Bob', lastName: 'Bobson' }),
    undefined,
    { lastName: 'Builder', requiredActions: ['UPDATE_PASSWORD'] },
  );

/** Examples by the page's resource. */
export const USER_EXAMPLES: Readonly<Record<string, Example>> = {
  keycloak_role: {
    realm_role: () =>
      role(
        '/roles',
        {
          name: 'my-realm-role',
          description: 'My Realm Role',
          attributes: { key: ['value'], multivalue: ['value1', 'value2'] },
        },
        [],
        { description: '', attributes: {} },
      ),
    create: () => role('/roles', { name: 'create', attributes }),
    read: () => role('/roles', { name: 'read', attributes }),
    openid_client: () => someClient({ redirectUris: ['http://localhost:8080/openid-callback'] }),
    client_role: (ids) => clientRole(ids['openid_client'] ?? ''),
    admin: (ids) =>
      role(
        '/roles',
        { name: 'admin', attributes },
        ['create', 'read', 'client_role'].map((name) => ids[name] ?? ''),
        { composites: [ids['read']] },
      ),
  },
  keycloak_group: {
    parent_group: () => group({ name: 'parent-group' }),
    child_group: (ids) => group({ name: 'child-group' }, ids['parent_group']),
    child_group_with_optional_attributes: (ids) =>
      group(
        {
          name: 'child-group-with-optional-attributes',
          attributes: { foo: ['bar'], multivalue: ['value1', 'value2'] },
        },
        ids['parent_group'],
        { description: 'changed', attributes: {} },
      ),
  },
  keycloak_group_memberships: {
    group: () => myGroup(),
    user: myUser,
    group_members: (ids) => groupMemberships(ids['group'] ?? '', ['my-user'], []),
  },
  keycloak_group_roles: {
    realm_role: () => realmRole(),
    client: () => someClient({ bearerOnly: true }),
    client_role: (ids) => clientRole(ids['client'] ?? ''),
    group: () => myGroup(),
    group_roles: (ids) =>
      roleMappings(
        `/groups/${ids['group']}`,
        [ids['realm_role'] ?? '', ids['client_role'] ?? ''],
        [ids['client_role'] ?? ''],
      ),
  },
  keycloak_default_groups: {
    group: () => myGroup(),
    default: (ids) => defaultGroups([ids['group'] ?? ''], []),
  },
  keycloak_default_roles: {
    default_roles: () =>
      defaultRoles(['uma_authorization'], ['account/manage-account', 'account/view-groups']),
  },
  keycloak_user: {
    user: bob,
    user_with_initial_password: () =>
      userResource(
        user({
          username: 'alice',
          email: 'alice@domain.com',
          firstName: 'Alice',
          lastName: 'Aliceberg',
          attributes: { foo: ['bar'], multivalue: ['value1', 'value2'] },
        }),
        { value: 'some password', temporary: false },
        { attributes: {}, enabled: false },
      ),
  },
  keycloak_user_groups: {
    group_foo: () => myGroup('foo'),
    group_bar: () => myGroup('bar'),
    user: myUser,
    user_groups: (ids) =>
      userGroups(
        ids['user'] ?? '',
        [ids['group_foo'] ?? '', ids['group_bar'] ?? ''],
        [ids['group_foo'] ?? ''],
      ),
  },
  keycloak_user_roles: {
    realm_role: () => realmRole(),
    client: () => someClient({ bearerOnly: true }),
    client_role: (ids) => clientRole(ids['client'] ?? ''),
    user: bob,
    user_roles: (ids) => {
      const [realm = '', client = ''] = [ids['realm_role'], ids['client_role']];
      // The configuration lists all roles, also those that every new user has.
      return roleMappings(`/users/${ids['user']}`, [realm, client], [realm]);
    },
  },
};
