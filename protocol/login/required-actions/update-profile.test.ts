import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BY_USERS, profileSettings } from '#protocol/realm/testing/profile.ts';
import { atAction } from '../testing/required-action.ts';

const FORM = 'kc-update-profile-form';
const FULL = { email: 'Alice@New.test', firstName: 'Alice', lastName: 'Liddell' };

test('realm-admin A4: name and e-mail address are stored, the address in lower case and unverified', () =>
  atAction(
    'UPDATE_PROFILE',
    async ({ send, alice, browser }) => {
      assert.equal(await browser.usernameOf(await send(FORM, FULL)), 'alice');
      const stored = await alice();
      assert.equal(stored.email, 'alice@new.test');
      assert.equal(stored.firstName, 'Alice');
      assert.equal(stored.emailVerified, false);
      assert.deepEqual(stored.requiredActions, []);
    },
    { user: { emailVerified: true } },
  ));

test('an unchanged address stays verified', () =>
  atAction(
    'VERIFY_PROFILE',
    async ({ send, alice }) => {
      await send(FORM, { ...FULL, email: 'alice@example.test' });
      assert.equal((await alice()).emailVerified, true);
    },
    { user: { emailVerified: true } },
  ));

test('a missing, malformed, too long or taken value is reported at its field, and the input is shown again, escaped', () =>
  atAction('UPDATE_PROFILE', async ({ page, send, alice }) => {
    let shown = page;
    for (const [fields, problem] of [
      [{ ...FULL, email: '' }, /input-error-email.*Please specify email\./],
      [{ ...FULL, email: 'nobody' }, /Invalid email address\./],
      [{ ...FULL, email: 'bob@example.test' }, /Email already exists\./],
      [{ ...FULL, firstName: '  ' }, /input-error-firstName.*Please specify first name\./],
      [{ ...FULL, lastName: 'x'.repeat(256) }, /input-error-lastName.*Length must be/],
      [{ ...FULL, firstName: '<b>', email: '' }, /value="&lt;b&gt;"/],
    ] as const) {
      shown = await send(FORM, fields, shown);
      assert.equal(shown.status, 200);
      assert.match(shown.text, problem);
    }
    assert.equal((await alice()).email, 'alice@example.test');
  }));

test('editUsernameAllowed: the user name can be changed only if the realm allows it, never to one that is taken; organizations follow', async () => {
  await atAction('UPDATE_PROFILE', async ({ page, send, alice }) => {
    assert.doesNotMatch(page.text, /id="username"/);
    await send(FORM, { ...FULL, username: 'eve' });
    assert.equal((await alice()).username, 'alice');
  });
  await atAction(
    'UPDATE_PROFILE',
    async ({ fixture, send, alice }) => {
      const shown = await send(FORM, { ...FULL, username: 'BOB' });
      assert.match(shown.text, /input-error-username.*Username already exists\./);
      await send(FORM, { ...FULL, username: 'Alicia' }, shown);
      assert.equal((await alice()).username, 'alicia');
      assert.deepEqual(fixture.store.realms.find('r')?.['organizations'], [
        { members: [{ username: 'alicia' }] },
      ]);
    },
    { realm: { editUsernameAllowed: true, organizations: [{ members: [{ username: 'alice' }] }] } },
  );
});

test('registrationEmailAsUsername: the new address becomes the user name', () =>
  atAction(
    'UPDATE_PROFILE',
    async ({ send, alice }) => {
      await send(FORM, FULL);
      assert.equal((await alice()).username, 'alice@new.test');
    },
    { realm: { registrationEmailAsUsername: true } },
  ));

const PROFILE = profileSettings({
  attributes: [
    { name: 'username', ...BY_USERS },
    { name: 'email', ...BY_USERS },
    {
      name: 'phone',
      validations: { pattern: { pattern: '[0-9]+' } },
      required: { roles: ['user'] },
      ...BY_USERS,
    },
    { name: 'pets', multivalued: true, ...BY_USERS },
    { name: 'badge', permissions: { view: ['user', 'admin'], edit: ['admin'] } },
    { name: 'salary', permissions: { view: ['admin'], edit: ['admin'] } },
    { name: 'address', selector: { scopes: ['address'] }, ...BY_USERS },
  ],
});
const EMPLOYEE = { attributes: { badge: ['7'], salary: ['100'], shoe: ['42'], pets: ['cat'] } };

test('Keycloak user profile: the page asks for the attributes of the realm, and keeps what it does not show', () =>
  atAction(
    'UPDATE_PROFILE',
    async ({ page, send, alice }) => {
      assert.match(page.text, /id="phone" .*required/);
      assert.match(page.text, /name="badge" [^>]*disabled [^>]*value="7"/);
      assert.doesNotMatch(page.text, /name="(?:salary|shoe|address|firstName)"/);
      await send(FORM, { email: 'a@b.test', phone: '123', pets: '', badge: '1', salary: '1', address: 'x' });
      assert.deepEqual((await alice()).attributes, {
        badge: ['7'],
        salary: ['100'],
        shoe: ['42'],
        phone: ['123'],
      });
    },
    { realm: PROFILE, user: EMPLOYEE },
  ));

test('Keycloak user profile: a missing or invalid attribute is reported at its field, and nothing is changed', () =>
  atAction(
    'UPDATE_PROFILE',
    async ({ page, send, alice }) => {
      const missing = await send(FORM, { email: 'a@b.test' }, page);
      assert.match(missing.text, /input-error-phone.*Please specify this field\./);
      const wrong = await send(FORM, { email: 'a@b.test', phone: '<one>', pets: 'dog' }, missing);
      assert.match(wrong.text, /name="phone" [^>]*value="&lt;one&gt;"/);
      assert.match(wrong.text, /name="pets" [^>]*value="dog"/);
      assert.match(wrong.text, /input-error-phone.*Invalid value\./);
      assert.deepEqual((await alice()).attributes, EMPLOYEE.attributes);
    },
    { realm: PROFILE, user: EMPLOYEE },
  ));
