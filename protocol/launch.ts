// Turns command-line arguments into a running server; shared by the headless entry point and the desktop app.

import { join } from 'node:path';
import { OptionError } from '#protocol/errors/option-error.ts';
import { createLogControl } from '#protocol/log/log-control.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { OPTION_ROWS } from './contract/options.ts';
import { type RunningServer, startServer } from './server.ts';
import type { Terminal } from './start/ask-password.ts';
import { runBootstrapAdmin } from './start/bootstrap-admin.ts';
import { parseCommandLine } from './start/config/argv.ts';
import { renderHelp } from './start/config/help.ts';
import { findInstallation } from './start/config/installation.ts';
import { type OptionSources, type ResolvedOptions, resolveOptions } from './start/config/resolve-options.ts';

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
  /** Where to prompt for a password; absent when there is no terminal. */
  readonly terminal?: Terminal;
}

/** Thrown when the command prints a text instead of starting a server. */
class TextRequest extends Error {
  readonly text: string;

  constructor(text: string) {
    super('a text was asked for');
    this.name = 'TextRequest';
    this.text = text;
  }
}

/**
 * Reads the options and starts the server, or runs another command.
 * @throws {TextRequest} with the output of `--help`, `--version` and `bootstrap-admin`.
 * @throws {OptionError} for an invalid option.
 */
export async function launch(host: LaunchHost): Promise<RunningServer> {
  const { root, version } = findInstallation(host.moduleUrl);
  const commandLine = parseCommandLine(host.args);
  if (commandLine.command === 'help') throw new TextRequest(renderHelp(version));
  if (commandLine.command === 'version') throw new TextRequest(`${version}\n`);
  const optionSources: OptionSources = {
    commandLine: commandLine.texts,
    environment: host.environment,
    home: host.dataHome ?? root,
    workingDirectory: host.workingDirectory,
  };
  const options = resolveOptions(optionSources);
  const logControl = createLogControl(options, { environment: host.environment });
  reportOptions(options, logControl.root.child('config'));
  const demoRealmFile = join(root, 'fixtures', 'realms', 'demo.json');
  if (commandLine.command === 'bootstrap-admin') {
    const { bootstrap } = commandLine;
    throw new TextRequest(
      await runBootstrapAdmin({ ...host, options, logControl, bootstrap, demoRealmFile }),
    );
  }
  return startServer({
    options,
    optionSources,
    logControl,
    version,
    runtime: host.runtime,
    environment: host.environment,
    consoleFolder: join(root, 'dist', 'renderer'),
    applicationsFolder: join(root, 'dist', 'apps'),
    demoRealmFile,
    showsDemo: host.showsDemo ?? false,
  });
}

/** Logs warnings about the configuration file and, at DEBUG, the origin of every non-default option. */
function reportOptions({ values, sources, warnings }: ResolvedOptions, log: Logger): void {
  for (const warning of warnings) log.warn(warning);
  if (!log.isEnabled('DEBUG')) return;
  for (const { key, secret } of OPTION_ROWS) {
    const { origin, place } = sources[key];
    const value = secret ? '' : String(values[key] ?? '');
    if (origin !== 'default') log.debug(`Option ${key}`, { value, origin, place });
  }
}

/** Ignores a closed pipe (`EPIPE`) or terminal (`EIO`) behind the output; other stream errors are thrown. */
export function outliveReaders(...streams: readonly NodeJS.WritableStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    });
  }
}

/** What to print when a start fails, and the exit code: 2 for wrong usage, 1 for anything else. */
export function describeStartFailure(error: unknown): { line: string; exitCode: number } {
  if (error instanceof TextRequest) return { line: error.text.trimEnd(), exitCode: 0 };
  if (error instanceof OptionError) return { line: error.toLine(), exitCode: error.exitCode };
  return { line: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 1 };
}
