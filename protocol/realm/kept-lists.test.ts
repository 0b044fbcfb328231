import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addKept, changeKept } from './kept-lists.ts';

const realm = { id: 'r', realm: 'shop', things: [{ alias: 'a' }, 7, null, { alias: 'b' }] };

test('a list is created by its first object, and what is not understood stays', () => {
  assert.deepEqual(addKept({ id: 'r', realm: 'shop' }, 'things', { alias: 'c' })['things'], [{ alias: 'c' }]);
  const isA = ({ alias }: { readonly alias?: unknown }): boolean => alias === 'a';
  const changed = changeKept(realm, 'things', isA, (item) => ({ ...item, on: true }));
  assert.deepEqual(changed['things'], [{ alias: 'a', on: true }, 7, null, { alias: 'b' }]);
  assert.deepEqual(changeKept(realm, 'things', isA, () => undefined)['things'], [7, null, { alias: 'b' }]);
  assert.equal(changeKept({ ...realm, things: 'x' }, 'things', isA, () => undefined)['things'], 'x');
});
