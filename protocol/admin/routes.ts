// The admin API's route table: every row of every resource.
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { Route } from '#protocol/http/exchange.ts';
import type { LogTail } from '#protocol/log/log-tail.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { LastRuns } from '#protocol/login/flow/last-runs.ts';
import type { SignInLinks } from '#protocol/login/sign-in-links.ts';
import type { Mailbox } from '#protocol/mail/mailbox.ts';
import type { DemoPasswords } from '#protocol/realm/users/demo-passwords.ts';
import type { Store } from '#protocol/store/store.ts';
import type { Clones } from '#protocol/test-kit/clones.ts';
import type { ExpiringRequests } from '#protocol/test-kit/move-clock.ts';
import type { RealmResets } from '#protocol/test-kit/realm-resets.ts';
import type { TestKit } from '#protocol/test-kit/test-kit.ts';
import { type AdminAccess, type RealmRow, realmRoute, serverRoute } from './admin-route.ts';
import { createClockHandlers } from './emulator-api/clock.ts';
import { createCloneHandlers } from './emulator-api/clones.ts';
import { createTokenHandlers, type TokenHandlerDeps } from './emulator-api/created-tokens.ts';
import { createDeviceHandlers } from './emulator-api/device.ts';
import type { DeviceAccess } from './emulator-api/device-access.ts';
import {
  createActivityHandlers,
  createApplicationHandlers,
  createServerHandlers,
} from './emulator-api/emulator.ts';
import { createEvidenceHandlers } from './emulator-api/evidence.ts';
import { createFaultHandlers } from './emulator-api/faults.ts';

import { createFixHandlers, type FixDeps } from './emulator-api/fixes.ts';
import { createFlowRunHandlers } from './emulator-api/flow-runs.ts';
import { GROUP_HANDLERS } from './emulator-api/group-members.ts';
import { createHoldHandlers } from './emulator-api/holds.ts';
import { createKeyHandlers } from './emulator-api/key-rotation.ts';
import { createLogHandlers } from './emulator-api/logs.ts';
import { createMailHandlers } from './emulator-api/mail.ts';
import { createPersonaHandlers } from './emulator-api/personas.ts';
import { PROVIDER_HANDLERS } from './emulator-api/provider-realms.ts';
import { createExportHandlers } from './emulator-api/realm-exports.ts';
import { ROLE_HANDLERS } from './emulator-api/realm-roles.ts';
import { createSessionHandlers } from './emulator-api/realm-sessions.ts';
import { createRealmHandlers, type RealmHandlerDeps } from './emulator-api/realms.ts';
import { createSettingsHandlers, type SettingsDeps } from './emulator-api/settings.ts';
import { createSnapshotHandlers } from './emulator-api/snapshots.ts';
import { type AllEmulatorHandlers, createEmulatorRoutes } from './emulator-route.ts';
import { UNSUPPORTED_ROWS, UNSUPPORTED_SERVER_ROWS } from './keycloak-api/unsupported.ts';
import { listRealmResources, listServerResources, type ResourceDeps } from './realm-resources.ts';

export interface AdminRouteDeps
  extends AdminAccess,
    ResourceDeps,
    SettingsDeps,
    TokenHandlerDeps,
    Pick<RealmHandlerDeps, 'imports' | 'duplicates'>,
    Omit<FixDeps, 'realmRows'> {
  readonly store: Store;
  readonly log: Logger;
  readonly keys: RealmKeys;
  readonly clones: Clones;
  readonly resets: RealmResets;
  readonly signInLinks: SignInLinks;
  readonly lastRuns: LastRuns;
  readonly mailbox: Mailbox;
  readonly demoPasswords: DemoPasswords;
  readonly device: DeviceAccess;
  /** What the protocols forget when it expires. */
  readonly expiring: ExpiringRequests;
  readonly logTail: LogTail;
  readonly testKit: TestKit;
  readonly issuer: TokenHandlerDeps['issuer'];
}

/** Handlers of `/emulator/v1` by subject of the table of routes. */
function listEmulatorHandlers(deps: AdminRouteDeps, realmRows: readonly RealmRow[]): AllEmulatorHandlers {
  return {
    server: createServerHandlers(deps),
    settings: createSettingsHandlers(deps),
    activity: createActivityHandlers(deps),
    fixes: createFixHandlers({ ...deps, realmRows }),
    logs: createLogHandlers(deps.logTail),
    realms: createRealmHandlers(deps),
    clones: createCloneHandlers(deps),
    snapshots: createSnapshotHandlers(deps),
    personas: createPersonaHandlers(deps.clones),
    clock: createClockHandlers(deps.expiring),
    roles: ROLE_HANDLERS,
    flows: createFlowRunHandlers(deps),
    providers: PROVIDER_HANDLERS,
    sessions: createSessionHandlers(deps),
    groups: GROUP_HANDLERS,
    tokens: createTokenHandlers(deps),
    keys: createKeyHandlers(deps.keys),
    exports: createExportHandlers(deps),
    applications: createApplicationHandlers(deps),
    evidence: createEvidenceHandlers(deps),
    mail: createMailHandlers(deps),
    faults: createFaultHandlers(deps.testKit.sharedFaults),
    holds: createHoldHandlers(deps.testKit.holds),
    device: createDeviceHandlers(deps),
  };
}

/** Routes of the admin API and of `/emulator/v1`. */
export function createAdminRoutes(deps: AdminRouteDeps): readonly Route[] {
  const realmRows = listRealmResources(deps).flatMap(({ rows }) => rows);
  const serverRows = listServerResources(deps).flatMap(({ rows }) => rows);
  return [
    ...[...serverRows, ...UNSUPPORTED_SERVER_ROWS].map((row) => serverRoute(deps, row)),
    ...createEmulatorRoutes(deps, listEmulatorHandlers(deps, realmRows)),
    ...[...realmRows, ...UNSUPPORTED_ROWS].map((row) => realmRoute(deps, row)),
  ];
}
