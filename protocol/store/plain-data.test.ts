import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlainData } from './plain-data.ts';

/** Whether a type is plain data, for the compiler. */
type IsPlain<T> = T extends PlainData<T> ? true : false;

const plain: readonly [
  IsPlain<{ readonly text: string; readonly count?: number | undefined; readonly list: readonly string[] }>,
  IsPlain<{ readonly inner: { readonly flag: boolean | null } }>,
  IsPlain<{ readonly run: () => void }>,
  IsPlain<{ readonly byName: Map<string, string> }>,
  IsPlain<{ readonly at: Date }>,
] = [true, true, false, false, false];

test('decision 0211: what has an expiry is plain data: no functions, maps and dates', () => {
  const value: PlainData<{ readonly text: string; readonly list: readonly number[] }> = {
    text: 'a',
    list: [1],
  };
  assert.deepEqual(JSON.parse(JSON.stringify(value)), value);
  assert.deepEqual(plain, [true, true, false, false, false]);
});
