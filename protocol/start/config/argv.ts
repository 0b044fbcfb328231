// Parses the command line: a command with its flags, options, and the launcher's switches.
import type { OptionRow } from '#protocol/contract/options.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { findOption, nearestOption } from './option-values.ts';

/** Flags of `bootstrap-admin user`, as in Keycloak; `:env` flags name an environment variable. */
export type BootstrapFlag = 'username' | 'username:env' | 'password:env' | 'no-prompt';

export interface CommandLine {
  readonly command: 'start' | 'bootstrap-admin' | 'help' | 'version';
  readonly headless: boolean;
  /** Values by option key; the last one wins. */
  readonly texts: ReadonlyMap<string, string>;
  /** Values of the flags of `bootstrap-admin user`; the last one wins. */
  readonly bootstrap: ReadonlyMap<BootstrapFlag, string>;
}

/** Switches of Electron and Chromium that are ignored here: `--no-sandbox`, `--remote-debugging-port=0`, … */
const foreignSwitch =
  /^--(no-sandbox|disable-gpu|inspect(-brk)?|remote-debugging-(port|pipe)|enable-logging|ozone-platform(-hint)?|force-color-profile|lang|user-data-dir|js-flags|enable-features|disable-features|trace-warnings|original-process-start-time)(=|$)/;

const BOOTSTRAP_FLAGS: readonly BootstrapFlag[] = ['username', 'username:env', 'password:env', 'no-prompt'];

interface Building {
  /** A flag that requests a text instead of a server. */
  text: 'help' | 'version' | undefined;
  headless: boolean;
  readonly words: string[];
  readonly texts: Map<string, string>;
  readonly bootstrap: Map<BootstrapFlag, string>;
}

/**
 * Parses the arguments after the program's name, both `--key=value` and `--key value`.
 * @throws {OptionError} exit code 2: unknown command or option (suggests the nearest), or a missing value.
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const building: Building = {
    text: undefined,
    headless: false,
    words: [],
    texts: new Map(),
    bootstrap: new Map(),
  };
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (argument.startsWith('-')) index += readFlag(building, argument, args[index + 1]);
    else building.words.push(argument);
  }
  const { text, headless, texts, bootstrap } = building;
  const command = readCommand(building.words);
  const [flag] = bootstrap.keys();
  if (flag !== undefined && command === 'start') throw unknownOption(`--${flag}`, flag);
  return { command: text ?? command, headless, texts, bootstrap };
}

function readCommand([word, ...rest]: readonly string[]): Exclude<CommandLine['command'], 'version'> {
  const [extra] = word === 'bootstrap-admin' ? readBootstrapKind(rest) : rest;
  if (word === undefined) return 'start';
  if (word !== 'start' && word !== 'help' && word !== 'bootstrap-admin')
    throw new OptionError(word, 'is not a command', 'Use: start [options], bootstrap-admin user, or help.');
  if (extra !== undefined)
    throw new OptionError(extra, 'is not expected here', 'Options are written --key=value.');
  return word;
}

/** Returns the arguments after the kind of administrator. */
function readBootstrapKind([kind, ...rest]: readonly string[]): readonly string[] {
  if (kind === 'user') return rest;
  const problem = kind === undefined ? 'needs to know what to create' : `cannot create "${kind}"`;
  throw new OptionError('bootstrap-admin', problem, 'Write: bootstrap-admin user --username=admin.');
}

/** Returns how many further arguments belong to the flag. */
function readFlag(building: Building, argument: string, next: string | undefined): 0 | 1 {
  if (argument === '--help' || argument === '-h') building.text = 'help';
  else if (argument === '--version' || argument === '-v') building.text = 'version';
  else if (argument === '--headless') building.headless = true;
  else if (!foreignSwitch.test(argument)) return readOption(building, argument, next);
  return 0;
}

function readOption(building: Building, argument: string, next: string | undefined): 0 | 1 {
  const equals = argument.indexOf('=');
  const name = equals === -1 ? argument : argument.slice(0, equals);
  const key = name.replace(/^-+/, '');
  const flag = argument.startsWith('--') ? findFlag(building, key) : undefined;
  if (flag === undefined) throw unknownOption(name, key);
  if (equals !== -1) {
    flag.set(unquote(argument.slice(equals + 1)));
    return 0;
  }
  if (next !== undefined && !next.startsWith('-') && flag.bareText !== '') {
    flag.set(unquote(next));
    return 1;
  }
  if (flag.bareText === undefined) {
    throw new OptionError(name, 'needs a value', `Write --${key}=${flag.example}.`, FROM_COMMAND_LINE);
  }
  flag.set(flag.bareText);
  return 0;
}

/** How a flag's value is read and stored. Empty `bareText`: the flag takes no value. */
interface Flag {
  readonly bareText: string | undefined;
  readonly example: string;
  set(text: string): void;
}

function findFlag({ texts, bootstrap }: Building, key: string): Flag | undefined {
  const own = BOOTSTRAP_FLAGS.find((flag) => flag === key);
  if (own !== undefined) {
    const example = own === 'username' ? 'admin' : 'VARIABLE';
    const bareText = own === 'no-prompt' ? '' : undefined;
    return { bareText, example, set: (text) => bootstrap.set(own, text) };
  }
  const row: OptionRow | undefined = findOption(key);
  return row && { bareText: row.bareText, example: row.example, set: (text) => texts.set(row.key, text) };
}

/** Service description §2.3: of '…' inside "…" around a value, a shell removes the outer quotes only. */
function unquote(text: string): string {
  return text.length >= 2 && text.startsWith("'") && text.endsWith("'") ? text.slice(1, -1) : text;
}

const FROM_COMMAND_LINE = { source: { origin: 'command line' } } as const;

function unknownOption(name: string, key: string): OptionError {
  if (key === 'password') {
    const remedy = 'Name an environment variable that contains it: --password:env=VARIABLE.';
    return new OptionError(
      name,
      'would show the password in the list of processes',
      remedy,
      FROM_COMMAND_LINE,
    );
  }
  const nearest = nearestOption(key);
  const remedy = nearest === undefined ? 'See --help for the list.' : `Did you mean --${nearest}?`;
  return new OptionError(name, 'unknown option', remedy, FROM_COMMAND_LINE);
}
