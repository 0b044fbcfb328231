// The command line: a command, flags of the option table, and two switches of the launcher.
import { OptionError } from '#protocol/errors/option-error.ts';
import { findOption, nearestOption } from './option-values.ts';

/** What the command line says. */
export interface CommandLine {
  readonly command: 'start' | 'help' | 'version';
  readonly headless: boolean;
  /** Texts by option key; the last one wins. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Switches that Electron and Chromium understand and that are not ours: `--no-sandbox`, `--remote-debugging-port=0`, … */
const foreignSwitch =
  /^--(no-sandbox|disable-gpu|inspect(-brk)?|remote-debugging-(port|pipe)|enable-logging|ozone-platform(-hint)?|force-color-profile|lang|user-data-dir|js-flags|enable-features|disable-features|trace-warnings|original-process-start-time)(=|$)/;

interface Building {
  command: CommandLine['command'];
  headless: boolean;
  texts: Map<string, string>;
}

/**
 * Reads the arguments after the program's name. `--key=value` and `--key value` are both understood.
 * @throws {OptionError} exit code 2: unknown command or option (naming the nearest), a value missing.
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const building: Building = { command: 'start', headless: false, texts: new Map() };
  let commands = 0;
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (argument.startsWith('-')) index += readFlag(building, argument, args[index + 1]);
    else if (commands++ === 0) building.command = readCommand(building, argument);
    else throw new OptionError(argument, 'is not expected here', 'Options are written --key=value.');
  }
  return building;
}

function readCommand(building: Building, argument: string): CommandLine['command'] {
  if (argument === 'start' || argument === 'help')
    return building.command === 'start' ? argument : building.command;
  throw new OptionError(argument, 'is not a command', 'Use: start [options], or help.');
}

/** Answers how many further arguments belong to the flag. */
function readFlag(building: Building, argument: string, next: string | undefined): 0 | 1 {
  if (argument === '--help' || argument === '-h') building.command = 'help';
  else if (argument === '--version' || argument === '-v') building.command = 'version';
  else if (argument === '--headless') building.headless = true;
  else if (!foreignSwitch.test(argument)) return readOption(building, argument, next);
  return 0;
}

function readOption(building: Building, argument: string, next: string | undefined): 0 | 1 {
  const equals = argument.indexOf('=');
  const name = equals === -1 ? argument : argument.slice(0, equals);
  const key = name.replace(/^-+/, '');
  const row = argument.startsWith('--') ? findOption(key) : undefined;
  if (row === undefined) throw unknownOption(name, key);
  if (equals !== -1) {
    building.texts.set(row.key, unquote(argument.slice(equals + 1)));
    return 0;
  }
  if (next !== undefined && !next.startsWith('-')) {
    building.texts.set(row.key, unquote(next));
    return 1;
  }
  if (row.bareText === undefined) {
    throw new OptionError(name, 'needs a value', `Write --${key}=${row.example}.`, FROM_COMMAND_LINE);
  }
  building.texts.set(row.key, row.bareText);
  return 0;
}

/** Service description §2.3: values with blanks are written in single quotes inside double quotes; a shell takes only the outer ones away. */
function unquote(text: string): string {
  return text.length >= 2 && text.startsWith("'") && text.endsWith("'") ? text.slice(1, -1) : text;
}

const FROM_COMMAND_LINE = { source: { origin: 'command line' } } as const;

function unknownOption(name: string, key: string): OptionError {
  const nearest = nearestOption(key);
  const remedy = nearest === undefined ? 'See --help for the list.' : `Did you mean --${nearest}?`;
  return new OptionError(name, 'unknown option', remedy, FROM_COMMAND_LINE);
}
