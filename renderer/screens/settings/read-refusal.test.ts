import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStale, readRefusal } from './read-refusal.ts';

const body = (faults: unknown) => ({ errorMessage: 'refused', faults });

test('console "Settings": each problem is shown at its key, with its solution', () => {
  assert.deepEqual(
    readRefusal({
      status: 400,
      answer: body([{ key: 'http-port', problem: '"80a" cannot be used', remedy: 'Give a port.' }]),
    }),
    { kind: 'faults', faults: { 'http-port': { text: '"80a" cannot be used. Give a port.' } } },
  );
});

test('service description §2.3: a problem of a pattern shows its position', () => {
  const fault = {
    key: 'log-console-format',
    problem: '%q is no symbol',
    remedy: 'Write %%q.',
    drawing: '%q\n^',
  };
  assert.deepEqual(readRefusal({ status: 400, answer: body([fault]) }), {
    kind: 'faults',
    faults: { 'log-console-format': { text: '%q is no symbol. Write %%q.', drawing: '%q\n^' } },
  });
});

test('console "Settings": a file that has changed must be reloaded; a problem of the file is different', () => {
  assert.deepEqual(readRefusal({ status: 409, answer: body(undefined) }), { kind: 'stale' });
  assert.equal(
    readRefusal({ status: 409, answer: body([{ key: 'x', problem: 'no file', remedy: 'Move it.' }]) }).kind,
    'faults',
  );
});

test('console "Settings": any other response is shown unchanged', () => {
  for (const answer of [undefined, '', null, [], body('all'), body([{ key: 1 }]), body([])])
    assert.deepEqual(readRefusal({ status: 500, answer }), { kind: 'other' }, JSON.stringify(answer));
});

test('console "Settings": an error without a response is not a stale file', () => {
  assert.equal(isStale(new Error('No answer.')), false);
  assert.equal(isStale({ status: 409, answer: undefined }), true);
});
