// The server's lifecycle: opens the data directory, composes the product, listens, stops.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createAdministratorAccess } from './admin/administrator-access.ts';
import {
  createSampleApplications,
  type SampleApplications,
} from './admin/emulator-api/sample-applications.ts';
import { shareApplications } from './admin/emulator-api/shared-applications.ts';
import { startImportSweep } from './admin/imports/sweep-imports.ts';
import type { Prompts } from './authentication-device/authentication-device.ts';
import { type Clock, systemClock } from './clock.ts';
import { type ComposedServer, composeServer, type Network } from './compose.ts';
import type { Settings } from './contract/settings.ts';
import { beginRsaPair } from './crypto/rsa-pairs.ts';
import { readTlsFiles } from './http/tls-credentials.ts';
import { listTruststores, readAuthorities, trustAuthorities } from './http/trusted-authorities.ts';
import type { LogControl } from './log/log-control.ts';
import { planManagement } from './management/plan.ts';
import { openPorts, type Ports } from './ports.ts';
import { createMapperWarnings } from './realm/report/mapper-warnings.ts';
import { startSessionSweep } from './realm/sessions/sweep-sessions.ts';
import { findAddressFolder, writeAddressFile } from './start/address-file.ts';
import { DEFAULT_PASSWORD } from './start/administrator-passwords.ts';
import { isDefaultImport, type OptionSources, type ResolvedOptions } from './start/config/resolve-options.ts';
import { createSettings } from './start/config/settings.ts';
import { type ControlKey, createControlKey } from './start/control-key.ts';
import { describeStore, readDatabase } from './start/database-settings.ts';
import type { DemoRealmFiles } from './start/demo-realm-files.ts';
import { detectExposure } from './start/exposure.ts';
import { type FirstStart, prepareRealms } from './start/first-start.ts';
import { createImportedPasswords, type ImportedPasswords } from './start/imported-passwords.ts';
import { openServerStore } from './start/open-store.ts';
import type { Store } from './store/store.ts';
import { startCloneSweep } from './test-kit/sweep-clones.ts';
import { TEXT_KEYS } from './text-keys.ts';
import { openThemes } from './themes/themes.ts';

export interface ServerSetup {
  readonly options: ResolvedOptions;
  /** What `options` were resolved from; needed to change settings while the server runs. */
  readonly optionSources: OptionSources;
  /** Open; closed when the server stops. */
  readonly logControl: LogControl;
  readonly version: string;
  /** `node 20.20.2` or `electron 45.4.1`. */
  readonly runtime: string;
  /** For placeholders in imported realm files. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly consoleFolder: string;
  /** Folder of the sample applications' bundles, which run as worker threads. */
  readonly applicationsFolder: string;
  readonly demoRealmFiles: DemoRealmFiles;
  /** Whether a new data directory gets the demo realm although nobody asked for it. Default: no. */
  readonly showsDemo?: boolean;
  /** When the start began, as `performance.now()` gives it. Default: when the process began. */
  readonly startedAt?: number;
  /** Default: the system clock. Realm clocks follow it. */
  readonly clock?: Clock;
}

export interface RunningServer {
  /** Of plain HTTP, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Of the management interface: `http://127.0.0.1:9000`; undefined if the options do not open it. */
  readonly managementUrl: string | undefined;
  readonly dataDir: string;
  /** For a test runner on this machine: sent as a bearer token, it counts as an administrator of the server. */
  readonly controlKey: string;
  /** Pending prompts of the authentication device. */
  readonly prompts: Prompts;
  /** A valid token of the master realm's administrator, for the desktop window. */
  administratorToken(): Promise<string>;
  /** Finishes requests in flight and saves unsaved data, within 5 seconds. */
  stop(): Promise<void>;
}

/** How long requests in flight may take at a stop, in milliseconds; below the 5 seconds of `stop`. */
const STOP_GRACE_MS = 2500;

/**
 * Opens the data directory, prepares the realms, composes the routes and listens.
 * @throws {OptionError} when an option cannot be satisfied: data directory in use or damaged, realm file
 * unreadable, port in use.
 */
export async function startServer(setup: ServerSetup): Promise<RunningServer> {
  const log = setup.logControl.root;
  const { values } = setup.options;
  const clock = setup.clock ?? systemClock;
  const tlsFiles = readTlsFiles(setup.options);
  trustAuthorities(readAuthorities(listTruststores(values)));
  const plan = planManagement({ ...setup.options, relativePath: values['http-relative-path'] });
  // For the first realm that needs a key; otherwise the first token would wait for key generation.
  if (!existsSync(join(values['data-dir'], 'realms'))) beginRsaPair();
  const store = await openServerStore(setup.options, log.child('store'));
  let controlKey: ControlKey | undefined;
  const passwords = createImportedPasswords({
    store,
    log: log.child('passwords'),
    demoRealmFile: setup.demoRealmFiles[0],
    environment: setup.environment,
  });
  const mapperWarnings = createMapperWarnings();
  const themes = openThemes(
    { folder: values['spi-theme-folder-dir'], environment: setup.environment },
    log.child('themes'),
  );
  try {
    const parts = { store, ...passwords, mapperWarnings, themes, clock, log: log.child('realm') };
    await store.alone(() => prepareRealms({ ...parts, ...describeFirstStart(setup) }));
    const applications = createSampleApplications({
      folder: setup.applicationsFolder,
      log: log.child('applications'),
    });
    controlKey = await createControlKey({
      dataDir: values['data-dir'],
      store,
      clock,
      log: log.child('server'),
    });
    const network: Network = { urls: [], selfUrl: '' };
    const composed = composeServer({
      store,
      clock,
      log,
      values,
      stateStore: describeStore(readDatabase(setup.options)),
      network,
      passwords,
      controlKey,
      mapperWarnings,
      logTail: setup.logControl.tail,
      settings: openSettings(setup),
      applications: shareApplications(applications, store),
      consoleFolder: setup.consoleFolder,
      themes,
      version: setup.version,
      runtime: setup.runtime,
    });
    const ports = await openPorts({ options: setup.options, log, tlsFiles, composed, plan });
    network.urls = ports.urls;
    network.selfUrl = ports.selfUrl;
    passwords.passwordUpgrades.start();
    void store.migrate();
    return run(setup, store, { ...composed, ...passwords, applications, controlKey }, ports);
  } catch (error) {
    controlKey?.remove();
    await store.close();
    throw error;
  }
}

/** Who administers a new data directory. In a container, nobody is served with a default password. */
export function firstAdministrators(
  options: ResolvedOptions,
): Pick<FirstStart, 'administrator' | 'serviceAccount' | 'exposure'> {
  const { values, isContainer } = options;
  const secret = values['bootstrap-admin-client-secret'];
  return {
    administrator: {
      username: values['bootstrap-admin-username'],
      password: values['bootstrap-admin-password'],
      defaultPassword: isContainer ? undefined : DEFAULT_PASSWORD,
    },
    serviceAccount:
      secret === undefined ? undefined : { clientId: values['bootstrap-admin-client-id'], secret },
    exposure: detectExposure(options),
  };
}

/** What the options say about realms of the start. */
function describeFirstStart(setup: ServerSetup) {
  return {
    textKeys: TEXT_KEYS,
    ...firstAdministrators(setup.options),
    demoRealmFiles: setup.demoRealmFiles,
    demoRealm: chooseDemoRealm(setup),
    importRequest: readImportRequest(setup.options),
    environment: setup.environment,
  };
}

function chooseDemoRealm({ options, showsDemo }: ServerSetup): FirstStart['demoRealm'] {
  const wanted = options.values['demo-realm'];
  if (wanted === undefined) return showsDemo === true ? 'unless a realm is imported' : 'never';
  return wanted ? 'always' : 'never';
}

function readImportRequest({ values, texts }: ResolvedOptions): FirstStart['importRequest'] {
  const paths = values['import-realm'];
  return paths === undefined ? undefined : { paths: paths.split(','), isOptional: isDefaultImport(texts) };
}

function run(
  setup: ServerSetup,
  store: Store,
  parts: ComposedServer &
    ImportedPasswords & { readonly applications: SampleApplications; readonly controlKey: ControlKey },
  ports: Ports,
): RunningServer {
  const log = setup.logControl.root.child('server');
  const { url, managementUrl } = ports;
  const stopSweeps = [
    startSessionSweep(parts.store, parts.clocks, parts.events.addExpiredSession, log),
    startCloneSweep(parts.clones, log),
    startImportSweep(parts.imports, log),
  ];
  const addressFile = setup.options.isContainer
    ? writeAddressFile(
        findAddressFolder(setup.optionSources.environment, setup.options.values['data-dir']),
        ports.selfUrl,
        log,
      )
    : undefined;
  const access = createAdministratorAccess({
    store,
    issuer: parts.tokenIssuer,
    clocks: parts.clocks,
    baseUrl: () => ports.baseUrl,
  });
  log.info(`Understudy ${setup.version} on ${setup.runtime}`, { dataDir: setup.options.values['data-dir'] });
  for (const line of describeStart(setup, ports)) log.info(line);
  return {
    url,
    managementUrl,
    dataDir: setup.options.values['data-dir'],
    controlKey: parts.controlKey.key,
    prompts: parts.device.prompts,
    administratorToken: () => access.token(),
    async stop() {
      log.info('Stopping');
      await Promise.all(stopSweeps.map((stop) => stop()));
      addressFile?.remove();
      parts.controlKey.remove();
      await Promise.all([ports.close(STOP_GRACE_MS), parts.applications.close()]);
      await parts.close();
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

/**
 * Where the server listens: a line for each address, which scripts read, and Keycloak's line with all of them,
 * which container tools wait for.
 */
function describeStart(
  { version, startedAt = 0 }: ServerSetup,
  { origins, managementUrl }: Ports,
): readonly string[] {
  const management =
    managementUrl === undefined ? '' : `. Management interface listening on ${managementUrl}.`;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(3);
  return [
    ...origins.map((each) => `Listening on: ${each}`),
    `Understudy ${version} (in place of Keycloak 26) started in ${seconds}s. Listening on: ${origins.join(' and ')}${management}`,
  ];
}

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
