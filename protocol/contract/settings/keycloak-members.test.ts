import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEYCLOAK_MEMBERS } from '../testing/keycloak-members.ts';
import { CLIENT_SETTINGS } from './client.ts';
import { REALM_SETTINGS } from './realm.ts';
import {
  AUTHENTICATOR_CONFIG_SETTINGS,
  CLIENT_SCOPE_SETTINGS,
  COMPONENT_SETTINGS,
  CONSENT_SETTINGS,
  CREDENTIAL_SETTINGS,
  FLOW_EXECUTION_SETTINGS,
  FLOW_SETTINGS,
  GROUP_SETTINGS,
  MAPPER_SETTINGS,
  REQUIRED_ACTION_SETTINGS,
  ROLE_COMPOSITE_SETTINGS,
  ROLE_SETTINGS,
  ROLES_SETTINGS,
  SCOPE_MAPPING_SETTINGS,
} from './shared.ts';
import { USER_SETTINGS } from './user.ts';

const partsOf = (...rows: readonly { readonly parts?: readonly string[] }[]): readonly string[] =>
  rows.flatMap(({ parts = [] }) => parts);

/** Names of the rows for each class, or of the parts that are kept with an object as a whole. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  RealmRepresentation: Object.keys(REALM_SETTINGS),
  ClientRepresentation: Object.keys(CLIENT_SETTINGS),
  UserRepresentation: Object.keys(USER_SETTINGS),
  CredentialRepresentation: Object.keys(CREDENTIAL_SETTINGS),
  GroupRepresentation: Object.keys(GROUP_SETTINGS),
  RoleRepresentation: Object.keys(ROLE_SETTINGS),
  'RoleRepresentation.Composites': Object.keys(ROLE_COMPOSITE_SETTINGS),
  RolesRepresentation: Object.keys(ROLES_SETTINGS),
  ClientScopeRepresentation: Object.keys(CLIENT_SCOPE_SETTINGS),
  ProtocolMapperRepresentation: Object.keys(MAPPER_SETTINGS),
  ComponentExportRepresentation: Object.keys(COMPONENT_SETTINGS),
  ComponentRepresentation: Object.keys(COMPONENT_SETTINGS),
  ScopeMappingRepresentation: Object.keys(SCOPE_MAPPING_SETTINGS),
  UserConsentRepresentation: Object.keys(CONSENT_SETTINGS),
  IdentityProviderRepresentation: partsOf(REALM_SETTINGS.identityProviders),
  IdentityProviderMapperRepresentation: partsOf(REALM_SETTINGS.identityProviderMappers),
  AuthenticationFlowRepresentation: Object.keys(FLOW_SETTINGS),
  AuthenticationExecutionExportRepresentation: Object.keys(FLOW_EXECUTION_SETTINGS),
  AuthenticatorConfigRepresentation: Object.keys(AUTHENTICATOR_CONFIG_SETTINGS),
  RequiredActionProviderRepresentation: Object.keys(REQUIRED_ACTION_SETTINGS),
  OrganizationRepresentation: partsOf(REALM_SETTINGS.organizations),
  OrganizationDomainRepresentation: partsOf(REALM_SETTINGS.organizations),
  FederatedIdentityRepresentation: partsOf(USER_SETTINGS.federatedIdentities),
  SocialLinkRepresentation: partsOf(USER_SETTINGS.socialLinks),
  ResourceServerRepresentation: partsOf(CLIENT_SETTINGS.authorizationSettings),
  UserFederationProviderRepresentation: partsOf(REALM_SETTINGS.userFederationProviders),
  UserFederationMapperRepresentation: partsOf(REALM_SETTINGS.userFederationMappers),
  ClientTemplateRepresentation: partsOf(REALM_SETTINGS.clientTemplates),
};

test('house 2a: the list has every class of a realm file', () => {
  assert.deepEqual([...KEYCLOAK_MEMBERS.keys()], Object.keys(ROWS));
});

for (const [name, members] of KEYCLOAK_MEMBERS)
  test(`house 2a: every member of ${name} has a row`, () => {
    assert.ok(members.length > 1);
    assert.deepEqual(
      members.filter((member) => ROWS[name]?.includes(member) !== true),
      [],
    );
  });
