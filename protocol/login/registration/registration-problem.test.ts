import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import { registrationProblem } from './registration-problem.ts';

test('a realm with registrationAllowed has no problem', () => {
  assert.equal(registrationProblem(testRealm({ registrationAllowed: true })), undefined);
});

for (const registrationAllowed of [undefined, false])
  test(`registrationAllowed ${registrationAllowed} is refused with what to change`, () => {
    const problem = registrationProblem(
      testRealm(registrationAllowed === undefined ? {} : { registrationAllowed }),
    );
    assert.equal(problem?.description, 'Registration not allowed');
    assert.match(String(problem?.remedy), /registrationAllowed of realm \w+ to true/);
  });
