// The admin API's route table: every row of every resource.
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { Route } from '#protocol/http/exchange.ts';
import type { LogTail } from '#protocol/log/log-tail.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { ClientDescriptionConverter } from '#protocol/realm/clients/client-description.ts';
import type { InstallationWriters } from '#protocol/realm/clients/client-installation.ts';
import type { RealmImportDeps } from '#protocol/realm/file/import-realm.ts';
import type { AdminUrlAction } from '#protocol/realm/sessions/admin-url-action.ts';
import type { SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import type { BruteForceDetection } from '#protocol/realm/users/brute-force.ts';
import type { DemoPasswords } from '#protocol/realm/users/demo-passwords.ts';
import type { Store } from '#protocol/store/store.ts';
import type { Clones } from '#protocol/test-kit/clones.ts';
import type { ExpiringRequests } from '#protocol/test-kit/move-clock.ts';
import type { RealmResets } from '#protocol/test-kit/realm-resets.ts';
import type { TestKit } from '#protocol/test-kit/test-kit.ts';
import { type AdminAccess, type RealmRow, realmRoute, type ServerRow, serverRoute } from './admin-route.ts';
import { createClockHandlers } from './emulator-api/clock.ts';
import { createCloneHandlers } from './emulator-api/clones.ts';
import { createTokenHandlers, type TokenHandlerDeps } from './emulator-api/created-tokens.ts';
import { createDeviceHandlers } from './emulator-api/device.ts';
import type { DeviceAccess } from './emulator-api/device-access.ts';
import {
  createActivityHandlers,
  createApplicationHandlers,
  createServerHandlers,
  createServerInfoRows,
  type EmulatorDeps,
} from './emulator-api/emulator.ts';
import { createEvidenceHandlers } from './emulator-api/evidence.ts';
import { createFaultHandlers } from './emulator-api/faults.ts';

import { createFixHandlers, type FixDeps } from './emulator-api/fixes.ts';
import { createHoldHandlers } from './emulator-api/holds.ts';

import { createKeyHandlers } from './emulator-api/key-rotation.ts';
import { createLogHandlers } from './emulator-api/logs.ts';
import { createPersonaHandlers } from './emulator-api/personas.ts';
import { EXPORT_HANDLERS } from './emulator-api/realm-exports.ts';
import { createSessionHandlers } from './emulator-api/realm-sessions.ts';
import { createSettingsHandlers, type SettingsDeps } from './emulator-api/settings.ts';
import { createSnapshotHandlers } from './emulator-api/snapshots.ts';
import { type AllEmulatorHandlers, createEmulatorRoutes } from './emulator-route.ts';
import { createAttackDetectionRows } from './keycloak-api/attack-detection.ts';
import { AUTHENTICATION_FLOW_ROWS } from './keycloak-api/authentication-flows.ts';
import { createCacheRows } from './keycloak-api/caches.ts';
import { CLIENT_CERTIFICATE_ROWS } from './keycloak-api/client-certificates.ts';
import { createClientDescriptionRows } from './keycloak-api/client-description.ts';
import { createClientInstallationRows } from './keycloak-api/client-installation.ts';
import { CLIENT_POLICY_ROWS } from './keycloak-api/client-policies.ts';
import { CLIENT_SCOPE_ROWS } from './keycloak-api/client-scopes.ts';
import { CLIENT_ROWS } from './keycloak-api/clients.ts';
import { COMPONENT_ROWS } from './keycloak-api/components.ts';
import { CONSENT_ROWS } from './keycloak-api/consents.ts';
import { EVENT_ROWS } from './keycloak-api/events.ts';
import { GROUP_MEMBER_ROWS } from './keycloak-api/group-members.ts';
import { GROUP_ROWS } from './keycloak-api/groups.ts';
import { IDENTITY_PROVIDER_ROWS } from './keycloak-api/identity-providers.ts';
import { createInitialAccessRows } from './keycloak-api/initial-access.ts';
import { createPartialImportRows } from './keycloak-api/partial-import.ts';
import { PROTOCOL_MAPPER_ROWS } from './keycloak-api/protocol-mappers.ts';
import { createPushRevocationRows } from './keycloak-api/push-revocation.ts';
import { createRealmRows, createRealmsRows } from './keycloak-api/realms.ts';
import { REQUIRED_ACTION_ROWS } from './keycloak-api/required-actions.ts';
import { ROLE_MAPPING_ROWS } from './keycloak-api/role-mappings.ts';
import { ROLE_ROWS } from './keycloak-api/roles.ts';
import { createSessionRows } from './keycloak-api/sessions.ts';
import { CREDENTIAL_ROWS } from './keycloak-api/user-credentials.ts';
import { USER_PROFILE_ROWS } from './keycloak-api/user-profile.ts';
import { createUserRows } from './keycloak-api/users.ts';

export interface AdminRouteDeps
  extends AdminAccess,
    EmulatorDeps,
    SettingsDeps,
    RealmImportDeps,
    TokenHandlerDeps,
    Omit<FixDeps, 'realmRows'> {
  readonly store: Store;
  readonly log: Logger;
  readonly keys: RealmKeys;
  readonly clones: Clones;
  readonly resets: RealmResets;
  /** Ends a session with every application that takes part in it. */
  readonly endSession: SessionEnder;
  /** Notifies applications of the time before which tokens are no longer valid. */
  readonly pushNotBefore: AdminUrlAction;
  /** Ends the sessions of all users at the applications with an Admin URL. */
  readonly logoutAll: AdminUrlAction;
  readonly bruteForce: BruteForceDetection;
  readonly demoPasswords: DemoPasswords;
  readonly clientDescriptions: readonly ClientDescriptionConverter[];
  readonly installations: InstallationWriters;
  readonly device: DeviceAccess;
  /** What the protocols forget when it expires. */
  readonly expiring: ExpiringRequests;
  readonly logTail: LogTail;
  /** Drops the fetched keys of clients. */
  readonly forgetClientKeys: () => void;
  readonly testKit: TestKit;
}

/** Rows below `/admin/realms/{realm}`. */
function listRealmRows(deps: AdminRouteDeps): readonly RealmRow[] {
  const { keys, endSession } = deps;
  return [
    ...createRealmRows({ keys, endSession }),
    ...createPartialImportRows(deps.passwordUpgrades),
    ...COMPONENT_ROWS,
    ...CLIENT_ROWS,
    ...CLIENT_CERTIFICATE_ROWS,
    ...createClientDescriptionRows(deps.clientDescriptions),
    ...createClientInstallationRows(deps.installations),
    ...createInitialAccessRows(keys),
    ...CLIENT_SCOPE_ROWS,
    ...PROTOCOL_MAPPER_ROWS,
    ...ROLE_ROWS,
    ...createUserRows(endSession),
    ...CREDENTIAL_ROWS,
    ...ROLE_MAPPING_ROWS,
    ...GROUP_ROWS,
    ...GROUP_MEMBER_ROWS,
    ...createSessionRows(deps),
    ...CONSENT_ROWS,
    ...createPushRevocationRows(deps.pushNotBefore),
    ...createAttackDetectionRows(deps.bruteForce),
    ...IDENTITY_PROVIDER_ROWS,
    ...AUTHENTICATION_FLOW_ROWS,
    ...REQUIRED_ACTION_ROWS,
    ...EVENT_ROWS,
    ...USER_PROFILE_ROWS,
    ...CLIENT_POLICY_ROWS,
    ...createCacheRows(deps.forgetClientKeys),
  ];
}

/** Keycloak's rows outside any realm. */
function listServerRows(deps: AdminRouteDeps): readonly ServerRow[] {
  return [...createRealmsRows(deps), ...createServerInfoRows(deps)];
}

/** Handlers of `/emulator/v1` by subject of the table of routes. */
function listEmulatorHandlers(deps: AdminRouteDeps, realmRows: readonly RealmRow[]): AllEmulatorHandlers {
  return {
    server: createServerHandlers(deps),
    settings: createSettingsHandlers(deps),
    activity: createActivityHandlers(deps),
    fixes: createFixHandlers({ ...deps, realmRows }),
    logs: createLogHandlers(deps.logTail),
    clones: createCloneHandlers(deps),
    snapshots: createSnapshotHandlers(deps),
    personas: createPersonaHandlers(deps.clones),
    clock: createClockHandlers(deps.expiring),
    sessions: createSessionHandlers(deps),
    tokens: createTokenHandlers(deps),
    keys: createKeyHandlers(deps.keys),
    exports: EXPORT_HANDLERS,
    applications: createApplicationHandlers(deps),
    evidence: createEvidenceHandlers(deps),
    faults: createFaultHandlers(deps.testKit.faults),
    holds: createHoldHandlers(deps.testKit.holds),
    device: createDeviceHandlers(deps),
  };
}

/** Routes of the admin API and of `/emulator/v1`. */
export function createAdminRoutes(deps: AdminRouteDeps): readonly Route[] {
  const realmRows = listRealmRows(deps);
  return [
    ...listServerRows(deps).map((row) => serverRoute(deps, row)),
    ...createEmulatorRoutes(deps, listEmulatorHandlers(deps, realmRows)),
    ...realmRows.map((row) => realmRoute(deps, row)),
  ];
}
