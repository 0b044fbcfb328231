// The composition root: builds every part, lists the routes, listens, stops.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createActivityRecorder } from './activity/activity-recorder.ts';
import { createAdministratorAccess } from './admin/administrator-access.ts';
import { createConsoleRoutes } from './admin/console-files.ts';
import type { ServerFacts } from './admin/deps.ts';
import type { DeviceAccess } from './admin/emulator-api/device-access.ts';
import {
  createSampleApplications,
  type SampleApplications,
} from './admin/emulator-api/sample-applications.ts';
import { createAdminRoutes } from './admin/routes.ts';
import type { AuthenticationDevice, Prompts } from './authentication-device/authentication-device.ts';
import type { AuthenticationChannel } from './ciba/channels/channel.ts';
import { openChannel } from './ciba/channels/table.ts';
import { createEncryptionKeyFinder } from './client-authentication/client-encryption-keys.ts';
import { createClientKeys } from './client-authentication/client-keys.ts';
import { createRemoteJwks } from './client-authentication/remote-jwks.ts';
import { type Clock, systemClock } from './clock.ts';
import { enabledFeatures, type FeatureName } from './contract/features.ts';
import type { OptionKey } from './contract/options.ts';
import type { Settings } from './contract/settings.ts';
import { createRealmKeys } from './crypto/realm-keys.ts';
import { beginRsaPair } from './crypto/rsa-pairs.ts';
import type { Route } from './http/exchange.ts';
import { createHealthRoutes } from './http/health-routes.ts';
import { createOutgoingCalls, type OutgoingCalls } from './http/outgoing-calls.ts';
import { readTlsFiles } from './http/tls-credentials.ts';
import { type Listeners, type ListeningParts, openListeners } from './listeners.ts';
import type { LogControl } from './log/log-control.ts';
import { renderNotFoundPage } from './login/not-found-page.ts';
import { type BackChannelLogoutDeps, createBackChannelLogout } from './oauth/logout/back-channel-logout.ts';
import { createNotBeforePush } from './oauth/logout/push-not-before.ts';
import { createOwnDevice } from './own-device.ts';
import { createProtocolRoutes, type ProtocolParts } from './protocol-routes.ts';
import { createAuthenticationRequests } from './realm/authentication-requests.ts';
import { hashPlainPasswords } from './realm/file/plain-passwords.ts';
import { createRealmClocks, type RealmClocks } from './realm/realm-clocks.ts';
import { createSessionEnder, type LogoutParticipant } from './realm/sessions/sessions.ts';
import { startSessionSweep } from './realm/sessions/sweep-sessions.ts';
import { createBruteForceDetection } from './realm/users/brute-force.ts';
import { createSamlBackChannelLogout } from './saml/logout/back-channel-logout.ts';
import { createLogoutMessages } from './saml/logout/logout-messages.ts';
import { createSamlSigners } from './saml/signer.ts';
import type { OptionSources, ResolvedOptions } from './start/config/resolve-options.ts';
import { createSettings } from './start/config/settings.ts';
import { exposureOf } from './start/exposure.ts';
import { prepareRealms } from './start/first-start.ts';
import { createImportedPasswords, type ImportedPasswords } from './start/imported-passwords.ts';
import { openFileStore } from './store/file/open-file-store.ts';
import type { Store } from './store/store.ts';
import { createMapperReport } from './token/mapper-report.ts';
import { createSignedClaims } from './token/signed-claims.ts';
import { createTokenEncrypter } from './token/token-encrypter.ts';
import { createTokenIssuer, type TokenIssuer } from './token/token-issuer.ts';
import { createTokenVerifier } from './token/token-verifier.ts';

/** What a server is made of beside its options. */
export interface ServerSetup {
  readonly options: ResolvedOptions;
  /** What `options` were made of, for changes while the server runs. */
  readonly optionSources: OptionSources;
  /** The log, open; it is closed at the stop. */
  readonly logControl: LogControl;
  readonly version: string;
  /** `node 20.20.2` or `electron 45.4.1`. */
  readonly runtime: string;
  /** For placeholders in realm files that are imported. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder of the built console. */
  readonly consoleFolder: string;
  /** Folder of the sample applications' bundles, run as worker threads. */
  readonly applicationsFolder: string;
  readonly demoRealmFile: string;
  /** Default: the machine's. Realm clocks follow it. */
  readonly clock?: Clock;
}

/** A server that listens. */
export interface RunningServer {
  /** Where it listens for plain HTTP, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly dataDir: string;
  /** What waits on the authentication device. */
  readonly prompts: Prompts;
  /** A current token of the master realm's administrator, for the desktop's own window. */
  administratorToken(): Promise<string>;
  /** Finishes what is in flight, writes what is unsaved; within 5 seconds. */
  stop(): Promise<void>;
}

/** The option that names a foreign authentication entity. */
const AUTHENTICATION_ENTITY =
  'spi-ciba-auth-channel-ciba-http-auth-channel-http-authentication-channel-uri' satisfies OptionKey;

/** How long requests in flight may take at a stop. Milliseconds; below the 5 seconds that a stop may take. */
const STOP_GRACE_MS = 2500;

/**
 * Starts the server: data directory, realms, routes, listening.
 * @throws {OptionError} for an option that the machine does not allow: data directory in use or damaged, realm file unreadable, port in use.
 */
export async function startServer(setup: ServerSetup): Promise<RunningServer> {
  const log = setup.logControl.root;
  const { values } = setup.options;
  const clock = setup.clock ?? systemClock;
  const tlsFiles = readTlsFiles(setup.options);
  // The first realm that needs a key gets this one; without it the first token would wait for it.
  if (!existsSync(join(values['data-dir'], 'realms'))) beginRsaPair();
  const store = await openFileStore(values['data-dir'], {
    log: log.child('store'),
    prepareUser: hashPlainPasswords,
  });
  const passwords = createImportedPasswords({ ...setup, store, log: log.child('passwords') });
  try {
    await prepareRealms({
      store,
      ...passwords,
      clock,
      log: log.child('realm'),
      administrator: {
        username: values['bootstrap-admin-username'],
        password: values['bootstrap-admin-password'],
      },
      exposure: exposureOf(setup.options),
      demoRealmFile: setup.demoRealmFile,
      importPath: values['import-realm'],
      environment: setup.environment,
    });
    const parts = build(setup, store, clock, passwords);
    const listeners = await openListeners({ options: setup.options, log, tlsFiles, ...parts.listening });
    passwords.passwordUpgrades.start();
    void store.migrate();
    return run(setup, store, { ...parts, ...passwords }, listeners);
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface Parts {
  readonly listening: ListeningParts;
  readonly applications: SampleApplications;
  readonly clocks: RealmClocks;
  readonly issuer: TokenIssuer;
  readonly calls: OutgoingCalls;
  readonly device: AuthenticationDevice;
  /** Filled when the server listens. */
  readonly facts: { urls: readonly string[]; ownAddress: string };
}

function build(setup: ServerSetup, store: Store, clock: Clock, passwords: ImportedPasswords): Parts {
  const log = setup.logControl.root;
  const clocks = createRealmClocks(clock);
  const keys = createRealmKeys(store.realms, clock, log.child('keys'));
  const remote = createRemoteJwks({ log: log.child('client-keys') });
  const encrypter = createTokenEncrypter(createEncryptionKeyFinder(remote));
  const clientKeys = createClientKeys(remote, log.child('client-keys'));
  const issuer = createTokenIssuer({ keys, encrypter, report: createMapperReport(log.child('token')) });
  const signedClaims = createSignedClaims(keys, encrypter);
  const verifier = createTokenVerifier({ keys, store });
  const activity = createActivityRecorder({ clock });
  const applications = openApplications(setup);
  const facts: Parts['facts'] = { urls: [], ownAddress: '' };
  const bruteForce = createBruteForceDetection(store.users);
  const calls = createOutgoingCalls({ activity, log: log.child('calls') });
  const participants = createLogoutParticipants({ keys, encrypter, calls });
  const endSession = createSessionEnder(store.sessions, () => participants);
  const requests = createAuthenticationRequests(store);
  const ownAddress = (): string => facts.ownAddress;
  const device = createOwnDevice({ store, keys, clocks, activity, log, requests, ownAddress });
  const protocols = createProtocolRoutes({
    log,
    store,
    keys,
    clientKeys,
    issuer,
    verifier,
    signedClaims,
    endSession,
    bruteForce,
    authenticationRequests: requests,
    channel: createChannel(setup, calls, facts),
    calls,
    features: featuresOf(setup),
  });
  const routes: readonly Route[] = [
    ...createHealthRoutes(() => true, store.realms),
    ...protocols.routes,
    ...device.routes,
    ...createAdminRoutes({
      store,
      keys,
      verifier,
      activity,
      clocks,
      endSession,
      pushNotBefore: createNotBeforePush({ keys, calls }),
      bruteForce,
      ...passwords,
      ...protocols.clientFormats,
      serverInfo: () => describeServer(setup, facts.urls),
      settings: openSettings(setup),
      applications,
      device: openDeviceAccess(setup, device, protocols),
      log: log.child('admin'),
      logTail: setup.logControl.tail,
    }),
    ...createConsoleRoutes(setup.consoleFolder),
  ];
  const { realms, saveGate } = store;
  const served = { routes, realms, clocks, clock, activity, saveGate };
  const listening: ListeningParts = { ...served, notFoundPage: createNotFoundPage(store) };
  return { listening, applications, clocks, issuer, calls, device, facts };
}

/** What a browser sees at an address where nothing is. */
function createNotFoundPage({ realms }: Store): NonNullable<ListeningParts['notFoundPage']> {
  return (visitor) =>
    renderNotFoundPage(
      visitor,
      realms.list().map(({ realm }) => realm),
    );
}

function openApplications({ applicationsFolder, logControl }: ServerSetup): SampleApplications {
  return createSampleApplications({ folder: applicationsFolder, log: logControl.root.child('applications') });
}

/** The authentication device, as the admin API reaches it. */
function openDeviceAccess(
  { options: { values } }: ServerSetup,
  { control }: AuthenticationDevice,
  { deviceCodes }: ProtocolParts,
): DeviceAccess {
  return { ...control, codes: deviceCodes, authenticationEntity: values[AUTHENTICATION_ENTITY] };
}

/** Who tells the clients of a session that it has ended. */
function createLogoutParticipants(deps: BackChannelLogoutDeps): readonly LogoutParticipant[] {
  const messages = createLogoutMessages(createSamlSigners(deps.keys));
  return [createBackChannelLogout(deps), createSamlBackChannelLogout({ calls: deps.calls, messages })];
}

/** The way to whoever authenticates CIBA users. */
function createChannel(
  { options: { values } }: ServerSetup,
  calls: OutgoingCalls,
  facts: Parts['facts'],
): AuthenticationChannel {
  return openChannel({
    calls,
    authenticationEntity: values[AUTHENTICATION_ENTITY],
    ownDevice: (realmName) =>
      `${facts.ownAddress}/emulator/v1/realms/${encodeURIComponent(realmName)}/device/delegations`,
  });
}

function run(
  setup: ServerSetup,
  store: Store,
  parts: Parts & ImportedPasswords,
  listeners: Listeners,
): RunningServer {
  const log = setup.logControl.root.child('server');
  const { url } = listeners;
  parts.facts.urls = listeners.urls;
  parts.facts.ownAddress = listeners.ownAddress;
  const stopSweep = startSessionSweep(store, parts.clocks);
  const access = createAdministratorAccess({
    store,
    issuer: parts.issuer,
    clocks: parts.clocks,
    baseUrl: () => setup.options.values.hostname ?? url,
  });
  log.info(`Understudy ${setup.version} on ${setup.runtime}`, { dataDir: setup.options.values['data-dir'] });
  for (const each of listeners.urls) log.info(`Listening on: ${each}`);
  return {
    url,
    dataDir: setup.options.values['data-dir'],
    prompts: parts.device.prompts,
    administratorToken: () => access.token(),
    async stop() {
      log.info('Stopping');
      stopSweep();
      await Promise.all([listeners.close(STOP_GRACE_MS), parts.applications.close()]);
      parts.calls.close();
      parts.device.close();
      try {
        await parts.passwordUpgrades.stop();
        await store.close();
        log.info('Stopped');
      } catch (error) {
        log.error('The newest sessions could not be saved before the end', {}, error);
        throw error;
      } finally {
        await setup.logControl.close();
      }
    },
  };
}

function featuresOf({ options: { values } }: ServerSetup): ReadonlySet<FeatureName> {
  return enabledFeatures(values.features ?? '', values['features-disabled'] ?? '');
}

function describeServer(setup: ServerSetup, addresses: readonly string[]): ServerFacts {
  return {
    version: setup.version,
    addresses,
    features: [...featuresOf(setup)],
    dataDir: setup.options.values['data-dir'],
    runtime: setup.runtime,
  };
}

/** Settings whose changes a start would take. */
function openSettings({ options, optionSources, logControl }: ServerSetup): Settings {
  return createSettings({
    sources: optionSources,
    started: options,
    check: (changed) => {
      readTlsFiles(changed);
    },
    apply: (changed) => logControl.reconfigure(changed),
  });
}
