// The help texts: generated from the tables of commands and options.
import { COMMANDS, type CommandRow } from './commands.ts';
import { OPTIONS, type OptionRow } from './options.ts';

const WIDTH = 100;
const INDENT = '  ';
const COLUMN = 34;

/** Lines of words that fit. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** A term with its explanation beside it, or below it when the term is long. */
function explain(term: string, text: string): readonly string[] {
  const lines = wrap(text, WIDTH - COLUMN);
  const left = `${INDENT}${term}`;
  const indented = lines.map((line) => `${' '.repeat(COLUMN)}${line}`);
  if (left.length >= COLUMN) return [left, ...indented];
  return [`${left.padEnd(COLUMN)}${lines[0] ?? ''}`, ...indented.slice(1)];
}

function explainOption({ names, value, help }: OptionRow): readonly string[] {
  return explain(`${names.join(', ')}${value === undefined ? '' : ` ${value}`}`, help);
}

/** The general help. */
export function renderGeneralHelp(program: string): string {
  const rows = COMMANDS.flatMap(({ name, summary }) => (summary === undefined ? [] : explain(name, summary)));
  return [
    'Keycloak Admin CLI',
    '',
    `Creates, prints, changes and deletes resources of the admin API. Sign in first with '${program} config credentials',`,
    'or pass --server, --realm, --user and --password to each command.',
    '',
    'Usage:',
    `${INDENT}${program} COMMAND [ARGUMENTS]`,
    '',
    'Commands:',
    ...rows,
    ...explain('help', 'Print this help, or the help of a command'),
    '',
    `Use '${program} help <command>' for more information about a given command.`,
    '',
  ].join('\n');
}

/** The help of `config`. */
export function renderConfigHelp(program: string): string {
  const rows = COMMANDS.flatMap(({ name, summary = '' }) =>
    name.startsWith('config ') ? explain(name.slice('config '.length), summary) : [],
  );
  return [
    `Usage: ${program} config SUB_COMMAND [ARGUMENTS]`,
    '',
    'Sub-commands:',
    ...rows,
    '',
    `Use '${program} help config SUB_COMMAND' for more information about a given command.`,
    '',
  ].join('\n');
}

/** The help of one command. */
export function renderCommandHelp(program: string, command: CommandRow): string {
  const { usage, about, positional, options, examples } = command;
  const argument = positional === undefined ? [] : [...explain(positional.name, positional.help), ''];
  return [
    ...usage.map((line, index) => `${index === 0 ? 'Usage: ' : '       '}${program} ${line}`),
    '',
    ...wrap(about, WIDTH),
    '',
    'Arguments:',
    '',
    ...argument,
    ...options.flatMap((key) => explainOption(OPTIONS[key])),
    '',
    'Examples:',
    '',
    ...examples.map((example) => `${INDENT}${program} ${example}`),
    '',
    `Use '${program} help' for general information and a list of commands`,
    '',
  ].join('\n');
}
