import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRefusal } from './read-refusal.ts';

const body = (faults: unknown) => JSON.stringify({ errorMessage: 'refused', faults });

test('console "Settings": each fault stands beside its key, with what would be right', () => {
  assert.deepEqual(
    readRefusal(400, body([{ key: 'http-port', problem: '"80a" cannot be used', remedy: 'Give a port.' }])),
    { kind: 'faults', faults: { 'http-port': '"80a" cannot be used. Give a port.' } },
  );
});

test('service description §2.3: the caret under a fault of a pattern keeps its line', () => {
  const refusal = readRefusal(
    400,
    body([{ key: 'log-console-format', problem: 'unknown symbol\n%q\n ^', remedy: 'Write %%.' }]),
  );
  assert.deepEqual(refusal, {
    kind: 'faults',
    faults: { 'log-console-format': 'unknown symbol\n%q\n ^\nWrite %%.' },
  });
});

test('console "Settings": a file that changed meanwhile is to be loaded anew; a fault of the file is not', () => {
  assert.deepEqual(readRefusal(409, body(undefined)), { kind: 'stale' });
  assert.equal(readRefusal(409, body([{ key: 'x', problem: 'no file', remedy: 'Move it.' }])).kind, 'faults');
});

test('console "Settings": any other answer is shown as it is', () => {
  for (const text of ['', '<html>', 'null', '[]', body('all'), body([{ key: 1 }]), body([])])
    assert.deepEqual(readRefusal(500, text), { kind: 'other' }, text);
});
