import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environmentName, OPTION_ROWS } from '#protocol/contract/options.ts';
import { COMMANDS } from './commands.ts';
import { renderHelp } from './help.ts';

test('contract "Start": --help lists every option with its environment variable', () => {
  const text = renderHelp('1.2.3');
  assert.match(text, /^Understudy 1\.2\.3/);
  for (const row of OPTION_ROWS) {
    assert.ok(text.includes(`--${row.key}=`), row.key);
    assert.ok(text.includes(environmentName(row.key)), row.key);
  }
});

test('contract "Start": --help lists every command, and the flags specific to one', () => {
  const text = renderHelp('1.2.3');
  for (const { name, flags = [] } of COMMANDS) {
    assert.match(text, new RegExp(`^  ${name}\\b`, 'm'));
    for (const flag of flags) assert.ok(text.includes(`--${flag.name}`), flag.name);
  }
});

test('no line of --help is wider than 100 columns', () => {
  for (const line of renderHelp('1.2.3').split('\n')) assert.ok(line.length <= 100, line);
});
