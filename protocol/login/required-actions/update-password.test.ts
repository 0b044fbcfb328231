import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putSession } from '#protocol/store/testing/sample-session.ts';
import { atAction } from '../testing/required-action.ts';

const FORM = 'kc-passwd-update-form';
const both = (password: string) => ({ 'password-new': password, 'password-confirm': password });

test('contract "Pages": the page has the ids of Keycloak\'s page', () =>
  atAction('UPDATE_PASSWORD', async ({ page }) => {
    assert.match(page.text, /You need to change your password to activate your account\./);
    for (const id of ['password-new', 'password-confirm', 'logout-sessions']) {
      assert.match(page.text, new RegExp(`id="${id}"`));
    }
  }));

test('realm-admin A4: the new password completes the sign-in and replaces the old one', () =>
  atAction('UPDATE_PASSWORD', async ({ send, alice, browser, fixture }) => {
    const { preferred_username, acr } = await browser.idToken(await send(FORM, both('brand-new')));
    assert.equal(preferred_username, 'alice');
    assert.equal(acr, '1');
    assert.deepEqual((await alice()).requiredActions, []);
    const later = fixture.browser();
    assert.equal((await later.signIn(await later.open(), 'alice', 'alice-password')).status, 200);
    assert.equal((await later.signIn(await later.open(), 'alice', 'brand-new')).status, 302);
    assert.doesNotMatch(JSON.stringify(await alice()), /brand-new/);
  }));

test('realm-admin A2: passwords that violate the policy, are empty or do not match are rejected', () =>
  atAction(
    'UPDATE_PASSWORD',
    async ({ page, send, alice }) => {
      let shown = page;
      for (const [fields, problem] of [
        [both(''), /input-error-password-new.*Please specify password\./],
        [both('   '), /Please specify password\./],
        [
          { 'password-new': 'long enough 1', 'password-confirm': 'other' },
          /input-error-password-confirm.*Passwords don&#39;t match\./,
        ],
        [both('short'), /Invalid password: minimum length 8\./],
      ] as const) {
        shown = await send(FORM, fields, shown);
        assert.equal(shown.status, 200);
        assert.match(shown.text, problem);
        assert.doesNotMatch(shown.text, /long enough/);
      }
      assert.deepEqual((await alice()).requiredActions, ['UPDATE_PASSWORD']);
    },
    { realm: { passwordPolicy: 'length(8)' } },
  ));

test('"Sign out from other devices" ends the user\'s other sessions, only when checked', async () => {
  for (const [asked, count] of [
    [true, 1],
    [false, 0],
  ] as const) {
    await atAction('UPDATE_PASSWORD', async ({ send, fixture }) => {
      const at = fixture.clock.now();
      const other = { id: 'other', realmId: 'r-id', userId: 'alice-id', username: 'alice', offline: false };
      const times = { startedAt: at, lastAccessAt: at, authenticatedAt: at };
      await putSession(fixture.store.sessions, {
        ...other,
        ...times,
        rememberMe: false,
        ipAddress: '',
        flow: 'f',
        clients: {},
      });
      const box = asked ? { 'logout-sessions': 'on' } : {};
      await send(FORM, { ...both('brand-new'), ...box });
      assert.equal(fixture.ended.length, count);
    });
  }
});
