import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkUserForm, toFormValues, toUser } from './user-form-values.ts';

test('contract "Realm files": members that the form does not know survive it', () => {
  const user = { username: 'alice', requiredActions: ['UPDATE_PASSWORD'], myOwn: 1 };
  const saved = toUser(toFormValues(user), user);
  assert.deepEqual(saved.requiredActions, ['UPDATE_PASSWORD']);
  assert.equal(saved['myOwn'], 1);
});

test('contract "Realm files": a user without "enabled" is enabled', () => {
  assert.equal(toFormValues({ username: 'a' }).enabled, true);
  assert.equal(toFormValues({ username: 'a', enabled: false }).enabled, false);
});

test('console "Users": attributes go through the form unharmed; a row without a name is dropped, one name twice is joined', () => {
  const user = { username: 'a', attributes: { locale: ['en', 'fr'], __proto__x: ['1'] } };
  const form = toFormValues(user);
  assert.deepEqual(toUser(form, user).attributes, user.attributes);
  const more = [
    ...form.attributes,
    { key: 8, name: ' ', values: ['lost'] },
    { key: 9, name: 'locale', values: ['de'] },
  ];
  assert.deepEqual(toUser({ ...form, attributes: more }, user).attributes?.['locale'], ['en', 'fr', 'de']);
});

test('console "Users": an empty name and a broken e-mail address are refused before they are sent', () => {
  assert.ok(checkUserForm(toFormValues({ username: ' ' })).username);
  assert.ok(checkUserForm(toFormValues({ username: 'a', email: 'nobody' })).email);
  assert.deepEqual(checkUserForm(toFormValues({ username: 'a' })), {});
});
