// Parses the command line: a command with its flags, options, and the launcher's switches.
import { FEATURES } from '#protocol/contract/features.ts';
import { findWithoutEffect } from '#protocol/contract/keycloak-options.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { COMMANDS, type CommandName, type CommandRow, findCommand } from './commands.ts';
import { findOption, nearestOption } from './option-values.ts';
import { isTranslatedOption } from './translated-names.ts';

export interface CommandLine {
  readonly command: CommandName | 'version';
  /** Whether the command is written; without one it is `start`. */
  readonly hasCommand: boolean;
  /** The word after the command, for commands of several kinds. */
  readonly kind: string;
  /** Values by option key, also of Keycloak's options that are translated; the last one wins. */
  readonly texts: ReadonlyMap<string, string>;
  /** Values of the command's own flags; the last one wins. */
  readonly flags: ReadonlyMap<string, string>;
  /** Keycloak's options without effect. */
  readonly unused: readonly string[];
}

/** Switches of Electron and Chromium that are ignored here: `--no-sandbox`, `--remote-debugging-port=0`, … */
const foreignSwitch =
  /^--(no-sandbox|disable-gpu|inspect(-brk)?|remote-debugging-(port|pipe)|enable-logging|ozone-platform(-hint)?|force-color-profile|lang|user-data-dir|js-flags|enable-features|disable-features|trace-warnings|original-process-start-time)(=|$)/;

/** Flags of every command that take no value, as in Keycloak; they are accepted and change nothing. */
const EMPTY_FLAGS = new Set(['--headless', '--optimized', '--dry-run', '--debug', '--verbose', '-v']);

interface Building {
  readonly command: CommandRow | undefined;
  /** A flag that requests a text instead of a server. */
  text: 'help' | 'version' | undefined;
  readonly words: string[];
  readonly texts: Map<string, string>;
  readonly flags: Map<string, string>;
  readonly unused: string[];
}

/**
 * Parses the arguments after the program's name, both `--key=value` and `--key value`. Options may come before
 * the command. Compat: as with kc.sh, `-D…` are properties, and nothing after `--` is read.
 * @throws {OptionError} exit code 2: unknown command or option (suggests the nearest), or a missing value.
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const end = args.indexOf('--');
  const read = end === -1 ? args : args.slice(0, end);
  const building: Building = {
    command: read.map(findCommand).find((row) => row !== undefined),
    text: undefined,
    words: [],
    texts: new Map(),
    flags: new Map(),
    unused: [],
  };
  for (let index = 0; index < read.length; index++) {
    const argument = read[index] ?? '';
    if (argument.startsWith('-')) index += readFlag(building, argument, read[index + 1]);
    else building.words.push(argument);
  }
  const { text, words, texts, flags, unused } = building;
  addPortOffset(building);
  // A request for help is answered whatever else is there.
  const { command, kind } = text === undefined ? readCommand(building) : { command: text, kind: '' };
  return { command, hasCommand: words.length > 0, kind, texts, flags, unused };
}

function readCommand({ words }: Building): { command: CommandName; kind: string } {
  const [word, ...rest] = words;
  if (word === undefined) return { command: 'start', kind: '' };
  const row = findCommand(word);
  if (row === undefined) {
    const names = COMMANDS.map(({ name }) => name).join(', ');
    throw new OptionError(word, 'is not a command', `Commands are ${names}.`);
  }
  const kind = row.kinds === undefined ? '' : readKind(row, rest);
  const extra = rest[kind === '' ? 0 : 1];
  if (extra !== undefined)
    throw new OptionError(extra, 'is not expected here', 'Options are written --key=value.');
  return { command: row.name, kind };
}

function readKind({ name, kinds = [] }: CommandRow, [word = '']: readonly string[]): string {
  if (kinds.includes(word)) return word;
  if (kinds.includes('')) return '';
  const problem = word === '' ? 'needs to know what to create' : `cannot create "${word}"`;
  throw new OptionError(name, problem, `Write: ${kinds.map((kind) => `${name} ${kind}`).join(' or ')}.`);
}

/** Returns how many further arguments belong to the flag. */
function readFlag(building: Building, argument: string, next: string | undefined): 0 | 1 {
  if (/^(--help|--help-all|-h)$/.test(argument)) building.text = 'help';
  else if (argument === '--version' || argument === '-V') building.text = 'version';
  else if (argument.startsWith('-D')) readProperty(building, argument.slice(2));
  else if (WILDFLY_FLAG.test(argument)) return readWildflyFlag(building, argument, next);
  else if (argument === '--debug' && /^\S*\d+$/.test(next ?? '')) return 1;
  else if (!(EMPTY_FLAGS.has(argument) || foreignSwitch.test(argument) || isProfile(argument)))
    return readOption(building, argument, next);
  return 0;
}

/** Compat: flags of the application server before Keycloak 17: addresses, and the names of its files. */
const WILDFLY_FLAG = /^(-c|-P|-b[a-z]*|--server-config|--properties)(=|$)/;

/** Compat: images before Keycloak 17 take their address as `-b 0.0.0.0` or `-b=0.0.0.0`. */
function readWildflyFlag({ texts, unused }: Building, argument: string, next: string | undefined): 0 | 1 {
  const equals = argument.indexOf('=');
  const name = equals === -1 ? argument : argument.slice(0, equals);
  const value = equals === -1 ? next : argument.slice(equals + 1);
  if (name === '-b') {
    if (value === undefined || value === '' || value.startsWith('-'))
      throw new OptionError('-b', 'needs a value', 'Write --http-host=0.0.0.0.', FROM_COMMAND_LINE);
    texts.set('http-host', value);
  } else unused.push(name);
  return equals === -1 && next !== undefined && !next.startsWith('-') ? 1 : 0;
}

/** Keycloak's launcher turns `start-dev` into it. */
function isProfile(argument: string): boolean {
  return /^(--profile|-pf)=/.test(argument);
}

/** Compat: Keycloak reads options from properties, too: `-Dkc.http-port=8081`. All others have no effect. */
function readProperty({ texts, unused }: Building, property: string): void {
  const [, name = '', text = ''] = /^([^=]+)=(.*)$/s.exec(property) ?? [];
  const key = name.startsWith('kc.') ? name.slice('kc.'.length) : propertyKey(name);
  const row = key === undefined ? undefined : findOption(key);
  if (row !== undefined) texts.set(row.key, text);
  else if (key !== undefined && (isTranslatedOption(key) || key === PORT_OFFSET)) texts.set(key, text);
  else if (!IMPORT_PROPERTY.test(property)) unused.push(`-D${property.replace(/=.*$/s, '')}`);
}

/** Compat: properties before Keycloak 17, by the option that replaced them. */
const PROPERTIES: Readonly<Record<string, string>> = {
  'keycloak.import': 'import-realm',
  'keycloak.migration.file': 'import-realm',
  'keycloak.migration.dir': 'import-realm',
  'jboss.bind.address': 'http-host',
  'jboss.http.port': 'http-port',
  'jboss.https.port': 'https-port',
};

/** What an import does anyway: it finds out file or folder, keeps existing realms and fills in placeholders. */
const IMPORT_PROPERTY =
  /^keycloak\.migration\.(action=import|provider=(singleFile|dir)|strategy=IGNORE_EXISTING|replace-placeholders=true)$/i;

const PORT_OFFSET = 'jboss.socket.binding.port-offset';

function propertyKey(name: string): string | undefined {
  if (name === PORT_OFFSET) return name;
  const feature = /^keycloak\.profile\.feature\.(.+)$/.exec(name)?.[1]?.replaceAll('_', '-');
  if (feature !== undefined) return Object.hasOwn(FEATURES, feature) ? `feature-${feature}` : undefined;
  return Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name] : undefined;
}

/** Compat: before Keycloak 17 a property moved every port. */
function addPortOffset({ texts }: Building): void {
  const offset = texts.get(PORT_OFFSET);
  if (offset === undefined) return;
  texts.delete(PORT_OFFSET);
  if (!/^\d+$/.test(offset))
    throw new OptionError(
      `-D${PORT_OFFSET}`,
      'is not a number',
      `Write -D${PORT_OFFSET}=100.`,
      FROM_COMMAND_LINE,
    );
  // Other texts are refused as they are.
  for (const [key, port] of [
    ['http-port', texts.get('http-port') ?? '8080'],
    ['https-port', texts.get('https-port')],
  ] as const)
    if (port !== undefined && /^\d+$/.test(port)) texts.set(key, String(Number(port) + Number(offset)));
}

function readOption(building: Building, argument: string, next: string | undefined): 0 | 1 {
  const equals = argument.indexOf('=');
  const written = equals === -1 ? argument : argument.slice(0, equals);
  const name = written === '-cf' ? '--config-file' : written;
  const key = name.replace(/^-+/, '');
  const flag = name.startsWith('--') ? findFlag(building, key) : undefined;
  if (flag === undefined) throw unknownOption(name, key);
  if (equals !== -1) {
    flag.set(unquote(argument.slice(equals + 1)));
    return 0;
  }
  if (next !== undefined && !next.startsWith('-') && flag.bareText !== '' && !isCommandWord(building, next)) {
    flag.set(unquote(next));
    return 1;
  }
  if (flag.bareText === undefined) {
    throw new OptionError(name, 'needs a value', `Write --${key}=${flag.example}.`, FROM_COMMAND_LINE);
  }
  flag.set(flag.bareText);
  return 0;
}

/** `--import-realm start-dev` has no value: the command is still to come. */
function isCommandWord({ command, words }: Building, word: string): boolean {
  return command?.name === word && words.length === 0;
}

/** How a flag's value is read and stored. Empty `bareText`: the flag takes no value. */
interface Flag {
  readonly bareText: string | undefined;
  readonly example: string;
  set(text: string): void;
}

function findFlag({ command, texts, flags, unused }: Building, key: string): Flag | undefined {
  const own = command?.flags?.find(({ name }) => name === key);
  if (own !== undefined)
    return { bareText: own.bareText, example: own.example, set: (text) => flags.set(own.name, text) };
  const row = findOption(key);
  if (row !== undefined)
    return { bareText: row.bareText, example: row.example, set: (text) => texts.set(row.key, text) };
  if (isTranslatedOption(key))
    return { bareText: undefined, example: 'value', set: (text) => texts.set(key, text) };
  if (findWithoutEffect(key) === undefined) return undefined;
  return { bareText: 'true', example: 'value', set: () => unused.push(key) };
}

/** Service description §2.3: of '…' inside "…" around a value, a shell removes the outer quotes only. */
function unquote(text: string): string {
  return text.length >= 2 && text.startsWith("'") && text.endsWith("'") ? text.slice(1, -1) : text;
}

const FROM_COMMAND_LINE = { source: { origin: 'command line' } } as const;

function unknownOption(name: string, key: string): OptionError {
  if (key === 'password' || key === 'client-secret') {
    const remedy = `Name an environment variable that contains it: --${key}:env=VARIABLE.`;
    return new OptionError(
      name,
      `would show the ${key.replace('-', ' ')} in the list of processes`,
      remedy,
      FROM_COMMAND_LINE,
    );
  }
  const nearest = nearestOption(key);
  const remedy = nearest === undefined ? 'See --help for the list.' : `Did you mean --${nearest}?`;
  return new OptionError(name, 'unknown option', remedy, FROM_COMMAND_LINE);
}
