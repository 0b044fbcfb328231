import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { listParameters } from '#protocol/http/parameters.ts';
import { listFields } from '#protocol/realm/profile/profile-fields.ts';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import type { FieldProblems } from '../required-actions/required-action.ts';
import { renderRegistrationPage } from './registration-page.ts';

function render(problems: FieldProblems = {}, sent?: Readonly<Record<string, string>>): string {
  const realm = testRealm({ passwordPolicy: 'length(8) and digits(1)' });
  const exchange = {
    realm,
    method: sent === undefined ? 'GET' : 'POST',
    form: listParameters(Object.entries(sent ?? {})),
    basePath: '',
  } as RealmExchange;
  const reply = renderRegistrationPage(exchange, {
    action: 'http://h/action?a=1&b=2',
    signInUrl: 'http://h/sign-in',
    form: { flow: 'f', createsUser: true, asksPassword: true, asksTerms: true, steps: [] },
    fields: listFields(realm, { form: 'registration', scopes: [] }),
    username: 'hinted',
    problems,
  });
  return String(reply.body).replaceAll('\n', '');
}

test('Keycloak login theme: form, button, terms and the way back have their ids', () => {
  const text = render();
  assert.match(text, /<form id="kc-register-form" method="post" action="http:\/\/h\/action\?a=1&amp;b=2"/);
  assert.match(text, /<div id="kc-form-buttons"><input class="primary" type="submit" value="Register">/);
  assert.match(text, /id="kc-registration-terms-text"/);
  assert.match(text, /id="kc-form-options"><span><a href="http:\/\/h\/sign-in">/);
  assert.match(text, /id="form-help-text-after-password">At least 8 characters, at least 1 digit\.</);
  assert.match(text, /name="username" [^>]*value="hinted"/);
});

test('WCAG 3.3.1: the first field that is wrong has the focus, also if that is the password', () => {
  assert.match(render(), /name="username" [^>]*autofocus/);
  assert.match(render({ password: 'No.' }), /name="password" [^>]*autofocus/);
  for (const problems of [
    {},
    { password: 'No.' },
    { email: 'No.', password: 'No.' },
    { termsAccepted: 'No.' },
  ])
    assert.ok((render(problems).match(/ autofocus/g) ?? []).length <= 1, JSON.stringify(problems));
});

test('what was entered is shown again, escaped, except passwords', () => {
  const text = render({ email: 'No.' }, { email: '"<x>', password: 'secret-text', termsAccepted: 'on' });
  assert.match(text, /value="&quot;&lt;x&gt;"/);
  assert.doesNotMatch(text, /secret-text/);
  assert.match(text, /id="termsAccepted" [^>]*checked/);
});
