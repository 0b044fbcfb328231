// Tests of counting: an incomplete run must never look passed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupFiles, readDurations, readTapCounts, readTapFailures } from './unit.mjs';

test('counts come from the end of a report, and cancelled tests count as failed', () => {
  const report = '# tests 7\n# pass 3\n# fail 1\n# cancelled 1\n# skipped 2\n# todo 0\n';
  assert.deepEqual(readTapCounts(report), { passed: 3, failed: 2, skipped: 2 });
});

test('a report without an end counts as a failure', () => {
  assert.deepEqual(readTapCounts('TAP version 13\n'), { passed: 0, failed: 1, skipped: 0 });
});

test('failed tests are listed with their messages, passed ones are not', () => {
  const report =
    'TAP version 13\n# Subtest: a\nok 1 - a\n# Subtest: b\nnot ok 2 - b\n  error: it broke\nok 3 - c\n';
  assert.deepEqual(readTapFailures(report), ['not ok 2 - b\n  error: it broke']);
});

test('a process that hung is listed with where it hung', () => {
  const report = '# Hung: no test has begun for 240 s.\nnot ok 1 - group-0.mjs\n  error: test failed\n';
  assert.deepEqual(readTapFailures(report), [
    'not ok 1 - group-0.mjs\n  error: test failed',
    'Hung: no test has begun for 240 s.',
  ]);
});

test('the duration of a file is that of its suite, passed or failed', () => {
  const end = (line, duration) => `${line}\n  ---\n  duration_ms: ${duration}\n  type: 'suite'\n  ...\n`;
  const report = [
    '    ok 1 - inside.test.ts\n      ---\n      duration_ms: 9999\n      ...\n',
    end('ok 1 - protocol/a.test.ts', 12.5),
    end('not ok 2 - protocol/b.test.tsx', 300),
    end('ok 3 - tools/c.test.mjs', 40),
  ].join('');
  assert.deepEqual(readDurations(report), [
    ['protocol/a.test.ts', 12.5],
    ['protocol/b.test.tsx', 300],
    ['tools/c.test.mjs', 40],
  ]);
});

const names = (count) => Array.from({ length: count }, (_, index) => `${index}.test.ts`);

test('files share processes, except those that request their own', () => {
  const files = names(30);
  const read = (file) =>
    file === '3.test.ts' ? '// Measures.\n// Own process: it measures memory.\n' : '// Tests.\n';
  const groups = groupFiles(files, read, 2);
  assert.deepEqual(
    groups.map(({ length }) => length),
    [1, 8, 7, 7, 7],
  );
  assert.deepEqual(groups.flat().toSorted(), files.toSorted());
  assert.deepEqual(groups[0], ['3.test.ts']);
});

test('the number of processes depends on the cores, and neighbours are apart', () => {
  const groups = groupFiles(names(900), () => '', 2);
  assert.deepEqual(new Set(groups.map(({ length }) => length)), new Set([75]));
  assert.deepEqual(groups[0].slice(0, 2), ['0.test.ts', '12.test.ts']);
  assert.deepEqual(
    groupFiles([], () => ''),
    [],
  );
});
