// What the admin API works with; the composition root fills it.

import type { ActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import type { MovableClock } from '#protocol/clock.ts';
import type { ServerInfoWire } from '#protocol/contract/admin-api.ts';
import type { Settings } from '#protocol/contract/settings.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { LogTail } from '#protocol/log/log-tail.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { ClientDescriptionConverter } from '#protocol/realm/clients/client-description.ts';
import type { InstallationWriters } from '#protocol/realm/clients/client-installation.ts';
import type { NotBeforePush } from '#protocol/realm/sessions/not-before-push.ts';
import type { SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import type { BruteForceDetection } from '#protocol/realm/users/brute-force.ts';
import type { DemoPasswords } from '#protocol/realm/users/demo-passwords.ts';
import type { PasswordUpgrades } from '#protocol/realm/users/password-upgrades.ts';
import type { Store } from '#protocol/store/store.ts';
import type { TokenVerifier } from '#protocol/token/token-verifier.ts';
import type { DeviceAccess } from './emulator-api/device-access.ts';
import type { SampleApplications } from './emulator-api/sample-applications.ts';

/** What the server says about itself; addresses and realms are added per request. */
export type ServerFacts = Pick<ServerInfoWire, 'version' | 'addresses' | 'features' | 'dataDir' | 'runtime'>;

/** Everything that admin handlers reach for. */
export interface AdminDeps {
  readonly store: Store;
  readonly keys: RealmKeys;
  readonly verifier: TokenVerifier;
  readonly activity: ActivityRecorder;
  /** The clock of a realm by its name. */
  readonly clocks: (realmName: string) => MovableClock;
  /** Ends a session with every application that takes part in it. */
  readonly endSession: SessionEnder;
  /** Tells applications since when tokens are good. */
  readonly pushNotBefore: NotBeforePush;
  readonly bruteForce: BruteForceDetection;
  /** Hashes the passwords of imported realms in the background. */
  readonly passwordUpgrades: PasswordUpgrades;
  /** Passwords of realm files that Overview shows. */
  readonly demoPasswords: DemoPasswords;
  /** Formats in which a client may be described, in the order in which they are tried. */
  readonly clientDescriptions: readonly ClientDescriptionConverter[];
  /** Files that set an application up as a client. */
  readonly installations: InstallationWriters;
  readonly serverInfo: () => ServerFacts;
  readonly settings: Settings;
  readonly applications: SampleApplications;
  readonly device: DeviceAccess;
  readonly log: Logger;
  readonly logTail: LogTail;
}
