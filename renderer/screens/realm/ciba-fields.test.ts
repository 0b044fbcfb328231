import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields, type FieldValues, readFields, writeFields } from '../../ui/field.ts';
import { cibaSections } from './ciba-fields.ts';

const fields = cibaSections().flatMap((section) => section.fields);
const problems = (values: FieldValues) => checkFields(fields, { ...readFields(fields, {}), ...values });

test('service description §8: the form shows the defaults, which can be saved', () => {
  const values = readFields(fields, {});
  assert.deepEqual(values, {
    cibaBackchannelTokenDeliveryMode: 'poll',
    cibaAuthRequestedUserHint: 'login_hint',
    cibaExpiresIn: '120',
    cibaInterval: '5',
  });
  assert.deepEqual(problems({}), {});
});

test('service description §2.2: the policy is stored in the realm attributes, as strings', () => {
  const realm = { attributes: { other: 'kept' } };
  assert.deepEqual(writeFields(fields, realm, { cibaExpiresIn: '30', cibaInterval: '0' }), {
    attributes: { other: 'kept', cibaExpiresIn: '30', cibaInterval: '0' },
  });
});

test('service description §7: only poll and login_hint can be selected', () => {
  const choosable = fields.flatMap((field) =>
    field.kind === 'choice' ? field.choices.filter((choice) => choice.disabled !== true) : [],
  );
  assert.deepEqual(
    choosable.map((choice) => choice.value),
    ['poll', 'login_hint'],
  );
});

for (const cibaExpiresIn of ['', '0', '-5', '1.5', '86401', 'soon'])
  test(`CIBA §7.3: a request cannot expire in ${JSON.stringify(cibaExpiresIn)} seconds`, () => {
    assert.ok(problems({ cibaExpiresIn })['cibaExpiresIn']);
  });

for (const cibaInterval of ['', '-1', '86401'])
  test(`CIBA §7.3: the interval is not ${JSON.stringify(cibaInterval)}`, () => {
    assert.ok(problems({ cibaInterval })['cibaInterval']);
  });
