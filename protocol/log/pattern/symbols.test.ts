import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SYMBOLS } from './symbols.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/log-format.md'), 'utf8');

for (const symbol of Object.keys(SYMBOLS)) {
  test(`service description §2.3: %${symbol} is in the reference`, () => {
    assert.ok(page.includes(`| \`%${symbol}`), symbol);
  });
}

for (const symbol of '% c d e h H i m n N p r s t z L'.split(' ')) {
  test(`service description §2.3: symbol %${symbol} exists`, () => {
    assert.ok(Object.hasOwn(SYMBOLS, symbol));
  });
}
