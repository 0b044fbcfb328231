import KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { expect, test } from '@playwright/test';
import { resourceNames } from './support/admin-client.ts';

/** Each resource of the admin client, with the spec that calls all its methods. */
const SPECS: Readonly<Record<string, string>> = {
  users: 'admin-client-users',
  userStorageProvider: 'admin-client-users',
  attackDetection: 'admin-client-users',
  serverInfo: 'admin-client-users',
  whoAmI: 'admin-client-users',
  cache: 'admin-client-users',
  groups: 'admin-client-groups',
  roles: 'admin-client-groups',
  clients: 'admin-client-clients',
  clientScopes: 'admin-client-scopes',
  clientPolicies: 'admin-client-scopes',
  components: 'admin-client-scopes',
  realms: 'admin-client-realms',
  authenticationManagement: 'admin-client-authentication',
  identityProviders: 'admin-client-organizations',
  organizations: 'admin-client-organizations',
  workflows: 'admin-client-organizations',
};

test('each resource of the admin client has a spec that calls all its methods', () => {
  const client = new KeycloakAdminClient();
  expect(Object.keys(SPECS).toSorted()).toEqual(resourceNames(client).toSorted());
});
