// Composes the product from its store, clock, log, options and network; used by the server and the tests.
import { type ActivityRecorder, createActivityRecorder } from './activity/activity-recorder.ts';
import { shareActivity } from './activity/shared-activity.ts';
import { createConsoleRoutes } from './admin/console-files.ts';
import type { ServerFacts } from './admin/emulator-api/emulator.ts';
import type { SharedApplications } from './admin/emulator-api/shared-applications.ts';
import { createAppliedFixes } from './admin/fixes/applied-fixes.ts';
import { createImportJobs, type ImportJobs } from './admin/imports/import-jobs.ts';
import { shareImports } from './admin/imports/shared-imports.ts';
import { createAdminRoutes } from './admin/routes.ts';
import type { AuthenticationDevice } from './authentication-device/authentication-device.ts';
import { createBuiltInDevice } from './built-in-device.ts';
import { type AuthenticationRequests, createAuthenticationRequests } from './ciba/authentication-requests.ts';
import type { AuthenticationChannel } from './ciba/channels/channel.ts';
import { openChannel } from './ciba/channels/table.ts';
import { createCibaGrant } from './ciba/ciba-grant.ts';
import { createCibaRoutes } from './ciba/ciba-routes.ts';
import { createClientAuthentication } from './client-authentication/client-authentication.ts';
import { createEncryptionKeyFinder } from './client-authentication/client-encryption-keys.ts';
import { createClientKeys } from './client-authentication/client-keys.ts';
import { createRemoteJwks } from './client-authentication/remote-jwks.ts';
import { createClientFormats } from './client-formats.ts';
import type { Clock } from './clock.ts';
import { composeBrokering } from './compose-brokering.ts';
import type { StateStoreWire } from './contract/admin-api.ts';
import { enabledFeatures, type FeatureName } from './contract/features.ts';
import type { OptionKey, OptionValues } from './contract/options.ts';
import type { Settings } from './contract/settings.ts';
import { createRealmKeys, type RealmKeys } from './crypto/realm-keys.ts';
import { createRealmEvents, type RealmEvents } from './events/realm-events.ts';
import { createDocumentFetcher, type DocumentFetcher } from './http/document-fetcher.ts';
import { createHealthRoutes } from './http/health-routes.ts';
import { createOutgoingCalls, type OutgoingCalls } from './http/outgoing-calls.ts';
import type { ListeningParts } from './listeners.ts';
import type { LogTail } from './log/log-tail.ts';
import type { Logger } from './log/logger.ts';
import { createLogin } from './login/dispatcher.ts';
import { createLastRuns, type LastRuns } from './login/flow/last-runs.ts';
import { renderNotFoundPage } from './login/not-found-page.ts';
import { createSignInLinks } from './login/sign-in-links.ts';
import { faultTextsOf } from './login/texts/fault-texts.ts';
import { createLogoutParticipants } from './logout-participants.ts';
import { createDeliveries } from './mail/deliveries.ts';
import { createMailbox, type Mailbox } from './mail/mailbox.ts';
import { createSendMail } from './mail/mails.ts';
import type { Grant } from './oauth/grants/grant.ts';
import { chooseSession } from './oauth/grants/offline-access.ts';
import { createLogoutAll, createNotBeforePush } from './oauth/logout/admin-url-actions.ts';
import { createOAuthRoutes } from './oauth/routes.ts';
import { createRealmClocks, type RealmClocks } from './realm/realm-clocks.ts';
import type { MapperWarnings } from './realm/report/mapper-warnings.ts';
import { createSessionEnder } from './realm/sessions/sessions.ts';
import { type BruteForceDetection, createBruteForceDetection } from './realm/users/brute-force.ts';
import { createPasswordChecker } from './realm/users/credentials.ts';
import { createOneTimeCodes } from './realm/users/one-time-codes.ts';
import { registerRealmParts } from './realm-parts.ts';
import { createRegistryInstallations } from './registry/installation.ts';
import { createRegistryRoutes } from './registry/registry-routes.ts';
import { createSamlRoutes } from './saml/routes.ts';
import type { ImportedPasswords } from './start/imported-passwords.ts';
import type { Store } from './store/store.ts';
import { type Clones, createClones } from './test-kit/clones.ts';
import { createDuplicates } from './test-kit/duplicates.ts';
import { createForeignKeys } from './test-kit/foreign-keys.ts';
import type { ExpiringRequests } from './test-kit/move-clock.ts';
import { createRealmResets } from './test-kit/realm-resets.ts';
import { type KitRealms, openKitRealms } from './test-kit/realms.ts';
import { createTestKit, type TestKit } from './test-kit/test-kit.ts';
import { TEXT_KEYS } from './text-keys.ts';
import type { Themes } from './themes/themes.ts';
import { createMapperReport } from './token/mapper-report.ts';
import { createSignedClaims } from './token/signed-claims.ts';
import { createTokenEncrypter } from './token/token-encrypter.ts';
import { createTokenIssuer, type TokenIssuer } from './token/token-issuer.ts';
import { createTokenVerifier } from './token/token-verifier.ts';

/** Where the server can be reached. Filled in once it listens. */
export interface Network {
  /** The URL of each listener, plain HTTP first: `http://127.0.0.1:8080`. */
  urls: readonly string[];
  /** URL at which this process reaches itself, without a trailing slash. */
  selfUrl: string;
}

export interface Composition {
  readonly store: Store;
  /** The machine's clock; realm clocks follow it. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly logTail: LogTail;
  readonly values: OptionValues;
  /** What `store` is. */
  readonly stateStore: StateStoreWire;
  readonly network: Readonly<Network>;
  readonly passwords: ImportedPasswords;
  /** What a test runner on this machine presents in place of an administrator's token. */
  readonly controlKey: { readonly key: string };
  /** Knows what the import reports of the start have named. */
  readonly mapperWarnings: MapperWarnings;
  readonly settings: Settings;
  readonly applications: SharedApplications;
  /** Folder of the built console. */
  readonly consoleFolder: string;
  readonly themes: Themes;
  readonly version: string;
  /** `node 20.20.2` or `electron 45.4.1`. */
  readonly runtime: string;
}

/** Where the server is in its life; health checks report it. */
interface Lifecycle {
  /** Set when the stop begins. */
  isStopping: boolean;
}

export interface ComposedServer {
  readonly lifecycle: Lifecycle;
  readonly listening: ListeningParts;
  readonly activity: ActivityRecorder;
  readonly authenticationRequests: AuthenticationRequests;
  readonly bruteForce: BruteForceDetection;
  readonly clocks: RealmClocks;
  readonly clones: Clones;
  readonly device: AuthenticationDevice;
  readonly events: RealmEvents;
  readonly grants: readonly Grant[];
  readonly imports: ImportJobs;
  readonly keys: RealmKeys;
  readonly lastRuns: LastRuns;
  readonly mailbox: Mailbox;
  readonly store: Store;
  readonly testKit: TestKit;
  readonly tokenIssuer: TokenIssuer;
  /** Aborts outgoing calls and imports, and closes open streams. */
  close(): Promise<void>;
}

const AUTHENTICATION_ENTITY =
  'spi-ciba-auth-channel-ciba-http-auth-channel-http-authentication-channel-uri' satisfies OptionKey;

export function composeServer(given: Composition): ComposedServer {
  const composition = { ...given, ...openKitRealms(given.store, given.clock) };
  const { store, clock, log, network } = composition;
  const parts = composeParts(composition);
  const { keys, calls, clocks, activity, events, mailbox, authenticationRequests: requests } = parts;
  const lifecycle: Lifecycle = { isStopping: false };
  const device = createBuiltInDevice({ ...parts, clocks, requests, selfUrl: () => network.selfUrl });
  const kit = composeTestKit(composition, parts, device);
  const protocols = composeProtocols(parts, composeChannel(composition, calls), composition.consoleFolder);
  const routes = [
    ...createHealthRoutes(() => !lifecycle.isStopping, store),
    ...protocols.routes,
    ...device.routes,
    ...createAdminRoutes({
      ...composition,
      ...composition.passwords,
      ...parts,
      ...protocols.clientFormats,
      describeForProvider: protocols.describeForProvider,
      pushNotBefore: createNotBeforePush({ keys, calls }),
      logoutAll: createLogoutAll({ keys, calls }),
      serverInfo: () => describeServer(composition, parts.features),
      device: {
        ...device.control,
        codes: protocols.deviceCodes,
        authenticationEntity: composition.values[AUTHENTICATION_ENTITY],
      },
      expiring: { ...protocols.expiringCodes, listPrompts: promptLister(requests) },
      ...kit,
      log: log.child('admin'),
    }),
    ...createConsoleRoutes(composition.consoleFolder),
  ];
  return {
    activity,
    mailbox,
    lastRuns: parts.lastRuns,
    lifecycle,
    authenticationRequests: requests,
    bruteForce: parts.bruteForce,
    clocks,
    device,
    events,
    grants: protocols.grants,
    keys,
    store,
    testKit: kit.testKit,
    tokenIssuer: parts.issuer,
    clones: kit.clones,
    imports: kit.importJobs,
    listening: {
      routes,
      realms: store.realms,
      realmUsed: kit.clones.touch,
      clocks,
      clock,
      activity,
      themes: composition.themes,
      interceptor: kit.testKit.interceptor,
      saveGate: store.saveGate,
      faultPages: createFaultPages(store),
    },
    close: () => closeParts(parts, device, kit),
  };
}

function closeParts(
  { calls, deliveries }: ReturnType<typeof composeParts>,
  device: Pick<AuthenticationDevice, 'close'>,
  { testKit, importJobs }: ReturnType<typeof composeTestKit>,
): Promise<void> {
  calls.close();
  device.close();
  testKit.pauses.close();
  return Promise.all([importJobs.close(), deliveries?.close()]).then(() => undefined);
}

function composeTestKit(
  composition: Composition & KitRealms,
  parts: ReturnType<typeof composeParts>,
  device: Pick<AuthenticationDevice, 'forgetRealm'>,
) {
  const { states, clock, log, passwords } = composition;
  const kit = { ...composition, keys: parts.keys };
  const testKit = createTestKit({ ...parts, clock });
  registerRealmParts(states, { ...composition, ...passwords, ...parts, ...testKit, device });
  const importJobs = createImportJobs({ ...composition, ...passwords, ...parts, log: log.child('admin') });
  return {
    testKit,
    clones: createClones({ ...kit, log: log.child('test-kit') }),
    duplicates: createDuplicates(kit),
    resets: createRealmResets(kit),
    importJobs,
    imports: shareImports(importJobs, parts.store),
  };
}

/** Parts that several areas share. */
function composeParts({ store, clock, log, values, mapperWarnings, network }: Composition & KitRealms) {
  const activity = shareActivity(createActivityRecorder({ clock }), {
    store,
    selfUrl: () => network.selfUrl,
    log: log.child('activity'),
  });
  const calls = createOutgoingCalls({ activity, log: log.child('calls') });
  const fetchDocument = createDocumentFetcher(activity);
  const tokens = composeTokens({ store, clock, log, mapperWarnings }, fetchDocument);
  const participants = createLogoutParticipants({ ...tokens, calls });
  const endSession = createSessionEnder(store.sessions, () => participants);
  const clocks = createRealmClocks(store.realms, clock);
  const events = createRealmEvents({ store, clocks, log: log.child('events') });
  activity.observeOwn(events.record);
  const mailbox = createMailbox(store);
  const mailLog = log.child('mail');
  const deliveries = values.mail === 'send' ? createDeliveries({ mailbox, log: mailLog }) : undefined;
  return {
    ...tokens,
    mapperWarnings,
    textKeys: TEXT_KEYS,
    store,
    log,
    activity,
    calls,
    fetchDocument,
    clocks,
    events,
    bruteForce: createBruteForceDetection(store),
    oneTimeCodes: createOneTimeCodes(store),
    appliedFixes: createAppliedFixes(store),
    foreignKeys: createForeignKeys(clock),
    chooseSession,
    authenticationRequests: createAuthenticationRequests(store),
    endSession,
    mailbox,
    deliveries,
    sendMail: createSendMail({ mailbox, deliveries, log: mailLog }),
    lastRuns: createLastRuns(store),
    signInLinks: createSignInLinks({ store, keys: tokens.keys, endSession, clock }),
    selfUrl: () => network.selfUrl,
    features: enabledFeatures(values.features ?? '', values['features-disabled'] ?? ''),
  };
}

/** The protocols and the sign-in pages. They know each other only through what is passed in here. */
function composeProtocols(
  parts: ReturnType<typeof composeParts>,
  channel: AuthenticationChannel,
  consoleFolder: string,
) {
  const { store, log, keys, authenticationRequests: requests } = parts;
  const shared = {
    ...parts,
    consoleFolder,
    passwords: createPasswordChecker({
      users: store.users,
      log: log.child('passwords'),
      isOnDisk: (realmId) => !store.realms.isTransient(realmId),
    }),
    clientAuthentication: createClientAuthentication({
      usedAssertions: store.createExpiringStore('client-assertion'),
      keys: parts.clientKeys,
    }),
  };
  const { login, routes, connect } = createLogin(shared);
  const oauth = createOAuthRoutes({ ...shared, furtherGrants: [createCibaGrant(shared)], login });
  const saml = createSamlRoutes({ ...shared, log: log.child('saml'), login });
  const broker = composeBrokering({ ...shared, login, namedClients: saml.namedClients });
  connect({
    signIn: { 'openid-connect': oauth.signIn, device: oauth.deviceSignIn, saml: saml.signIn },
    signOut: { 'openid-connect': oauth.signOut, saml: saml.signOut, ...broker.signOut },
    // Applications first: the provider of the sign-in is visited last.
    frontChannel: [saml.frontChannel, oauth.frontChannel, ...broker.frontChannel],
  });
  const ciba = createCibaRoutes({ ...shared, channel, requests });
  const registry = createRegistryRoutes({ ...shared, enabled: parts.features.has('docker') });
  return {
    routes: [
      ...oauth.routes,
      ...saml.routes,
      ...routes,
      ...broker.routes,
      ...parts.signInLinks.routes,
      ...ciba,
      ...registry,
    ],
    grants: oauth.grants,
    deviceCodes: oauth.deviceCodes,
    expiringCodes: oauth.expiringCodes,
    clientFormats: createClientFormats(saml.installations, createRegistryInstallations(keys)),
    describeForProvider: broker.describeForProvider,
  };
}

function composeTokens(
  { store, clock, log, mapperWarnings }: Pick<Composition, 'store' | 'clock' | 'log' | 'mapperWarnings'>,
  fetchDocument: DocumentFetcher,
) {
  const keys = createRealmKeys(store.realms, clock, log.child('keys'));
  const remote = createRemoteJwks({ log: log.child('client-keys'), fetchDocument });
  const encrypter = createTokenEncrypter(createEncryptionKeyFinder(remote));
  return {
    keys,
    encrypter,
    clientKeys: createClientKeys(remote, log.child('client-keys')),
    forgetClientKeys: () => remote.clear(),
    issuer: createTokenIssuer({
      keys,
      encrypter,
      report: createMapperReport(log.child('token'), mapperWarnings),
    }),
    signedClaims: createSignedClaims(keys, encrypter),
    verifier: createTokenVerifier({ keys, store }),
  };
}

function composeChannel({ values, network }: Composition, calls: OutgoingCalls): AuthenticationChannel {
  return openChannel({
    calls,
    authenticationEntity: values[AUTHENTICATION_ENTITY],
    builtInDevice: (realmName) =>
      `${network.selfUrl}/emulator/v1/realms/${encodeURIComponent(realmName)}/device/delegations`,
  });
}

/** Lists the user IDs of prompts that expire unanswered. */
function promptLister(requests: AuthenticationRequests): ExpiringRequests['listPrompts'] {
  return async ({ id }, period) => (await requests.listExpiring(id, period)).map(({ userId }) => userId);
}

function describeServer(
  { version, runtime, network, values, stateStore }: Composition,
  features: ReadonlySet<FeatureName>,
): ServerFacts {
  return {
    version,
    runtime,
    addresses: network.urls,
    features: [...features],
    dataDir: values['data-dir'],
    store: stateStore,
  };
}

function createFaultPages({ realms }: Store): NonNullable<ListeningParts['faultPages']> {
  return {
    texts: faultTextsOf,
    notFound: (visitor) =>
      renderNotFoundPage(
        visitor,
        // Clones of tests would bury the others.
        realms.list().flatMap(({ id, realm }) => (realms.isTransient(id) ? [] : [realm])),
      ),
  };
}
