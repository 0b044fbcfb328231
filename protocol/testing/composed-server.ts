// The composed product for tests: in memory, on a free loopback port, with a clock that the test controls.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSampleApplications } from '#protocol/admin/emulator-api/sample-applications.ts';
import { shareApplications } from '#protocol/admin/emulator-api/shared-applications.ts';
import { type Clock, createMovableClock, type MovableClock } from '#protocol/clock.ts';
import { type ComposedServer, composeServer, type Network } from '#protocol/compose.ts';
import type { OptionKey } from '#protocol/contract/options.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { Route } from '#protocol/http/exchange.ts';
import { readTlsFiles } from '#protocol/http/tls-credentials.ts';
import { openListeners } from '#protocol/listeners.ts';
import { createLogTail, type WritableLogTail } from '#protocol/log/log-tail.ts';
import { type CollectingLogger, createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import type { RealmImportDeps } from '#protocol/realm/file/import-realm.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { createMapperWarnings } from '#protocol/realm/report/mapper-warnings.ts';
import { type OptionSources, resolveOptions } from '#protocol/start/config/resolve-options.ts';
import { createSettings } from '#protocol/start/config/settings.ts';
import { listDemoRealmFiles } from '#protocol/start/demo-realm-files.ts';
import { createImportedPasswords } from '#protocol/start/imported-passwords.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { Store, UserSession } from '#protocol/store/store.ts';
import { copyPlain } from '#protocol/store/testing/copy-plain.ts';
import { openThemes } from '#protocol/themes/themes.ts';
import { withPreparedKeys } from './realm-keys.ts';

/** A fixed instant, so that no test depends on the current date. */
const START = Date.UTC(2030, 0, 1);

const REPOSITORY = join(import.meta.dirname, '../..');

const LOG_CAPACITY = 50;

export interface ComposedServerSetup {
  /** Realm files to import into an empty store. */
  readonly realms?: readonly RealmRepresentation[];
  /** Adds further data to the store before the server starts. */
  readonly prepare?: (deps: RealmImportDeps, clock: Clock) => Promise<void>;
  /** Start options, as on the command line. */
  readonly options?: Readonly<Partial<Record<OptionKey, string>>>;
}

export interface ComposedTestServer extends Omit<ComposedServer, 'listening' | 'close'> {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly routes: readonly Route[];
  /** Admits callers on this machine as administrators of the server. */
  readonly controlKey: string;
  /** The system clock; every realm clock follows it. */
  readonly clock: MovableClock;
  readonly log: CollectingLogger;
  readonly logTail: WritableLogTail;
  /** Removed sessions, in order. */
  readonly ended: readonly UserSession[];
  /** Base folder of default paths, with `conf/understudy.conf` below it. Deleted by `stop`. */
  readonly home: string;
  stop(): Promise<void>;
}

export async function startComposedServer({
  realms = [],
  prepare,
  options: flags = {},
}: ComposedServerSetup): Promise<ComposedTestServer> {
  const clock = createMovableClock({ now: () => START });
  const log = createCollectingLogger('');
  const logTail = createLogTail(LOG_CAPACITY);
  // Copied, as another server would read them.
  const store = createMemoryStore({ copyValue: copyPlain });
  const ended = recordEnds(store);
  for (const file of realms) {
    const { realm, users } = normalizeRealm(withPreparedKeys(file), clock);
    await store.realms.create(realm, users);
  }
  const [demoRealmFile] = listDemoRealmFiles(REPOSITORY);
  const passwords = createImportedPasswords({ store, log, demoRealmFile, environment: {} });
  const mapperWarnings = createMapperWarnings();
  // Nothing is written here unless a test changes settings.
  const home = join(tmpdir(), `understudy-${randomUUID()}`);
  const commandLine = new Map(Object.entries({ 'http-port': '0', ...flags }));
  const sources: OptionSources = { commandLine, environment: {}, home, workingDirectory: home };
  const options = resolveOptions(sources);
  const themes = openThemes(
    { folder: options.values['spi-theme-folder-dir'], environment: {} },
    log.child('themes'),
  );
  await prepare?.({ store, log, ...passwords, mapperWarnings, themes }, clock);
  const network: Network = { urls: [], selfUrl: '' };
  const controlKey = randomUUID();
  const applications = createSampleApplications({ folder: join(home, 'applications'), log });
  const { listening, close, ...composed } = composeServer({
    store,
    clock,
    log,
    logTail,
    values: options.values,
    network,
    passwords,
    controlKey: { key: controlKey },
    mapperWarnings,
    settings: createSettings({
      sources,
      started: options,
      check: () => undefined,
      apply: async () => undefined,
    }),
    applications: shareApplications(applications, store),
    stateStore: { kind: 'memory', place: '' },
    consoleFolder: join(home, 'console'),
    themes,
    version: '0.0.1',
    runtime: 'node',
  });
  const listeners = await openListeners({ options, log, tlsFiles: readTlsFiles(options), ...listening });
  Object.assign(network, { urls: listeners.urls, selfUrl: listeners.selfUrl });
  return {
    ...composed,
    baseUrl: listeners.url,
    routes: listening.routes,
    controlKey,
    clock,
    log,
    logTail,
    ended,
    home,
    async stop() {
      await Promise.all([listeners.close(0), applications.close()]);
      await close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Collects the sessions that are removed from now on. */
function recordEnds({ sessions }: Store): readonly UserSession[] {
  const ended: UserSession[] = [];
  const remove = sessions.remove.bind(sessions);
  const update = sessions.update.bind(sessions);
  sessions.remove = async (realmId, id) => {
    const session = await remove(realmId, id);
    if (session !== undefined) ended.push(session);
    return session;
  };
  sessions.update = async (key, change) => {
    let removed: UserSession | undefined;
    const result = await update(key, (session, isRevoked) => {
      const decision = change(session, isRevoked);
      removed = decision.session === 'ended' ? session : undefined;
      return decision;
    });
    if (removed !== undefined) ended.push(removed);
    return result;
  };
  return ended;
}
