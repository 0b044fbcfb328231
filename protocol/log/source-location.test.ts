import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStackFrame, readSourceLocation } from './source-location.ts';

const frames: [frame: string, expected: unknown][] = [
  [
    '    at Store.close (file:///a/store.ts:12:5)',
    { file: '/a/store.ts', function: 'Store.close', line: 12 },
  ],
  ['    at async run (/a/b c.js:3:1)', { file: '/a/b c.js', function: 'run', line: 3 }],
  ['    at new Thing (C:\\x\\y.js:7:9)', { file: 'C:\\x\\y.js', function: 'Thing', line: 7 }],
  ['    at file:///a/x.ts:1:2', { file: '/a/x.ts', function: '', line: 1 }],
  ['    at node:internal/timers:614:7', { file: 'node:internal/timers', function: '', line: 614 }],
  ['    at <anonymous>', undefined],
  ['Error: at home (x)', undefined],
  ['', undefined],
];
for (const [frame, expected] of frames) {
  test(`service description §2.3: "${frame.trim()}" is ${expected === undefined ? 'no location' : 'a location'}`, () => {
    assert.deepEqual(parseStackFrame(frame), expected);
  });
}

test('a stack that is too short yields nothing, and engine settings are restored', () => {
  const limit = Error.stackTraceLimit;
  readSourceLocation();
  assert.equal(Error.stackTraceLimit, limit);
});
