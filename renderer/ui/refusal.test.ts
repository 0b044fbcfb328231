import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldValues } from './field.ts';
import { describeRefusal, refusedFields, standingProblems } from './refusal.ts';

const problems = { byMember: { email: 'Wrong.', name: 'Too long.' }, other: ['The realm is read-only.'] };
const sent: FieldValues = { email: 'x', name: 'y', locale: 'en' };
const standing = (changes: FieldValues, seen = sent) => standingProblems({ problems, sent, seen }, changes);

test('console "Save bar": a refusal applies until something is edited', () => {
  assert.deepEqual(standing(sent), problems);
  assert.deepEqual(standing({ ...sent }), problems);
});

test('console "Save bar": editing a rejected field removes its problem and those without a field', () => {
  assert.deepEqual(standing({ ...sent, email: 'z' }), { byMember: { name: 'Too long.' }, other: [] });
  assert.deepEqual(standing({ name: 'y', locale: 'en' }), { byMember: { name: 'Too long.' }, other: [] });
  assert.equal(standing({ ...sent, email: 'z', name: 'z' }), undefined);
});

test('console "Save bar": editing any other field removes all problems', () => {
  assert.equal(standing({ ...sent, locale: 'de' }), undefined);
  assert.equal(standing({ ...sent, theme: 'dark' }), undefined);
  assert.equal(standing({ email: 'x', name: 'y' }), undefined);
});

test('console "Save bar": without changes no problem applies', () => {
  assert.equal(standing({}), undefined);
  const only = { problems: { byMember: {}, other: ['No.'] }, sent: { a: 'x' }, seen: { a: 'x' } };
  assert.equal(standingProblems(only, {}), undefined);
});

test('console "Save bar": edits made during the request do not hide the refusal', () => {
  const seen = { ...sent, theme: 'dark' };
  assert.deepEqual(standing(seen, seen), problems);
  const corrected = { ...sent, email: 'z' };
  assert.deepEqual(standing(corrected, corrected), {
    byMember: { name: 'Too long.' },
    other: ['The realm is read-only.'],
  });
});

test('console "Save bar": a field that was not sent may be rejected, too', () => {
  const alone = {
    problems: { byMember: { email: 'Required.' }, other: [] },
    sent: { a: 'x' },
    seen: { a: 'x' },
  };
  assert.deepEqual(standingProblems(alone, { a: 'x' }), alone.problems);
  assert.equal(standingProblems(alone, { a: 'x', email: 'y' }), undefined);
});

test('console "Save bar": a member of every object is not considered rejected', () => {
  const none = { problems: { byMember: {}, other: ['No.'] }, sent, seen: sent };
  assert.equal(standingProblems(none, { ...sent, constructor: 'x' }), undefined);
  assert.deepEqual(refusedFields([{ member: 'constructor', label: 'C' }], none.problems), []);
});

test('console "Save bar": rejected fields are in the order of the form', () => {
  const rows = ['name', 'locale', 'email'].map((member) => ({ member, label: member }));
  assert.deepEqual(
    refusedFields(rows, problems).map(({ member }) => member),
    ['name', 'email'],
  );
});

test('console "Save bar": it counts and names the rejected fields', () => {
  assert.equal(describeRefusal(['E-mail'], []), 'Not saved. The server rejected 1 field: E-mail.');
  assert.equal(
    describeRefusal(['E-mail', 'Interval'], ['The realm is read-only.']),
    'Not saved. The server rejected 2 fields: E-mail, Interval. The realm is read-only.',
  );
  assert.equal(
    describeRefusal([], ['The server is not responding.']),
    'Not saved. The server is not responding.',
  );
});
