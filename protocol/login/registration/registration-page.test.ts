import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { listParameters } from '#protocol/http/parameters.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { listFields } from '#protocol/realm/profile/profile-fields.ts';
import { unknownMessage } from '../testing/page-texts.ts';
import { messageOf } from '../texts/message.ts';
import { renderRegistrationPage } from './registration-page.ts';

function render(
  texts: Readonly<Record<string, string>> = {},
  sent?: Readonly<Record<string, string>>,
): string {
  const problems = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, unknownMessage(text)]),
  );
  const exchange: RealmExchange = {
    ...createTestExchange({ realm: { passwordPolicy: 'length(8) and digits(1)' } }),
    method: sent === undefined ? 'GET' : 'POST',
    form: listParameters(Object.entries(sent ?? {})),
  };
  const { realm } = exchange;
  const reply = renderRegistrationPage(exchange, {
    action: 'http://h/action?a=1&b=2',
    signInUrl: 'http://h/sign-in',
    form: { flow: 'f', createsUser: true, asksPassword: true, asksTerms: true, steps: [] },
    fields: listFields(realm, { form: 'registration', scopes: [] }),
    heading: messageOf('registerTitle'),
    initial: { username: 'hinted' },
    problems,
  });
  return String(reply.body).replaceAll('\n', '');
}

test('Keycloak login theme: form, button, terms and the way back have their ids', () => {
  const text = render();
  assert.match(text, /<form id="kc-register-form" method="post" action="http:\/\/h\/action\?a=1&amp;b=2"/);
  assert.match(text, /<div id="kc-form-buttons"[^>]*><input type="submit" value="Register"/);
  assert.match(text, /id="kc-registration-terms-text"/);
  assert.match(text, /id="kc-form-options"><span><a href="http:\/\/h\/sign-in">/);
  assert.match(text, /id="form-help-text-after-password"[^>]*>At least 8 characters, at least 1 digit\.</);
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
