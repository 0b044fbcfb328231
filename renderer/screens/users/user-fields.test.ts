import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields, writeFields } from '../../ui/field.ts';
import { testProfile } from './testing/profile.ts';
import { userSections } from './user-fields.ts';
import { flattenUser, writeUser } from './write-user.ts';

const profile = testProfile([{ name: 'badge', group: 'work' }], {
  groups: [{ name: 'work', displayHeader: 'Details', displayDescription: 'At work' }],
  isConfigured: false,
});
const sections = userSections(profile);
const fields = sections.flatMap((section) => section.fields);

test('contract "Realm files": a change of a user sends only what was changed', () => {
  const user = { username: 'a', myOwn: 1, attributes: { x: ['1'] } };
  const part = writeFields(fields, flattenUser(profile, user), { email: [' a@example.test '] });
  assert.deepEqual(writeUser(profile, user, part), { email: 'a@example.test' });
});

test('realm-admin A4: unknown required actions are kept', () => {
  const values = readFields(fields, { username: 'a', requiredActions: ['webauthn-register'] });
  assert.deepEqual(values['requiredActions'], ['webauthn-register']);
});

test('console "Users": details, a section for each group of the profile, and other attributes', () => {
  assert.deepEqual(
    sections.map(({ title, summary, fields: rows }) => [title, summary, rows.map(({ member }) => member)]),
    [
      [
        'Details',
        undefined,
        ['username', 'email', 'firstName', 'lastName', 'enabled', 'emailVerified', 'requiredActions'],
      ],
      ['Details', 'At work', ['attributes.badge']],
      ['Attributes', 'Protocol mappers can add attributes to tokens.', ['attributes']],
    ],
  );
  assert.equal(new Set(sections.map(({ key }) => key)).size, 3);
});

test('Keycloak user profile: a policy that hides other attributes leaves their section out', () => {
  assert.deepEqual(
    userSections(testProfile()).map(({ title }) => title),
    ['Details'],
  );
});
