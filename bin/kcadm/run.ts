// Runs one command line: finds the command, and turns its end into an exit code.
import { type Arguments, readArguments } from './arguments.ts';
import { CommandError, UsageError } from './command-error.ts';
import { COMMANDS, type CommandRow, isEmpty } from './commands.ts';
import { renderCommandHelp, renderConfigHelp, renderGeneralHelp } from './help.ts';
import type { Host } from './host.ts';
import { mostSimilar } from './nearest.ts';

const SUCCESS = 0;
const FAILURE = 1;
const USAGE = 2;

/** Words that begin a command line; `config` alone is none. */
const FIRST_WORDS: readonly string[] = [
  ...new Set(COMMANDS.map(({ name }) => name.split(' ')[0] ?? '')),
  'help',
];

/** A command line that ends with a help text. */
interface HelpText {
  readonly text: string;
  readonly exitCode: number;
}

/** What a command line asks for. */
type Parsed =
  | { readonly kind: 'command'; readonly command: CommandRow; readonly args: Arguments }
  | ({ readonly kind: 'help' } & HelpText);

function findCommand(words: readonly string[]): CommandRow | undefined {
  return COMMANDS.find(({ name }) => name === words.join(' '));
}

/** Refuses a word that is no command, with the nearest ones. */
function refuseWord(program: string, args: readonly string[], index: number): never {
  const [word = ''] = args;
  if (word.startsWith('-')) throw new UsageError(`Unknown option: '${word}'`);
  const candidates = index === 0 ? FIRST_WORDS : ['credentials', 'truststore'];
  const prefix = index === 0 ? program : `${program} config`;
  const similar = mostSimilar(word, candidates).map((name) => `${prefix} ${name}`);
  const hint = similar.length === 0 ? '' : `\nDid you mean: ${similar.join(' or ')}?`;
  throw new UsageError(`Unmatched argument at index ${index}: '${word}'${hint}`);
}

function parseHelp(program: string, words: readonly string[]): HelpText {
  if (words.length === 0) return { text: renderGeneralHelp(program), exitCode: SUCCESS };
  if (words.join(' ') === 'config') return { text: renderConfigHelp(program), exitCode: SUCCESS };
  const command = findCommand(words);
  if (command === undefined) throw new UsageError(`Unknown command: ${words.join(' ')}`);
  return { text: renderCommandHelp(program, command), exitCode: SUCCESS };
}

function parseConfig(program: string, args: readonly string[]): Parsed {
  const [word] = args;
  if (word === undefined || word === '--help') {
    const exitCode = word === undefined ? USAGE : SUCCESS;
    return { kind: 'help', text: renderConfigHelp(program), exitCode };
  }
  return refuseWord(program, args, 1);
}

/** Finds the command of a command line and reads its arguments. @throws {UsageError} when it is wrong. */
function parse(host: Host, args: readonly string[]): Parsed {
  const { program } = host;
  const [word] = args;
  if (word === undefined) return { kind: 'help', text: renderGeneralHelp(program), exitCode: USAGE };
  if (word === '--help') return { kind: 'help', text: renderGeneralHelp(program), exitCode: SUCCESS };
  if (word === 'help') {
    const words = args.slice(1).filter((argument) => argument !== '--help');
    return { kind: 'help', ...parseHelp(program, words) };
  }
  const length = word === 'config' ? 2 : 1;
  const command = findCommand(args.slice(0, length));
  if (command === undefined)
    return word === 'config' ? parseConfig(program, args.slice(1)) : refuseWord(program, args, 0);
  return parseCommand(host, command, args.slice(length));
}

function parseCommand(host: Host, command: CommandRow, rest: readonly string[]): Parsed {
  const text = renderCommandHelp(host.program, command);
  if (rest.includes('--help')) return { kind: 'help', text, exitCode: SUCCESS };
  const { options, positional, name } = command;
  const rules = { options, takesPositional: positional !== undefined, words: name.split(' ').length };
  const args = readArguments(rest, rules);
  if (isEmpty(command, args, host.environment)) return { kind: 'help', text, exitCode: USAGE };
  return { kind: 'command', command, args };
}

/** The words before `--help` in the hint after a usage error. */
function qualifiedName(program: string, args: readonly string[]): string {
  const words = [2, 1].map((length) => args.slice(0, length));
  const known = words.find((start) => findCommand(start) !== undefined || start.join(' ') === 'config');
  return [program, ...(known ?? [])].join(' ');
}

/** Reports a failure; the exit code. Anything but our own errors is a defect, whose stack trace is shown. */
function report(host: Host, args: readonly string[], error: unknown): number {
  if (!(error instanceof CommandError || error instanceof UsageError)) {
    host.report(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return FAILURE;
  }
  host.report(error.message);
  if (host.args.includes('-x')) host.report(error.stack ?? '');
  if (error instanceof CommandError) return FAILURE;
  const hint =
    args[0] === 'help' ? `'${host.program} help'` : `'${qualifiedName(host.program, args)} --help'`;
  host.report(`Try ${hint} for more information on the available options.`);
  return USAGE;
}

/** Runs the command line of `host`; returns the exit code: 0, 1 for a failure, 2 for wrong usage. */
export async function run(host: Host): Promise<number> {
  const start = host.args.findIndex((argument) => argument !== '-x');
  const args = start === -1 ? [] : host.args.slice(start);
  try {
    const parsed = parse(host, args);
    if (parsed.kind === 'command') {
      await parsed.command.run(host, parsed.args);
      return SUCCESS;
    }
    host.print(`${parsed.text}\n`);
    return parsed.exitCode;
  } catch (error) {
    return report(host, args, error);
  }
}
