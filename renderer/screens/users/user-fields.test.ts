import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields, readFields, writeFields } from '../../ui/field.ts';
import { USER_SECTIONS } from './user-fields.ts';

const fields = USER_SECTIONS.flatMap((section) => section.fields);

test('contract "Realm files": a change of a user sends only what was changed', () => {
  const user = { username: 'a', myOwn: 1, attributes: { x: ['1'] } };
  assert.deepEqual(writeFields(fields, user, { email: ' a@example.test ' }), { email: 'a@example.test' });
});

test('console "Users": a missing username and a malformed e-mail address are rejected before they are sent', () => {
  const problems = checkFields(fields, readFields(fields, { username: ' ', email: 'nonsense' }));
  assert.deepEqual(Object.keys(problems), ['username', 'email']);
});

test('realm-admin A4: unknown required actions are kept', () => {
  const values = readFields(fields, { username: 'a', requiredActions: ['webauthn-register'] });
  assert.deepEqual(values['requiredActions'], ['webauthn-register']);
});
