// Renders the text of --help from the option table.
import { environmentName, OPTION_ROWS } from '#protocol/contract/options.ts';
import { COMMANDS, type CommandRow } from './commands.ts';

function wrap(text: string, indent: string, width: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + word.length + 1 > width) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, indent + line].join('\n');
}

const WIDTH = 96;

/** Two words on one line, or below each other when the line would be too wide. */
function join(first: string, glue: string, second: string): string {
  const line = `${first}${glue}${second}`;
  return line.length <= WIDTH ? line : `${first}${glue.trimEnd()}\n        ${second}`;
}

const COMMAND_WIDTH = 38;

function renderCommand(row: CommandRow): string[] {
  const usage = `  ${`${row.name} ${row.usage}`.trim()}`;
  const flags = (row.flags ?? []).flatMap(({ name, example, help }) => [
    `      --${name}${example === '' ? '' : `=${example}`}`,
    wrap(help, '          ', WIDTH),
  ]);
  const line = `${usage.padEnd(COMMAND_WIDTH)}  ${row.help}`;
  const head = line.length <= WIDTH ? [line] : [usage, `${' '.repeat(COMMAND_WIDTH)}  ${row.help}`];
  return [...head, ...flags];
}

/** Usage, commands, and every option with its help, default and environment variable; 96 columns. */
export function renderHelp(version: string): string {
  const parts = [
    `Understudy ${version}, a local identity server for people who build and test single sign-on.`,
    '',
    'Usage: understudy COMMAND [options]',
    '',
    'Commands:',
    ...COMMANDS.flatMap(renderCommand),
    '',
    'Options can also be set in the environment or in the configuration file (key=value).',
  ];
  let section = '';
  for (const row of OPTION_ROWS) {
    if (row.section !== section) parts.push('', `${row.section}:`);
    section = row.section;
    const value = row.defaultText === undefined ? '' : ` Default: ${row.defaultText}.`;
    parts.push(join(`  --${row.key}`, '=', row.example));
    parts.push(wrap(`${row.help}${value}`, '      ', WIDTH));
    parts.push(join('      Environment:', ' ', environmentName(row.key)));
  }
  return `${parts.join('\n')}\n`;
}
