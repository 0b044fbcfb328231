import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuplicateError, type StoredUser } from '../store.ts';
import { Document } from './database.ts';
import { checkNewUsers, lowerEmail, toDuplicateUser, USER_COLUMNS, userValues } from './user-rows.ts';

const user: StoredUser = { id: 'u', username: 'Ünal', email: 'U@X.org' };

const columnsOf = (given: StoredUser) =>
  Object.fromEntries(userValues(given).map((value, index) => [USER_COLUMNS[index], value]));

test('searched columns are in the lower case of JavaScript, and empty for what a user does not have', () => {
  const { data, ...columns } = columnsOf(user);
  assert.deepEqual(columns, {
    id: 'u',
    username: 'Ünal',
    lower_username: 'ünal',
    lower_first_name: '',
    lower_last_name: '',
    lower_email: 'u@x.org',
    service_client: null,
    enabled: true,
    email_verified: false,
    tags: [],
  });
  assert.ok(data instanceof Document);
  assert.equal(data.toJson(), JSON.stringify(user));
  assert.equal(lowerEmail({ id: 'u', username: 'u' }), '');
});

test('a violated constraint names the member that is taken; other errors stay as they are', () => {
  const violated = (constraint: string) => Object.assign(new Error(), { code: '23505', constraint });
  for (const [constraint, member, value] of [
    ['users_id', 'id', 'u'],
    ['users_username', 'username', 'Ünal'],
    ['users_email', 'email', 'U@X.org'],
  ] as const) {
    const error = toDuplicateUser(violated(constraint), user);
    assert.ok(error instanceof DuplicateError);
    assert.equal(error.member, member);
    assert.equal(error.message, `${member} "${value}" is taken`);
  }
  const defect = new TypeError('no');
  assert.equal(toDuplicateUser(defect, user), defect);
  const other = violated('realms_id');
  assert.equal(toDuplicateUser(other, user), other);
});

test('users of a new realm who share what must be unique are refused before anything is stored', async () => {
  const twice = [user, { id: 'v', username: 'v', email: 'u@x.ORG' }];
  const realm = { id: 'r', realm: 'r' };
  await assert.rejects(checkNewUsers(realm, twice, {}), DuplicateError);
  assert.deepEqual(await checkNewUsers({ ...realm, duplicateEmailsAllowed: true }, twice, {}), twice);
  const set = { list: () => twice };
  await assert.rejects(checkNewUsers(realm, set, {}), DuplicateError);
});
