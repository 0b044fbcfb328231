import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPTION_ROWS, type OptionRow } from '#protocol/contract/options.ts';
import { LOG_HANDLERS } from './table.ts';

const options: readonly OptionRow[] = OPTION_ROWS;

test('service description §2.3: every handler is a value of --log with its own level option', () => {
  const words = options.find(({ key }) => key === 'log')?.choices?.map(({ value }) => value);
  for (const { name } of LOG_HANDLERS) {
    assert.ok(words?.includes(name), name);
    assert.ok(options.some(({ key }) => key === `log-${name}-level`));
  }
});
