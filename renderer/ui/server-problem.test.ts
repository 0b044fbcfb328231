import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from './field.ts';
import { findNamedMember } from './server-problem.ts';

const text = (member: string): Field => ({ kind: 'text', member, within: 'attributes', label: member });
const fields = [text('cibaInterval'), text('ciba.expires.in'), text('email')];
const find = (message: string) => findNamedMember(fields, message);

test('console "Realm": a refusal stands beside the attribute that it names', () => {
  assert.equal(find('attributes.cibaInterval must be a whole number of seconds'), 'cibaInterval');
  assert.equal(find('attributes.ciba.expires.in must be a whole number'), 'ciba.expires.in');
  assert.equal(find('email: error-invalid-email'), 'email');
  assert.equal(find('Correct “email”.'), 'email');
});

for (const message of [
  'This did not work',
  'cibaIntervals are odd',
  'emails',
  '',
  'cibaInterval and email differ',
])
  test(`console "Realm": ${JSON.stringify(message)} names no single field`, () => {
    assert.equal(find(message), undefined);
  });
