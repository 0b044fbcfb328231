// Turns command-line arguments into a running server; shared by the headless entry point and the desktop app.

import { release, type } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OptionError } from '#protocol/errors/option-error.ts';
import { PortInUseError } from '#protocol/errors/port-in-use-error.ts';
import { StorageError } from '#protocol/errors/storage-error.ts';
import { findFreePort } from '#protocol/http/free-port.ts';
import { createLogControl, type LogControl } from '#protocol/log/log-control.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { systemClock } from './clock.ts';
import { OPTION_ROWS } from './contract/options.ts';
import { exportRealm } from './realm/export/export-realm.ts';
import { writeForKeycloak } from './realm/export/for-keycloak.ts';
import { firstAdministrators, type RunningServer, startServer } from './server.ts';
import type { Terminal } from './start/ask-password.ts';
import { runBootstrapAdmin } from './start/bootstrap-admin.ts';
import { exportRealms } from './start/commands/export-realms.ts';
import { importRealms } from './start/commands/import-realms.ts';
import { saveBuild } from './start/commands/save-build.ts';
import { showConfig } from './start/commands/show-config.ts';
import { type CommandLine, parseCommandLine } from './start/config/argv.ts';
import { readEntryPoint } from './start/config/entry-point.ts';
import { renderHelp } from './start/config/help.ts';
import { findHome, findInstallation } from './start/config/installation.ts';
import { describeWithoutEffect } from './start/config/keycloak-variables.ts';
import { type OptionSources, type ResolvedOptions, resolveOptions } from './start/config/resolve-options.ts';
import { readVariableFiles } from './start/config/variable-files.ts';
import { listDemoRealmFiles } from './start/demo-realm-files.ts';
import { describeExtensions } from './start/extensions.ts';
import type { ProgressOutput } from './start/moving/progress.ts';
import type { CommandEnd } from './verify/verify-command.ts';

export interface LaunchHost {
  /** Arguments after the name of the program (and of the app). */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory: string;
  /** `import.meta.url` of the entry module, from which the installation is found. */
  readonly moduleUrl: string;
  /** `node 20.20.2` or `electron 45.4.1`. */
  readonly runtime: string;
  /** Base folder of default paths; default: the installation. */
  readonly dataHome?: string;
  /** Whether a new data directory gets the demo realm unless something is imported. Default: no. */
  readonly showsDemo?: boolean;
  /** When the start began, as `performance.now()` gives it. Default: when the process began. */
  readonly startedAt?: number;
  /** Where to prompt for a password; absent when there is no terminal. */
  readonly terminal?: Terminal;
  /** Where commands show their progress. Absent: nowhere. */
  readonly progress?: ProgressOutput;
  /** Aborting it ends commands that take long. */
  readonly signal?: AbortSignal;
  /** Called when a command that ends by itself begins. */
  readonly commandStarting?: () => void;
}

/** Thrown when the command prints a text instead of starting a server. */
class TextRequest extends Error {
  readonly text: string;
  readonly exitCode: number;

  constructor(text: string, exitCode = 0) {
    super('a text was asked for');
    this.name = 'TextRequest';
    this.text = text;
    this.exitCode = exitCode;
  }
}

/** A command with its options. */
interface Invocation {
  readonly host: LaunchHost;
  readonly commandLine: CommandLine;
  readonly options: ResolvedOptions;
  readonly logControl: LogControl;
  readonly demoRealmFile: string;
}

/** Commands that end with a text. */
const TEXT_COMMANDS: Readonly<Record<string, (invocation: Invocation) => Promise<string | CommandEnd>>> = {
  'show-config': async ({ options, commandLine }) => showConfig(options, commandLine.kind === 'all'),
  build: ({ options }) => saveBuild(options),
  export: ({ host, options, commandLine, logControl }) =>
    exportRealms({
      ...commandLine,
      ...host,
      options,
      logControl,
      writeRealm: (realm, users) => writeForKeycloak(exportRealm(realm, users), { now: systemClock.now() }),
    }),
  import: ({ host, options, commandLine, logControl, demoRealmFile }) =>
    importRealms({
      ...commandLine,
      ...host,
      ...firstAdministrators(options),
      options,
      logControl,
      demoRealmFile,
    }),
  // Loaded when it is used: a start has no need of it.
  verify: async ({ host, options, commandLine }) => {
    const { verify } = await import('./verify/verify-command.ts');
    return verify({ ...commandLine, ...host, ...firstAdministrators(options), values: options.values });
  },
  // A program of its own (bin/mcp/), which the launchers start when the command comes first.
  mcp: async () => {
    throw new OptionError(
      'mcp',
      'is a command of the launchers, and comes before every option',
      'Write: bin/understudy.sh mcp, or npx understudy mcp.',
    );
  },
  'bootstrap-admin': ({ host, options, commandLine, logControl, demoRealmFile }) =>
    runBootstrapAdmin({
      ...host,
      options,
      logControl,
      demoRealmFile,
      flags: commandLine.flags,
      kind: commandLine.kind === 'service' ? 'service' : 'user',
    }),
};

/**
 * Reads the options and starts the server, or runs another command.
 * @throws {TextRequest} with the output of commands that end.
 * @throws {OptionError} for an invalid option.
 */
export async function launch(host: LaunchHost): Promise<RunningServer> {
  const { root, version } = findInstallation(host.moduleUrl);
  const { args, environment } = readEntryPoint(host);
  const commandLine = parseCommandLine(args);
  if (commandLine.command === 'help') throw new TextRequest(renderHelp(version));
  if (commandLine.command === 'version') throw new TextRequest(renderVersion(version, host.runtime));
  return launchCommand({ ...host, environment: readVariableFiles(environment) }, commandLine, root, version);
}

async function launchCommand(
  host: LaunchHost,
  commandLine: CommandLine,
  root: string,
  version: string,
): Promise<RunningServer> {
  const optionSources: OptionSources = {
    commandLine: commandLine.texts,
    commandLineUnused: commandLine.unused,
    hasCommand: commandLine.hasCommand,
    environment: host.environment,
    home: host.dataHome ?? findHome(root, host.workingDirectory),
    workingDirectory: host.workingDirectory,
  };
  const options = resolveOptions(optionSources);
  const printsJson = commandLine.flags.has('json');
  const logControl = createLogControl(options, {
    environment: host.environment,
    ...(printsJson ? { writeOut: (text: string) => process.stderr.write(text) } : {}),
  });
  reportOptions(options, logControl.root.child('config'));
  const demoRealmFiles = listDemoRealmFiles(root);
  const run = TEXT_COMMANDS[commandLine.command];
  if (run !== undefined) {
    host.commandStarting?.();
    try {
      const end = await run({ host, commandLine, options, logControl, demoRealmFile: demoRealmFiles[0] });
      throw typeof end === 'string' ? new TextRequest(end) : new TextRequest(end.text, end.exitCode);
    } finally {
      await logControl.close();
    }
  }
  // Compat: container tools wait for this line.
  if (commandLine.command === 'start-dev') logControl.root.child('server').info(DEVELOPMENT_MODE);
  reportExtensions(host.environment['KC_HOME_DIR'], logControl.root.child('server'));
  const server = startServer({
    options,
    optionSources,
    logControl,
    version,
    runtime: host.runtime,
    environment: host.environment,
    consoleFolder: join(root, 'dist', 'renderer'),
    applicationsFolder: join(root, 'dist', 'apps'),
    demoRealmFiles,
    showsDemo: host.showsDemo ?? false,
    startedAt: host.startedAt ?? 0,
  });
  // The server closes the log when it stops, but not when it does not start.
  server.catch(() => logControl.close());
  if (printsJson) process.stdout.write(`${describeReady(await server)}\n`);
  return server;
}

/** What `start --json` prints: one line that programs read. */
function describeReady({ url, managementUrl, controlKey, dataDir }: RunningServer): string {
  return JSON.stringify({ url, managementUrl, controlKey, dataDir, pid: process.pid });
}

const DEVELOPMENT_MODE =
  'Running the server in development mode. DO NOT use this configuration in production.';

/** How long a start may go on after a signal, in milliseconds; with the stop of the server it is below 5 seconds. */
const START_GRACE_MS = 2000;

/**
 * Runs a command line as this process: until a signal, or, for commands that print and for failed starts, until
 * the output is written. `end` is called with the exit code then; not after a signal, which ends the process.
 */
export function runHeadless(host: Omit<LaunchHost, 'terminal'>, end: (exitCode: number) => void): void {
  let server: Promise<RunningServer> | undefined;
  let stopping = false;
  const interrupt = new AbortController();
  let isCommand = false;
  /** A second signal ends the process at once. */
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    interrupt.abort();
    // A start that waits for its database is given up; nothing has been acknowledged yet.
    // A command removes what it has not completed.
    (isCommand ? Promise.resolve(server) : Promise.race([server, sleep(START_GRACE_MS, undefined)]))
      .then((running) => running?.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          if (error instanceof OptionError) process.stderr.write(`${error.toLine()}\n`);
          process.exit(1);
        },
      );
  };
  // Installed before "Listening" is printed, because a caller that reads that line may send a signal at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  // A closing terminal may send SIGHUP twice, directly and through the launcher; the second one must not kill.
  process.on('SIGHUP', () => {
    if (!stopping) stop();
  });
  outliveReaders(process.stdout, process.stderr);
  const { stdin: input, stderr: output } = process;
  const progress: ProgressOutput = {
    isTerminal: output.isTTY === true,
    write: (text) => void output.write(text),
  };
  server = launch({
    ...host,
    ...(input.isTTY ? { terminal: { input, output } } : {}),
    progress,
    signal: interrupt.signal,
    commandStarting: () => {
      isCommand = true;
    },
  });
  server.catch((error: unknown) => {
    if (stopping) return;
    const { line, exitCode } = describeStartFailure(error);
    (error instanceof TextRequest ? process.stdout : process.stderr).write(`${line}\n`, () => end(exitCode));
  });
}

/** Three lines, as Keycloak's. */
function renderVersion(version: string, runtime: string): string {
  return `Understudy ${version} (in place of Keycloak 26)\nRuntime: ${runtime}\nOS: ${type()} ${release()} ${process.arch}\n`;
}

/**
 * Logs warnings about options, what has no effect and, at DEBUG, the origin of every non-default option.
 */
function reportOptions(
  { values, sources, warnings, notices, withoutEffect }: ResolvedOptions,
  log: Logger,
): void {
  for (const warning of warnings) log.warn(warning);
  for (const notice of notices) log.info(notice);
  for (const line of describeWithoutEffect(withoutEffect, describePlace(values))) log.info(line);
  if (!log.isEnabled('DEBUG')) return;
  for (const { key, secret } of OPTION_ROWS) {
    const { origin, place } = sources[key];
    const value = secret ? '' : String(values[key] ?? '');
    if (origin !== 'default') log.debug(`Option ${key}`, { value, origin, place });
  }
}

/** Where state is kept. */
function describePlace({ db, 'data-dir': dataDir }: ResolvedOptions['values']): string {
  if (db === 'postgres') return 'in PostgreSQL';
  return db === 'dev-mem' ? 'in memory' : `in the data directory ${dataDir}`;
}

function reportExtensions(home: string | undefined, log: Logger): void {
  const { warnings, notices } = describeExtensions(home);
  for (const warning of warnings) log.warn(warning);
  for (const notice of notices) log.info(notice);
}

/** Ignores a closed pipe (`EPIPE`) or terminal (`EIO`) behind the output; other stream errors are thrown. */
export function outliveReaders(...streams: readonly NodeJS.WritableStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    });
  }
}

/** A port in use, and a free one instead. */
export interface PortChoice {
  readonly option: string;
  readonly host: string;
  readonly port: number;
  readonly free: number;
}

/** The next free port, when a start failed because its port is in use and there is one. */
export async function suggestPort(error: unknown): Promise<PortChoice | undefined> {
  if (!(error instanceof PortInUseError)) return undefined;
  const { option, host, port } = error;
  const free = await findFreePort(host, port);
  return free === undefined ? undefined : { option, host, port, free };
}

/** What to print when a start fails or a command ends, and the exit code: 2 for wrong usage, 1 for anything else. */
export function describeStartFailure(error: unknown): { line: string; exitCode: number } {
  if (error instanceof TextRequest) return { line: error.text.trimEnd(), exitCode: error.exitCode };
  if (error instanceof OptionError) return { line: error.toLine(), exitCode: error.exitCode };
  if (error instanceof StorageError) return { line: describeStorageFailure(error), exitCode: 1 };
  return { line: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 1 };
}

/** Where the data is, what happened to it, and the remedy, which speaks of requests to a server. */
function describeStorageFailure({ path, description, remedy }: StorageError): string {
  return `${path}: ${description} ${remedy.replace('repeat the request', 'run the command again')}`;
}
