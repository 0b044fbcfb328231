// The admin API's rows by resource: routes and their reference page are made from it.
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { ClientDescriptionConverter } from '#protocol/realm/clients/client-description.ts';
import type { InstallationWriters } from '#protocol/realm/clients/client-installation.ts';
import type { RealmImportDeps } from '#protocol/realm/file/import-realm.ts';
import type { AdminUrlAction } from '#protocol/realm/sessions/admin-url-action.ts';
import type { SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import type { BruteForceDetection } from '#protocol/realm/users/brute-force.ts';
import type { Store } from '#protocol/store/store.ts';
import type { RealmRow, ServerRow } from './admin-route.ts';
import type { EmulatorDeps } from './emulator-api/emulator.ts';
import { createAttackDetectionRows } from './keycloak-api/attack-detection.ts';
import { AUTHENTICATION_EXECUTION_ROWS } from './keycloak-api/authentication-executions.ts';
import { AUTHENTICATION_FLOW_ROWS } from './keycloak-api/authentication-flows.ts';
import { AUTHENTICATOR_CONFIG_ROWS } from './keycloak-api/authenticator-configs.ts';
import { AUTHENTICATOR_PROVIDER_ROWS } from './keycloak-api/authenticator-providers.ts';
import { createCacheRows } from './keycloak-api/caches.ts';
import { CLIENT_CERTIFICATE_ROWS } from './keycloak-api/client-certificates.ts';
import { createClientDescriptionRows } from './keycloak-api/client-description.ts';
import { createClientInstallationRows } from './keycloak-api/client-installation.ts';
import { CLIENT_NODE_ROWS } from './keycloak-api/client-nodes.ts';
import { CLIENT_POLICY_ROWS } from './keycloak-api/client-policies.ts';
import { REGISTRATION_PROVIDER_ROWS } from './keycloak-api/client-registration-providers.ts';
import { CLIENT_SCOPE_ROWS } from './keycloak-api/client-scopes.ts';
import { CLIENT_ROWS } from './keycloak-api/clients.ts';
import { COMPONENT_ROWS } from './keycloak-api/components.ts';
import { CONSENT_ROWS } from './keycloak-api/consents.ts';
import { createEvaluateScopesRows, type EvaluateDeps } from './keycloak-api/evaluate-scopes.ts';
import { EVENT_ROWS } from './keycloak-api/events.ts';
import { FEDERATED_IDENTITY_ROWS } from './keycloak-api/federated-identities.ts';
import { GROUP_MEMBER_ROWS } from './keycloak-api/group-members.ts';
import { GROUP_ROWS } from './keycloak-api/groups.ts';
import {
  createProviderImportRows,
  type ProviderImportDeps,
} from './keycloak-api/identity-provider-import.ts';
import { createProviderTypeRows, type ProviderTypeDeps } from './keycloak-api/identity-provider-types.ts';
import { IDENTITY_PROVIDER_ROWS } from './keycloak-api/identity-providers.ts';
import { createImpersonationRows } from './keycloak-api/impersonation.ts';
import { createInitialAccessRows } from './keycloak-api/initial-access.ts';
import { LOCALIZATION_ROWS } from './keycloak-api/localization.ts';
import { MAIL_SERVER_TEST_ROWS } from './keycloak-api/mail-server-test.ts';
import { createInvitationRows } from './keycloak-api/organization-invitations.ts';
import { ORGANIZATION_MEMBER_ROWS } from './keycloak-api/organization-members.ts';
import { ORGANIZATION_ROWS } from './keycloak-api/organizations.ts';
import { createPartialImportRows } from './keycloak-api/partial-import.ts';
import { PROTOCOL_MAPPER_ROWS } from './keycloak-api/protocol-mappers.ts';
import { createPushRevocationRows } from './keycloak-api/push-revocation.ts';
import { createRealmRows, createRealmsRows } from './keycloak-api/realms.ts';
import { REQUIRED_ACTION_ROWS } from './keycloak-api/required-actions.ts';
import { ROLE_MAPPING_ROWS } from './keycloak-api/role-mappings.ts';
import { ROLE_ROWS } from './keycloak-api/roles.ts';
import { createServerInfoRows } from './keycloak-api/server-info.ts';
import { createSessionRows } from './keycloak-api/sessions.ts';
import { CREDENTIAL_ROWS } from './keycloak-api/user-credentials.ts';
import { createUserEmailRows, type UserEmailDeps } from './keycloak-api/user-emails.ts';
import { USER_PROFILE_ROWS } from './keycloak-api/user-profile.ts';
import { createUserRows } from './keycloak-api/users.ts';
import { WHO_AM_I_ROWS } from './keycloak-api/who-am-i.ts';

export interface ResourceDeps
  extends EmulatorDeps,
    RealmImportDeps,
    EvaluateDeps,
    ProviderImportDeps,
    ProviderTypeDeps {
  readonly store: Store;
  readonly keys: RealmKeys;
  /** Ends a session with every application that takes part in it. */
  readonly endSession: SessionEnder;
  /** Notifies applications of the time before which tokens are no longer valid. */
  readonly pushNotBefore: AdminUrlAction;
  /** Ends the sessions of all users at the applications with an Admin URL. */
  readonly logoutAll: AdminUrlAction;
  readonly bruteForce: BruteForceDetection;
  readonly sendMail: UserEmailDeps['sendMail'];
  readonly clientDescriptions: readonly ClientDescriptionConverter[];
  readonly installations: InstallationWriters;
  /** Drops the fetched keys of clients. */
  readonly forgetClientKeys: () => void;
}

/** Rows of one resource. */
export interface Resource<Row> {
  /** As headings of the reference page have it. */
  readonly name: string;
  /** What is stored, shown and exported without effect; a sentence. */
  readonly kept?: string;
  readonly rows: readonly Row[];
}

/** Outside any realm. */
export function listServerResources(deps: ResourceDeps): readonly Resource<ServerRow>[] {
  return [
    { name: 'Realms', rows: createRealmsRows(deps) },
    { name: 'Server', rows: [...createServerInfoRows(deps), ...WHO_AM_I_ROWS] },
  ];
}

function listUserResources(deps: ResourceDeps): readonly Resource<RealmRow>[] {
  return [
    {
      name: 'Users',
      rows: [
        ...createUserRows(deps.endSession),
        ...CREDENTIAL_ROWS,
        ...createUserEmailRows(deps),
        ...CONSENT_ROWS,
        ...createImpersonationRows(deps),
      ],
    },
    { name: 'User profile', rows: USER_PROFILE_ROWS },
    {
      name: 'Links with identity providers',
      rows: FEDERATED_IDENTITY_ROWS,
    },
    { name: 'Sessions', rows: [...createSessionRows(deps), ...createPushRevocationRows(deps.pushNotBefore)] },
    { name: 'Attack detection', rows: createAttackDetectionRows(deps.bruteForce) },
    { name: 'Groups', rows: [...GROUP_ROWS, ...GROUP_MEMBER_ROWS] },
    { name: 'Roles', rows: ROLE_ROWS },
    { name: 'Role mappings', rows: ROLE_MAPPING_ROWS },
    {
      name: 'Organizations',
      rows: [...ORGANIZATION_ROWS, ...createInvitationRows(deps), ...ORGANIZATION_MEMBER_ROWS],
    },
  ];
}

function listClientResources(deps: ResourceDeps): readonly Resource<RealmRow>[] {
  return [
    { name: 'Clients', rows: [...CLIENT_ROWS, ...CLIENT_CERTIFICATE_ROWS, ...CLIENT_NODE_ROWS] },
    {
      name: 'Descriptions and installation files of clients',
      rows: [
        ...createClientDescriptionRows(deps.clientDescriptions),
        ...createClientInstallationRows(deps.installations),
      ],
    },
    {
      name: 'Client registration',
      rows: [...createInitialAccessRows(deps.keys), ...REGISTRATION_PROVIDER_ROWS],
    },
    { name: 'Client scopes', rows: CLIENT_SCOPE_ROWS },
    { name: 'Protocol mappers', rows: PROTOCOL_MAPPER_ROWS },
    { name: 'Evaluation of client scopes', rows: createEvaluateScopesRows(deps) },
    {
      name: 'Client policies',
      kept: 'Policies and profiles are kept and not applied; the settings of each client decide.',
      rows: CLIENT_POLICY_ROWS,
    },
  ];
}

/** Below `/admin/realms/{realm}`. */
export function listRealmResources(deps: ResourceDeps): readonly Resource<RealmRow>[] {
  return [
    {
      name: 'Realm',
      rows: [
        ...createRealmRows(deps),
        ...createPartialImportRows(deps.passwordUpgrades),
        ...MAIL_SERVER_TEST_ROWS,
      ],
    },
    ...listUserResources(deps),
    ...listClientResources(deps),
    {
      name: 'Identity providers',
      rows: [...IDENTITY_PROVIDER_ROWS, ...createProviderTypeRows(deps), ...createProviderImportRows(deps)],
    },
    {
      name: 'Authentication',
      kept: 'Flows, executions and their settings are kept and exported; a sign-in has fixed steps: username and password, and a one-time code if the user has an authenticator. Of the settings, the levels of authentication take effect. Authenticators that Keycloak does not have are accepted, as with an extension.',
      rows: [
        ...AUTHENTICATION_FLOW_ROWS,
        ...AUTHENTICATION_EXECUTION_ROWS,
        ...AUTHENTICATOR_CONFIG_ROWS,
        ...AUTHENTICATOR_PROVIDER_ROWS,
      ],
    },
    { name: 'Required actions', rows: REQUIRED_ACTION_ROWS },
    {
      name: 'Components',
      kept: 'Key providers and the user profile take effect; all other components are kept.',
      rows: COMPONENT_ROWS,
    },
    {
      name: 'Localization',
      kept: 'Texts are kept; pages show those of the terms and conditions.',
      rows: LOCALIZATION_ROWS,
    },
    { name: 'Events', rows: EVENT_ROWS },
    { name: 'Caches', rows: createCacheRows(deps.forgetClientKeys) },
  ];
}
