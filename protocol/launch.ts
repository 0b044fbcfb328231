// From arguments to a running server: what the headless start and the desktop have in common.
import { join } from 'node:path';
import { OPTIONS, type OptionKey, type OptionRow } from '#protocol/contract/options.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { createLogControl } from '#protocol/log/log-control.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { type RunningServer, startServer } from './server.ts';
import type { Terminal } from './start/ask-password.ts';
import { runBootstrapAdmin } from './start/bootstrap-admin.ts';
import { parseCommandLine } from './start/config/argv.ts';
import { renderHelp } from './start/config/help.ts';
import { findInstallation } from './start/config/installation.ts';
import { type OptionSources, type ResolvedOptions, resolveOptions } from './start/config/resolve-options.ts';

/** What a host process gives to a start. */
export interface LaunchHost {
  /** Arguments after the program's (and the app's) name. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory: string;
  /** `import.meta.url` of the entry module; the installation is found from it. */
  readonly moduleUrl: string;
  /** `node 20.20.2` or `electron 45.4.1`. */
  readonly runtime: string;
  /** Where default paths start from; default: the installation. */
  readonly dataHome?: string;
  /** Where a password may be asked for; absent: nowhere. */
  readonly terminal?: Terminal;
}

/** The command ends with a text and not with a server. */
class TextRequest extends Error {
  readonly text: string;

  constructor(text: string) {
    super('a text was asked for');
    this.name = 'TextRequest';
    this.text = text;
  }
}

/**
 * Reads the options and starts the server, or runs the command named instead.
 * @throws {TextRequest} for `--help`, `--version` and `bootstrap-admin`, with what to print.
 * @throws {OptionError} for options that cannot be used.
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
  });
}

/** What of the configuration file was passed over, and where each value that somebody set comes from. */
function reportOptions({ values, sources, warnings }: ResolvedOptions, log: Logger): void {
  for (const warning of warnings) log.warn(warning);
  if (!log.isEnabled('DEBUG')) return;
  for (const { key, secret } of OPTIONS as readonly OptionRow[]) {
    const { origin, place } = sources[key as OptionKey];
    const value = secret ? '' : String(values[key as OptionKey] ?? '');
    if (origin !== 'default') log.debug(`Option ${key}`, { value, origin, place });
  }
}

/** A pipe (`EPIPE`) or a terminal (`EIO`) that is closed takes no more lines; the server goes on without it. Any other fault of the output is thrown. */
export function outliveReaders(...streams: readonly NodeJS.WritableStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    });
  }
}

/** What to tell somebody whose start failed: one line, and the exit code (2 wrong usage, 1 anything else). */
export function describeStartFailure(error: unknown): { line: string; exitCode: number } {
  if (error instanceof TextRequest) return { line: error.text.trimEnd(), exitCode: 0 };
  if (error instanceof OptionError) return { line: error.toLine(), exitCode: error.exitCode };
  return { line: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 1 };
}
