import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertHarmless, assertRefused, explanationOf, readFields, show, usersOf } from './bad-form.ts';
import type { TestPage } from './browser.ts';
import { FORM_CASES, realmOf } from './form-cases.ts';
import { withLogin } from './login-fixture.ts';

const page = (text: string, status = 200): TestPage => ({
  status,
  headers: new Headers(),
  text,
  leadsTo: {},
});
const SIGN_IN = FORM_CASES[0];

test('the fields of a form are found, with the values that are hidden in the page', () => {
  const text =
    '<form id="a"><input type="hidden" name="h" value="1"><input name="t" value="x"><button name="b"></form><input name="no">';
  assert.deepEqual(
    [...readFields(page(text), 'a')],
    [
      ['h', '1'],
      ['t', ''],
      ['b', ''],
    ],
  );
});

test('an explanation is a message at a field, a notice or an error; a heading is none', () => {
  assert.equal(explanationOf(page('<h1 id="kc-page-title">Sign in</h1><p>Enter your name.</p>')), '');
  assert.equal(
    explanationOf(page('<span id="input-error-x" role="alert">Please <b>specify</b> x.</span>')),
    'Please specify x.',
  );
  assert.equal(explanationOf(page('<span class="kc-feedback-text">Notice</span>')), 'Notice');
});

test('a server error and markup that is not escaped are no harmless answers', () => {
  assert.throws(() => assertHarmless(page('', 500), ''));
  assert.throws(() => assertHarmless(page('<script>alert(1)</script>'), ''));
  assertHarmless(page('&lt;script>alert(1)', 400), '');
});

/** A form with a wrong name, and how it is expected to be refused. */
const rejectionOf = (changes: { readonly rule?: string; readonly users?: [] }, text?: string) =>
  withLogin(
    async (fixture) => {
      assert.ok(SIGN_IN !== undefined);
      const users = await usersOf(fixture);
      const shown = await show(SIGN_IN, fixture);
      const answer = await shown.browser.post(shown.action, [['username', 'nobody']]);
      const expected = { rule: 'authenticate-user', users, what: '', ...changes };
      await assertRefused(fixture, shown, text === undefined ? answer : page(text), expected);
    },
    SIGN_IN === undefined ? {} : realmOf(SIGN_IN),
  );

test('a refusal has its rule in Activity and a text on the page, and stores nothing', async () => {
  await rejectionOf({});
  await assert.rejects(rejectionOf({ rule: 'other' }));
  await assert.rejects(rejectionOf({ users: [] }), /nothing may be stored/);
  await assert.rejects(rejectionOf({}, ''), /the page says nothing/);
});

test('an accepted form is not refused', () =>
  withLogin(
    async (fixture) => {
      assert.ok(SIGN_IN !== undefined);
      const shown = await show(SIGN_IN, fixture);
      const answer = await shown.browser.post(shown.action, shown.right);
      const expected = { rule: 'authenticate-user', users: await usersOf(fixture), what: '' };
      await assert.rejects(assertRefused(fixture, shown, answer, expected), /nobody may be signed in/);
    },
    SIGN_IN === undefined ? {} : realmOf(SIGN_IN),
  ));
