import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testProfile } from './testing/profile.ts';
import { createdUser, flattenUser, newUserFields, writeUser } from './write-user.ts';

const profile = testProfile([{ name: 'phone' }, { name: 'tags', multivalued: true }]);
const user = {
  id: 'a',
  username: 'ann',
  email: '',
  enabled: true,
  attributes: { phone: ['1'], tags: ['x', 'y'], room: ['7'] },
};

test('Keycloak user profile: each attribute is a list; those that the profile does not define stay together', () => {
  const flat = flattenUser(profile, user);
  assert.deepEqual(flat['username'], ['ann']);
  assert.deepEqual(flat['email'], []);
  assert.deepEqual(flat['attributes.phone'], ['1']);
  assert.deepEqual(flat['attributes.tags'], ['x', 'y']);
  assert.deepEqual(flat['attributes'], { room: ['7'] });
  assert.equal(flat['enabled'], true);
});

for (const [what, part, expected] of [
  ['nothing', {}, {}],
  ['a member', { enabled: false }, { enabled: false }],
  ['an attribute that users store apart', { email: ['a@b.test'] }, { email: 'a@b.test' }],
  ['an emptied one', { firstName: [] }, { firstName: '' }],
  [
    'an attribute, with all others',
    { 'attributes.phone': ['2'] },
    { attributes: { phone: ['2'], tags: ['x', 'y'], room: ['7'] } },
  ],
  ['an emptied attribute', { 'attributes.tags': [] }, { attributes: { phone: ['1'], room: ['7'] } }],
  [
    'other attributes',
    { attributes: { floor: ['3'] } },
    { attributes: { phone: ['1'], tags: ['x', 'y'], floor: ['3'] } },
  ],
  ['both', { attributes: {}, 'attributes.phone': ['2'] }, { attributes: { phone: ['2'], tags: ['x', 'y'] } }],
] as const)
  test(`Keycloak admin API: ${what} changed: the server is sent ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(writeUser(profile, user, part), expected);
  });

test('Keycloak admin API: a user without attributes gets the first one', () => {
  assert.deepEqual(writeUser(profile, { username: 'bob' }, { 'attributes.phone': ['2'] }), {
    attributes: { phone: ['2'] },
  });
});

const cost = { name: 'cost', required: true };

test('Keycloak user profile: a new user is asked for names, address, and what is required of administrators', () => {
  const asked = testProfile([{ name: 'phone' }, cost, { name: 'seal', required: true, readOnly: true }]);
  assert.deepEqual(
    newUserFields(asked).map(({ name }) => name),
    ['username', 'email', 'firstName', 'lastName', 'cost'],
  );
});

test('registrationEmailAsUsername: a new user is not asked for a username', () => {
  const { metadata, ...rest } = testProfile();
  const attributes = metadata.attributes.map((each) => ({ ...each, required: each.name === 'email' }));
  assert.deepEqual(
    newUserFields({ ...rest, metadata: { ...metadata, attributes } }).map(({ name }) => name),
    ['email', 'firstName', 'lastName'],
  );
});

test('Keycloak admin API: a new user has the values that were entered, without blanks around them', () => {
  const fields = newUserFields(testProfile([cost]));
  assert.deepEqual(createdUser(fields, { username: [' eve '], email: [' '], 'attributes.cost': ['7', ''] }), {
    username: 'eve',
    attributes: { cost: ['7'] },
  });
  assert.deepEqual(createdUser(fields, {}), {});
});
