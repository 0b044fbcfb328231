import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitToDisplays, parseWindowState, type WindowState } from './window-state.ts';

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const beside = { x: 1440, y: 0, width: 1920, height: 1080 };
const kept: WindowState = { x: 1600, y: 40, width: 1300, height: 900, maximized: false };

test('window: it opens with its last size and position', () => {
  assert.deepEqual(fitToDisplays(kept, [laptop, beside]), { x: 1600, y: 40, width: 1300, height: 900 });
});

test('window: at the first start the system chooses the position', () => {
  assert.deepEqual(fitToDisplays(undefined, [laptop]), { width: 1280, height: 820 });
});

test('window: if its display is gone, the size is kept and the position is not', () => {
  assert.deepEqual(fitToDisplays(kept, [laptop]), { width: 1300, height: 875 });
});

test('window: a position is not used if no display shows enough of the window to move it', () => {
  for (const place of [
    { x: 1400, y: 100 },
    { x: -1250, y: 100 },
    { x: 100, y: -40 },
    { x: 100, y: 890 },
    { x: 9_000_000, y: 0 },
  ])
    assert.equal('x' in fitToDisplays({ ...kept, ...place }, [laptop]), false, JSON.stringify(place));
});

test('window: a position partly outside a display is kept while the title bar can be reached', () => {
  assert.deepEqual(fitToDisplays({ ...kept, x: -200, y: 700 }, [laptop]), {
    x: -200,
    y: 700,
    width: 1300,
    height: 875,
  });
});

test('window: the size is limited to the display and to the minimum size', () => {
  assert.deepEqual(fitToDisplays({ ...kept, width: 9000, height: 9000 }, [laptop, beside]), {
    x: 1600,
    y: 40,
    width: 1920,
    height: 1080,
  });
  const small = fitToDisplays({ ...kept, width: 1, height: 1 }, [beside]);
  assert.deepEqual([small.width, small.height], [900, 480]);
});

test('window: without any display the default size is used', () => {
  assert.deepEqual(fitToDisplays(undefined, []), { width: 1280, height: 820 });
});

for (const text of [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '{"x":1,"y":1,"width":900}',
  '{"x":"1","y":1,"width":900,"height":600}',
  '{"x":1.5,"y":1,"width":900,"height":600}',
  '{"x":1,"y":1,"width":0,"height":600}',
  '{"x":1,"y":1,"width":900,"height":-600}',
  '{"x":1,"y":1e400,"width":900,"height":600}',
]) {
  test(`window: a damaged file is ignored: ${text}`, () => assert.equal(parseWindowState(text), undefined));
}

test('window: only the boolean true means maximized', () => {
  const bounds = { x: 1, y: 2, width: 900, height: 600 };
  assert.deepEqual(parseWindowState(JSON.stringify({ ...bounds, maximized: true })), {
    ...bounds,
    maximized: true,
  });
  for (const maximized of [undefined, 'true', 1])
    assert.equal(parseWindowState(JSON.stringify({ ...bounds, maximized }))?.maximized, false);
});
