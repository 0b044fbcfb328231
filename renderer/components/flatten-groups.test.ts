import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredGroup } from '../api/groups.ts';
import { flattenGroups, type GroupRow, searchRows } from './flatten-groups.ts';

const group = (name: string, subGroupCount = 0): StoredGroup => ({
  id: name,
  name,
  path: `/${name}`,
  subGroupCount,
});

const LOADED: Readonly<Record<string, readonly StoredGroup[]>> = {
  '': [group('staff', 3), group('guests')],
  staff: [group('night', 1), group('day')],
};

function rowsOf(open: readonly string[], topCount = 2, hidden: readonly string[] = []): readonly GroupRow[] {
  return flattenGroups({
    below: (parentId) => LOADED[parentId ?? ''],
    topCount,
    isOpen: (id) => open.includes(id),
    isHidden: ({ id }) => hidden.includes(id),
  });
}

const texts = (rows: readonly GroupRow[]) => rows.map(({ level, text }) => `${'-'.repeat(level)} ${text}`);

test('console "Groups": closed groups hide what is below them', () => {
  assert.deepEqual(texts(rowsOf([])), ['- staff', '- guests']);
  assert.deepEqual(
    rowsOf([]).map(({ expanded }) => expanded),
    [false, undefined],
  );
});

test('console "Groups": an open group is followed by what is loaded of it, and by a row that loads more', () => {
  const rows = rowsOf(['staff']);
  assert.deepEqual(texts(rows), ['- staff', '-- night', '-- day', '-- Show more (2 of 3)', '- guests']);
  const more = rows[3];
  assert.deepEqual([more?.group, more?.parentId, more?.position, more?.siblings], [undefined, 'staff', 3, 3]);
});

test('console "Groups": an open group whose children are loading has no rows below it', () => {
  assert.deepEqual(texts(rowsOf(['staff', 'night'])).length, 5);
});

test('console "Groups": the top level is paged as well', () => {
  assert.deepEqual(texts(rowsOf([], 2000)).at(-1), '- Show more (2 of 2,000)');
});

test('console "Groups": groups that are being deleted are left out, with those below them', () => {
  assert.deepEqual(texts(rowsOf(['staff'], 2, ['staff'])), ['- guests']);
});

test('console "Groups": results of a search have one level', () => {
  assert.deepEqual(
    searchRows([group('a', 2), group('b')]).map(({ level, position, siblings, expanded }) => [
      level,
      position,
      siblings,
      expanded,
    ]),
    [
      [1, 1, 2, undefined],
      [1, 2, 2, undefined],
    ],
  );
});
