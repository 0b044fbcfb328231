import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userEventsOf } from '#protocol/events/user-events.ts';
import { nextRecoveryCode } from '#protocol/realm/users/recovery-codes.ts';
import { formAction, type TestPage } from '../testing/browser.ts';
import { withLogin } from '../testing/login-fixture.ts';
import { type ActionFixture, atAction } from '../testing/required-action.ts';

const ACTION = 'CONFIGURE_RECOVERY_AUTHN_CODES';
const FORM = 'kc-recovery-codes-settings-form';

const fieldOf = ({ text }: TestPage, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

/** The hidden fields of the page. */
const fieldsOf = (page: TestPage) => ({
  generatedRecoveryAuthnCodes: fieldOf(page, 'generatedRecoveryAuthnCodes'),
  generatedAt: fieldOf(page, 'generatedAt'),
  userLabel: fieldOf(page, 'userLabel'),
});

const listsOf = async ({ alice }: Pick<ActionFixture, 'alice'>) =>
  (await alice()).credentials?.filter(({ type }) => type === 'recovery-authn-codes') ?? [];

test('Keycloak CONFIGURE_RECOVERY_AUTHN_CODES: the codes of the page are stored as hashes', () =>
  atAction(ACTION, async ({ page, send, alice, browser, fixture }) => {
    const events: unknown[] = [];
    fixture.activity.observe((recorded) => events.push(...userEventsOf(recorded, undefined)));
    const fields = fieldsOf(page);
    assert.equal(fields.generatedRecoveryAuthnCodes.split(',').length, 12);
    const answer = await send(FORM, { ...fields, kcRecoveryCodesConfirmationCheck: 'on' });
    assert.equal(await browser.usernameOf(answer), 'alice');
    const stored = await alice();
    assert.deepEqual(stored.requiredActions, []);
    assert.equal(nextRecoveryCode(stored), 1);
    const [list] = await listsOf({ alice });
    assert.equal(list?.userLabel, 'Recovery codes');
    assert.equal(String(list?.createdDate), fields.generatedAt);
    assert.doesNotMatch(
      JSON.stringify(stored),
      new RegExp(fields.generatedRecoveryAuthnCodes.split(',')[0] ?? '-'),
    );
    assert.deepEqual(events[0], {
      kind: 'UPDATE_CREDENTIAL',
      error: '',
      details: { custom_required_action: ACTION, credential_type: 'recovery-authn-codes' },
    });
  }));

test('reloading the page shows the same codes, another tab has its own', () =>
  atAction(ACTION, async ({ page, browser, fixture }) => {
    const [path = ''] = formAction(page, FORM).split('&session_code=');
    const again = await browser.get(formAction(page, FORM).replace(/session_code=[^&]*&/, ''));
    assert.notEqual(path, '');
    assert.deepEqual(fieldsOf(again), fieldsOf(page));
    const other = fixture.browser();
    const tab = await other.follow(await other.signIn(await other.open(), 'alice', 'alice-password'));
    assert.notEqual(
      fieldOf(tab, 'generatedRecoveryAuthnCodes'),
      fieldOf(page, 'generatedRecoveryAuthnCodes'),
    );
  }));

test('Keycloak: whoever saves without the confirmation, which Keycloak’s form does not send, is not refused', () =>
  atAction(ACTION, async ({ page, send, browser }) => {
    assert.equal(await browser.usernameOf(await send(FORM, fieldsOf(page))), 'alice');
  }));

test('refused: codes that are missing, chosen by the sender, of another tab, with markup or too many', () =>
  atAction(ACTION, async ({ page, send, alice, fixture }) => {
    const other = fixture.browser();
    const tab = await other.follow(await other.signIn(await other.open(), 'alice', 'alice-password'));
    const fields = fieldsOf(page);
    let shown = page;
    for (const forged of [
      {},
      { generatedRecoveryAuthnCodes: fields.generatedRecoveryAuthnCodes },
      { ...fields, generatedAt: '0' },
      { ...fields, generatedRecoveryAuthnCodes: 'AAAABBBBCCCC' },
      { ...fields, generatedRecoveryAuthnCodes: '' },
      { ...fields, generatedRecoveryAuthnCodes: '<script>alert(1)</script>' },
      { ...fields, generatedRecoveryAuthnCodes: 'A'.repeat(100_000) },
      { ...fields, userLabel: 'x'.repeat(100_000) },
      { ...fields, userLabel: 'a\u0000b' },
      fieldsOf(tab),
    ]) {
      shown = await send(FORM, forged, shown);
      assert.equal(shown.status, 200);
      assert.match(shown.text, /kc-feedback-text">(The submitted codes are not|The label has at most)/);
      assert.doesNotMatch(shown.text, /<script>alert/);
      assert.deepEqual(fieldsOf(shown), fields);
    }
    assert.deepEqual(await listsOf({ alice }), []);
  }));

test('refused: the form a second time', () =>
  atAction(ACTION, async ({ page, send, alice }) => {
    await send(FORM, fieldsOf(page));
    const again = await send(FORM, fieldsOf(page));
    assert.ok(again.status < 500);
    assert.equal((await listsOf({ alice })).length, 1);
  }));

test('a label with markup is stored as it is', () =>
  atAction(ACTION, async ({ page, send, alice }) => {
    await send(FORM, { ...fieldsOf(page), userLabel: '<b>Mine</b>' });
    assert.equal((await listsOf({ alice }))[0]?.userLabel, '<b>Mine</b>');
  }));

test('Keycloak kc_action: new codes replace the old ones, cancelling keeps them, skip_if_exists skips', () =>
  withLogin(async (fixture, browser) => {
    const alice = async () =>
      (await fixture.store.users.find('r-id', 'alice-id')) ?? { id: '', username: '' };
    const open = `kc_action=${ACTION}`;
    const first = await browser.follow(
      await browser.signIn(await browser.open(open), 'alice', 'alice-password'),
    );
    const cancelled = await browser.post(formAction(first, FORM), { 'cancel-aia': 'true' });
    assert.equal(cancelled.leadsTo['kc_action_status'], 'cancelled');
    assert.deepEqual(await listsOf({ alice }), []);
    const second = await browser.follow(await browser.open(open));
    const done = await browser.post(formAction(second, FORM), fieldsOf(second));
    assert.equal(done.leadsTo['kc_action_status'], 'success');
    const [old] = await listsOf({ alice });
    const skipped = await browser.open(`${open}:skip_if_exists`);
    assert.equal(skipped.leadsTo['kc_action_status'], 'success');
    const third = await browser.follow(await browser.open(open));
    await browser.post(formAction(third, FORM), fieldsOf(third));
    const [fresh, ...more] = await listsOf({ alice });
    assert.notEqual(fresh?.id, old?.id);
    assert.deepEqual(more, []);
  }));

test('"Sign out from other devices" ends the user’s other sessions, not the offline ones', () =>
  atAction(ACTION, async ({ page, send, fixture }) => {
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({ ...user, requiredActions: [] }));
    const other = fixture.browser();
    await other.signIn(await other.open(), 'alice', 'alice-password');
    assert.equal(await other.isSignedIn(), true);
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({ ...user, requiredActions: [ACTION] }));
    await send(FORM, { ...fieldsOf(page), 'logout-sessions': 'on' });
    assert.equal(await other.isSignedIn(), false);
  }));

test('a realm that disables the action does not ask', () =>
  withLogin(
    async (_fixture, browser) => {
      const answer = await browser.signIn(
        await browser.open(`kc_action=${ACTION}`),
        'alice',
        'alice-password',
      );
      assert.equal(answer.leadsTo['kc_action_status'], 'error');
    },
    { requiredActions: [{ alias: ACTION, enabled: false }] },
  ));
