import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonOfFailure } from './network-failure.ts';

const refused = new Error('connect ECONNREFUSED ::1:1');
const cases: readonly (readonly [what: string, error: unknown, reason: string])[] = [
  ['an error without cause', new Error('the answer is 404'), 'the answer is 404'],
  ['a failed fetch', new TypeError('fetch failed', { cause: refused }), 'connect ECONNREFUSED ::1:1'],
  [
    'a name with several addresses',
    new TypeError('fetch failed', { cause: new AggregateError([refused, new Error('other')], '') }),
    'connect ECONNREFUSED ::1:1',
  ],
  ['an empty aggregate', new AggregateError([], 'nothing'), 'nothing'],
  ['a cause that is not an error', new Error('outer', { cause: 7 }), 'outer'],
  ['a thrown value that is not an error', 'text', 'text'],
];
for (const [what, error, reason] of cases) {
  test(`${what}: "${reason}"`, () => assert.equal(reasonOfFailure(error), reason));
}

test('an error that is its own cause still has a reason', () => {
  const error = new Error('round');
  error.cause = error;
  assert.equal(reasonOfFailure(error), 'round');
});
