import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkValue } from './check-value.ts';
import { USER_SETTINGS } from './user.ts';
import { objectOf } from './value-type.ts';

const USER = objectOf(() => USER_SETTINGS, 'username');
const faultOf = (user: object): string | undefined =>
  checkValue({ username: 'ann', ...user }, USER, { mode: 'api' }).fault?.path;

for (const [user, path] of [
  [{ username: '' }, 'username'],
  [{ enabled: 'yes' }, 'enabled'],
  [{ requiredActions: 'UPDATE_PASSWORD' }, 'requiredActions'],
  [{ credentials: [{ value: [] }] }, 'credentials[0].value'],
  [{ clientConsents: [{}] }, 'clientConsents[0].clientId'],
  [{ clientRoles: { till: 'open' } }, 'clientRoles.till'],
  [{ attributes: { locale: [{}] } }, 'attributes.locale[0]'],
] as const)
  test(`realm-admin A4: a user with ${JSON.stringify(user)} is rejected at ${path}`, () => {
    assert.equal(faultOf(user), path);
  });

test('realm-admin A4: a user attribute may be written without its list', () => {
  assert.equal(faultOf({ attributes: { locale: 'en' } }), undefined);
});
