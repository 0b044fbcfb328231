import assert from 'node:assert/strict';
import { test } from 'node:test';
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
