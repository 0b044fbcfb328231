import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environmentName, OPTION_ROWS } from '#protocol/contract/options.ts';
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
  for (const command of ['start', 'start --headless', 'bootstrap-admin user', 'help'])
    assert.match(text, new RegExp(`^  understudy ${command} `, 'm'));
  for (const flag of ['username', 'username:env', 'password:env', 'no-prompt'])
    assert.ok(text.includes(`--${flag}`), flag);
});

test('no line of --help is wider than 100 columns', () => {
  for (const line of renderHelp('1.2.3').split('\n')) assert.ok(line.length <= 100, line);
});
