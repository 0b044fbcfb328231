import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BY_USERS, realmWithProfile } from '../testing/profile.ts';
import { testRealm } from '../testing/realm.ts';
import type { Realm } from '../view/realm.ts';
import { emailField, listFields, localeAttribute, type ProfileForm } from './profile-fields.ts';

/** `name`, with `!` if it is required and `=` if it is read-only. */
const shown = (realm: Realm, form: ProfileForm, scopes: readonly string[] = []): string =>
  listFields(realm, { form, scopes })
    .map(
      ({ attribute, required, readOnly }) => attribute.name + (required ? '!' : '') + (readOnly ? '=' : ''),
    )
    .join(' ');

const ATTRIBUTES = [
  { name: 'username', ...BY_USERS },
  { name: 'email', permissions: { view: ['user'], edit: ['admin'] } },
  {
    name: 'badge',
    permissions: { view: ['user', 'admin'], edit: ['admin'] },
    required: { roles: ['admin'] },
  },
  { name: 'phone', ...BY_USERS, required: { scopes: ['phone'] } },
  { name: 'shoe', ...BY_USERS, selector: { scopes: ['shop'] } },
  { name: 'note', permissions: { view: ['admin'], edit: ['admin'] }, required: {} },
];

test('Keycloak user profile: a new user is asked for what they may enter, and always for name and address', () => {
  assert.equal(shown(testRealm(), 'registration'), 'username! email! firstName! lastName!');
  assert.equal(
    shown(testRealm({ registrationEmailAsUsername: true }), 'registration'),
    'email! firstName! lastName!',
  );
  assert.equal(shown(realmWithProfile({ attributes: ATTRIBUTES }), 'registration'), 'username! email phone');
});

test('Keycloak user profile: scopes select attributes and require them while somebody signs in, not in the APIs', () => {
  const realm = realmWithProfile({ attributes: ATTRIBUTES });
  assert.equal(shown(realm, 'update-profile', ['phone', 'shop']), 'email= badge= phone! shoe');
  assert.equal(shown(realm, 'account', ['phone']), 'username!= email= badge= phone shoe');
});

test('Keycloak user profile: administrators have their own permissions and requirements, and may rename users', () => {
  assert.equal(
    shown(realmWithProfile({ attributes: ATTRIBUTES }), 'admin'),
    'username! email badge! phone shoe note!',
  );
});

test('editUsernameAllowed: users change their name only with it, and not if the address is the name', () => {
  const edit = { editUsernameAllowed: true };
  assert.equal(shown(testRealm(), 'update-profile'), 'email! firstName! lastName!');
  assert.equal(shown(testRealm(edit), 'update-profile'), 'username! email! firstName! lastName!');
  assert.equal(shown(testRealm(edit), 'account'), 'username! email! firstName! lastName!');
  const both = testRealm({ ...edit, registrationEmailAsUsername: true });
  assert.equal(shown(both, 'update-profile'), 'email! firstName! lastName!');
});

test('registrationEmailAsUsername: the address is required whatever the profile says', () => {
  const realm = realmWithProfile(
    { attributes: [{ name: 'email', ...BY_USERS }] },
    { registrationEmailAsUsername: true },
  );
  assert.equal(shown(realm, 'registration'), 'email!');
});

test('UPDATE_EMAIL: the address is entered even if the profile lets only administrators change it', () => {
  const [field] = emailField(realmWithProfile({ attributes: ATTRIBUTES }));
  assert.deepEqual([field?.attribute.name, field?.required, field?.readOnly], ['email', true, false]);
});

test('internationalizationEnabled: users choose a language of the realm in their account, and not on other forms', () => {
  const settings = { internationalizationEnabled: true, supportedLocales: ['en', 'de'] };
  const realm = testRealm(settings);
  assert.equal(shown(realm, 'account'), `${shown(testRealm(), 'account')} locale`);
  assert.deepEqual(localeAttribute(realm)?.validations, { options: { options: ['en', 'de'] } });
  for (const form of ['registration', 'update-profile'] as const)
    assert.doesNotMatch(shown(realm, form), /locale/, form);
  for (const without of [{ internationalizationEnabled: false }, { supportedLocales: [] }])
    assert.doesNotMatch(shown(testRealm({ ...settings, ...without }), 'account'), /locale/);
});

test('Keycloak user profile: the permissions of its own attribute locale decide who chooses', () => {
  const attributes = [{ name: 'locale', permissions: { view: ['user'], edit: ['admin'] } }];
  const settings = { internationalizationEnabled: true, supportedLocales: ['en', 'de'] };
  assert.match(shown(realmWithProfile({ attributes }, settings), 'account'), /locale=$/);
});
