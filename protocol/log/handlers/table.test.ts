import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPTION_ROWS, type OptionRow } from '#protocol/contract/options.ts';
import { LOG_HANDLERS } from './table.ts';

const options: readonly OptionRow[] = OPTION_ROWS;

test('service description §2.3: every handler is a value of --log with its own level option', () => {
  const words = options.find(({ key }) => key === 'log')?.choices?.map(({ value }) => value);
  for (const { name, levelOption } of LOG_HANDLERS) {
    assert.ok(words?.includes(name), name);
    assert.equal(levelOption, `log-${name}-level`);
  }
});

test('service description §2.3: the options of a handler are those that start with its name', () => {
  for (const row of LOG_HANDLERS) {
    const own = options.map(({ key }) => key).filter((key) => `${key}-`.startsWith(`log-${row.name}-`));
    assert.deepEqual([...row.options].sort(), own.sort());
  }
});
