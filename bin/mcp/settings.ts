// What the command `mcp` is told by its arguments and its environment.
import { OptionError } from '#protocol/errors/option-error.ts';
import { readServerAddress } from '#protocol/http/server-address.ts';
import { parseCommandLine } from '#protocol/start/config/argv.ts';
import { renderHelp } from '#protocol/start/config/help.ts';
import { findHome, findInstallation } from '#protocol/start/config/installation.ts';
import { resolveOptions } from '#protocol/start/config/resolve-options.ts';

/** Variable with an administrator's access token, for a server on another machine. */
export const TOKEN_VARIABLE = 'UNDERSTUDY_ACCESS_TOKEN';

/** How the server is reached. */
export interface ServerSettings {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  /** Where a server on this machine keeps its control key. Absolute. */
  readonly dataDir: string;
  /** Takes the place of the control key. */
  readonly accessToken?: string;
}

export interface McpSettings extends ServerSettings {
  /** Of Understudy. */
  readonly version: string;
}

export interface McpProcess {
  /** Arguments after the name of the program, the command included. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory: string;
  /** `import.meta.url` of a module of the installation. */
  readonly moduleUrl: string;
}

/**
 * @returns the settings, or the text that was asked for instead.
 * @throws {OptionError} exit code 2 for wrong arguments, and when the control key would go to another machine.
 */
export function readSettings(host: McpProcess): McpSettings | string {
  const { root, version } = findInstallation(host.moduleUrl);
  const { command, texts, flags, unused } = parseCommandLine(host.args);
  if (command === 'help') return renderHelp(version);
  if (command === 'version') return `Understudy ${version}\n`;
  const { values } = resolveOptions({
    commandLine: texts,
    commandLineUnused: unused,
    hasCommand: true,
    environment: host.environment,
    home: findHome(root, host.workingDirectory),
    workingDirectory: host.workingDirectory,
  });
  const url = readServerAddress('--url', flags.get('url'), values);
  const accessToken = host.environment[TOKEN_VARIABLE]?.trim() ?? '';
  const settings = { url, dataDir: values['data-dir'], version };
  if (accessToken !== '') return { ...settings, accessToken };
  if (!isThisMachine(url))
    throw new OptionError(
      '--url',
      'is the address of another machine, where the control key of this one is not accepted',
      `Set ${TOKEN_VARIABLE} to an access token of an administrator there.`,
    );
  return settings;
}

/** Whether a base URL has a loopback address, or a name that stands for one (RFC 6761 §6.3). */
function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || /^(127(\.\d+){3}|\[::1\])$/.test(hostname)
  );
}
