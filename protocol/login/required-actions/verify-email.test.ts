import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atAction } from '../testing/required-action.ts';

test('the page says that no e-mail is sent and shows the address; confirming verifies it', () =>
  atAction('VERIFY_EMAIL', async ({ page, send, alice, browser }) => {
    assert.match(page.text, /You need to verify your email address to activate your account\./);
    assert.match(page.text, /does not send e-mail.*alice@example\.test/);
    assert.equal(await browser.usernameOf(await send('kc-verify-email-form', {})), 'alice');
    assert.equal((await alice()).emailVerified, true);
  }));

test('a page for an old address does not verify an address changed in the meantime', () =>
  atAction('VERIFY_EMAIL', async ({ send, alice, fixture }) => {
    const form = send('kc-verify-email-form', {});
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({ ...user, email: 'new@example.test' }));
    await form;
    const { email, emailVerified } = await alice();
    assert.ok(email === 'new@example.test');
    assert.notEqual(`${email} ${emailVerified}`, 'alice@example.test true');
  }));

test("the realm's verifyEmail applies without a required action of the user", () =>
  atAction(
    'NONE_OF_OURS',
    async ({ page }) => {
      assert.match(page.text, /kc-verify-email-form/);
    },
    { realm: { verifyEmail: true } },
  ));
