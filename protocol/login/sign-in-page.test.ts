import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { html } from '#protocol/http/html.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { renderSignInPage, type SignInPage } from './sign-in-page.ts';

const PAGE: SignInPage = {
  fields: 'sign-in',
  anotherWayAction: undefined,
  action: (execution) => `/post?execution=${execution}`,
  anotherUserUrl: '/restart',
  clientName: html`${'Shop & <Co>'}`,
  username: '',
  rememberMe: false,
  knownUsername: undefined,
  notice: undefined,
  problem: undefined,
  forgotPasswordUrl: undefined,
  registrationUrl: undefined,
  providers: [],
  namedUsers: undefined,
};

function render(page: Partial<SignInPage> = {}, realm: Partial<RealmRepresentation> = {}): string {
  const reply = renderSignInPage(createTestExchange({ realm }), { ...PAGE, ...page });
  assert.equal(reply.status, 200);
  return String(reply.body);
}

function tagOf(text: string, id: string): string {
  return new RegExp(`<[^>]* id="${id}"[^>]*>`).exec(text)?.[0] ?? '';
}

test("the form has the ids and names of Keycloak's page", () => {
  const text = render({}, { rememberMe: true });
  assert.match(tagOf(text, 'kc-form-login'), /method="post" action="\/post\?execution=username-password"/);
  assert.match(tagOf(text, 'username'), /type="text".* name="username"/);
  assert.match(tagOf(text, 'password'), /type="password".* name="password"/);
  assert.match(tagOf(text, 'rememberMe'), /type="checkbox".* name="rememberMe"/);
  assert.match(tagOf(text, 'kc-login'), /type="submit".* name="login"/);
  assert.match(tagOf(text, 'id-hidden-input'), /type="hidden".* name="credentialId"/);
  assert.match(text, /<title>Sign in to Realm &lt;R&gt;<\/title>/);
});

test('the label of the user name field says what users may enter', () => {
  const labelOf = (realm: Partial<RealmRepresentation>) =>
    /<label for="username"[^>]*>([^<]*)</.exec(render({}, realm))?.[1];
  assert.equal(labelOf({}), 'Username or email');
  assert.equal(labelOf({ loginWithEmailAllowed: false }), 'Username');
  assert.equal(labelOf({ duplicateEmailsAllowed: true }), 'Username');
  assert.equal(labelOf({ registrationEmailAsUsername: true }), 'Email');
});

test('every element id is unique', () => {
  const person = { id: 'a', label: 'A', detail: 'a', initial: 'A' };
  const named = { users: [person, { ...person, id: 'b' }], more: true };
  const text = render({ problem: html`P`, notice: html`N`, namedUsers: named }, { rememberMe: true });
  const ids = [...text.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]);
  assert.equal(new Set(ids).size, ids.length);
});

test('external values are escaped', () => {
  const evil = '"><img src=x onerror=alert(1)>';
  const named = { users: [{ id: evil, label: evil, detail: evil, initial: '<' }], more: false };
  const text = render(
    {
      username: evil,
      problem: html`${evil}`,
      notice: html`${evil}`,
      clientName: html`${evil}`,
      namedUsers: named,
    },
    { displayName: evil },
  );
  assert.doesNotMatch(text, /<img/);
  assert.doesNotMatch(render({ knownUsername: evil }), /<img/);
});

test('an error is announced and described on both fields, and the password has the focus', () => {
  const text = render({ username: 'alice', problem: html`Invalid username or password.` });
  assert.match(
    text,
    /<span id="input-error" role="alert"[^>]*><span id="input-error-username"[^>]*>Invalid username or password\./,
  );
  for (const id of ['username', 'password']) {
    assert.match(tagOf(text, id), /aria-invalid="true" aria-describedby="input-error"/);
  }
  assert.match(tagOf(text, 'password'), /autofocus/);
  assert.doesNotMatch(tagOf(text, 'username'), /autofocus/);
});

test('Keycloak login theme: the form is in its wrappers, and browsers submit it although a field is empty', () => {
  assert.match(
    render(),
    /<div id="kc-form"><div id="kc-form-wrapper"><form id="kc-form-login" method="post" action="[^"]*" novalidate[^>]*>/,
  );
});

test('Keycloak login theme: where the password alone is asked for, the error is at the password', () => {
  const text = render({ knownUsername: 'alice', problem: html`Invalid password.` });
  assert.match(text, /<span id="input-error-password"[^>]*>Invalid password\.<\/span>/);
  assert.doesNotMatch(text, /input-error-username/);
});

test('without an error there is no error element, and the first empty field has the focus', () => {
  assert.doesNotMatch(render(), /id="input-error/);
  assert.match(tagOf(render(), 'username'), /autofocus/);
  assert.match(tagOf(render({ username: 'alice' }), 'password'), /autofocus/);
});

test('a known user is shown read-only, with a link to use another account', () => {
  const text = render(
    { knownUsername: 'alice', notice: html`${'Please re-authenticate to continue'}` },
    { rememberMe: true },
  );
  assert.match(
    text,
    /<input type="text" id="kc-attempted-username" value="alice" autocomplete="username" readonly[^>]*>/,
  );
  assert.match(text, /<a id="reset-login" href="\/restart">/);
  assert.match(text, /<span class="[^"]*kc-feedback-text">Please re-authenticate to continue<\/span>/);
  assert.doesNotMatch(text, /name="username"|rememberMe/);
});

test('remember me is offered only if the realm allows it', () => {
  assert.doesNotMatch(render({ rememberMe: true }), /rememberMe/);
  assert.match(tagOf(render({ rememberMe: true }, { rememberMe: true }), 'rememberMe'), / checked/);
  assert.doesNotMatch(tagOf(render({}, { rememberMe: true }), 'rememberMe'), / checked/);
});

test('one-click sign-in is a separate form, absent when no user can use it', () => {
  const users = [{ id: 'a-id', label: 'Alice', detail: 'alice', initial: 'A' }];
  const text = render({ namedUsers: { users, more: false } });
  assert.match(tagOf(text, 'understudy-one-click'), /method="post" action="\/post\?execution=one-click"/);
  assert.match(text, /<button type="submit" name="user_id" value="a-id" aria-labelledby="one-click-name-0"/);
  assert.match(text, /<span class="us-name" id="one-click-name-0">Continue as Alice<\/span>/);
  assert.doesNotMatch(text, /More users/);
  assert.match(render({ namedUsers: { users, more: true } }), /More users are in the console\./);
  assert.doesNotMatch(render({ namedUsers: { users: [], more: false } }), /one-click/);
});
