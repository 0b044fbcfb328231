import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from './field.ts';
import { findNamedField, sortProblems } from './server-problem.ts';

const text = (member: string): Field => ({ kind: 'text', member, within: 'attributes', label: member });
const fields = [text('cibaInterval'), text('ciba.expires.in'), text('email')];
const find = (message: string) => findNamedField(fields, message)?.member;

test('console "Realm": a problem is shown at the attribute that it names', () => {
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

const refused = (...problems: { field?: string; message: string }[]) =>
  Object.assign(new Error('all of it'), { problems });

test('console "Save bar": each problem is shown at its field', () => {
  const error = refused(
    { field: 'email', message: 'This is no e-mail address.' },
    { message: 'attributes.cibaInterval must be a whole number' },
    { field: 'attributes.ciba.expires.in', message: 'Too long.' },
  );
  assert.deepEqual(sortProblems(fields, error), {
    byMember: {
      email: { text: 'This is no e-mail address.' },
      cibaInterval: { text: 'attributes.cibaInterval must be a whole number' },
      'ciba.expires.in': { text: 'Too long.' },
    },
    other: [],
  });
});

test('console "Save bar": two problems of one field are both shown', () => {
  const error = refused({ field: 'email', message: 'Too long.' }, { field: 'email', message: 'Taken.' });
  assert.deepEqual(sortProblems(fields, error).byMember, { email: { text: 'Too long. Taken.' } });
});

test('console "Save bar": a problem without a field is shown in the bar, with its member', () => {
  const error = refused(
    { field: 'smtpServer', message: 'Too long.' },
    { message: 'The realm is read-only.' },
  );
  assert.deepEqual(sortProblems(fields, error), {
    byMember: {},
    other: ['smtpServer: Too long.', 'The realm is read-only.'],
  });
});

test('console "Save bar": an error without problems shows its message', () => {
  assert.deepEqual(sortProblems(fields, new Error('No answer.')).other, ['No answer.']);
  assert.deepEqual(sortProblems(fields, refused()).other, ['all of it']);
});

test('console "Save bar": a member of every object is not a field', () => {
  const error = refused({ field: 'constructor', message: 'Unknown.' });
  assert.deepEqual(sortProblems(fields, error), { byMember: {}, other: ['constructor: Unknown.'] });
});

test('console "Users": a problem of an attribute is shown in its row of the map', () => {
  const ofUser: Field[] = [text('username'), { kind: 'map', member: 'attributes', label: 'Attributes' }];
  const error = refused(
    { field: 'attributes.phone', message: 'A value is required.' },
    { field: 'attributes.phone', message: 'Too short.' },
    { message: 'attributes.room must be a list of texts' },
    { field: 'attributes', message: 'Too many.' },
  );
  assert.deepEqual(sortProblems(ofUser, error), {
    byMember: {
      attributes: {
        text: 'Too many.',
        rows: {
          phone: 'A value is required. Too short.',
          room: 'attributes.room must be a list of texts',
        },
      },
    },
    other: [],
  });
  assert.deepEqual(sortProblems(ofUser, refused({ field: 'attributes.', message: 'Odd.' })).other, [
    'attributes.: Odd.',
  ]);
});

test('console "Users": a problem of an attribute is shown at its field, with and without the container in its name', () => {
  const members = ['email', 'attributes.phone', 'attributes.is'].map(text);
  for (const field of ['phone', 'attributes.phone'])
    assert.deepEqual(sortProblems(members, refused({ field, message: 'Too long.' })).byMember, {
      'attributes.phone': { text: 'Too long.' },
    });
  // The name of an attribute may be any word.
  assert.deepEqual(sortProblems(members, refused({ message: 'This is wrong.' })).other, ['This is wrong.']);
});
