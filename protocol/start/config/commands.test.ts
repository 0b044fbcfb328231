import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OPTION_ROWS } from '#protocol/contract/options.ts';
import { COMMANDS, findCommand } from './commands.ts';

test('contract "Start": no flag of a command has the name of an option', () => {
  const keys = new Set<string>(OPTION_ROWS.map(({ key }) => key));
  for (const { name, flags = [] } of COMMANDS)
    for (const flag of flags) assert.equal(keys.has(flag.name), false, `${name} --${flag.name}`);
});

test('contract "Start": only `start` opens a window, so the launcher lists all other commands', () => {
  const launcher = readFileSync(join(import.meta.dirname, '../../../bin/understudy.sh'), 'utf8');
  const listed = /^\s+(start-dev \|[^)]*)\) return 1/m.exec(launcher)?.[1]?.split(' | ') ?? [];
  const others = COMMANDS.map(({ name }) => name).filter((name) => name !== 'start');
  assert.deepEqual(listed.toSorted(), [...others, 'version'].toSorted());
  const script = readFileSync(join(import.meta.dirname, '../../../tools/start.mjs'), 'utf8');
  for (const name of others) assert.ok(script.includes(`'${name}'`), name);
});

test('a command is found by its name only', () => {
  assert.equal(findCommand('start-dev')?.name, 'start-dev');
  assert.equal(findCommand('toString'), undefined);
});
