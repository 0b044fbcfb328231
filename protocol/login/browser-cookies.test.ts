import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { readBrowserId, readRememberedUsername, withCookies } from './browser-cookies.ts';
import { formAction } from './testing/browser.ts';
import { authorizationUrl } from './testing/login-browser.ts';
import { withLogin } from './testing/login-fixture.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

function named(lines: readonly string[], name: string): string {
  return lines.find((line) => line.startsWith(`${name}=`)) ?? '';
}

test("the sign-in page sets AUTH_SESSION_ID: HttpOnly, with the realm's path, until the browser is closed", () =>
  withLogin(async (fixture) => {
    const answer = await fetch(`${fixture.baseUrl}${authorizationUrl()}`, {
      headers: { 'user-agent': CHROME },
    });
    const lines = answer.headers.getSetCookie();
    assert.equal(lines.length, 1);
    assert.match(
      lines[0] ?? '',
      /^AUTH_SESSION_ID=[\w-]{43}; Path=\/realms\/r\/; Secure; HttpOnly; SameSite=None$/,
    );
  }));

test('a session sets KEYCLOAK_IDENTITY (HttpOnly) and KEYCLOAK_SESSION (hash of the sid, readable by the session iframe)', () =>
  withLogin(async (_fixture, browser) => {
    const answer = await browser.signIn(await browser.open(), 'alice', 'alice-password');
    const lines = answer.headers.getSetCookie();
    assert.match(named(lines, 'KEYCLOAK_IDENTITY'), /; Path=\/realms\/r\/; HttpOnly; SameSite=Lax$/);
    const hash = createHash('sha256')
      .update((await browser.idToken(answer)).sid)
      .digest('base64url');
    assert.equal(
      named(lines, 'KEYCLOAK_SESSION'),
      `KEYCLOAK_SESSION=${hash}; Path=/realms/r/; Max-Age=36000; SameSite=Lax`,
    );
    assert.equal(named(lines, 'KEYCLOAK_REMEMBER_ME'), '');
  }));

test('remember me keeps identity and user name after the browser closes and prefills the next form', () =>
  withLogin(
    async (_fixture, browser) => {
      const page = await browser.open();
      const fields = { username: 'ALICE@example.test', password: 'alice-password', rememberMe: 'on' };
      const lines = (await browser.post(formAction(page), fields)).headers.getSetCookie();
      assert.match(named(lines, 'KEYCLOAK_IDENTITY'), /; Max-Age=90000; HttpOnly/);
      assert.match(
        named(lines, 'KEYCLOAK_REMEMBER_ME'),
        /^KEYCLOAK_REMEMBER_ME=username:alice; .*Max-Age=31536000; HttpOnly/,
      );
      browser.cookies.delete('KEYCLOAK_IDENTITY');
      const next = await browser.open();
      assert.match(next.text, /name="username" value="alice"/);
      assert.match(next.text, /name="rememberMe" value="on" checked/);
      const forgotten = await browser.signIn(next, 'alice', 'alice-password');
      assert.match(named(forgotten.headers.getSetCookie(), 'KEYCLOAK_REMEMBER_ME'), /Max-Age=0/);
    },
    { rememberMe: true, ssoSessionMaxLifespanRememberMe: 90_000 },
  ));

test('a realm without remember me does not offer it and ignores it in a form', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open();
    assert.doesNotMatch(page.text, /rememberMe/);
    const fields = { username: 'alice', password: 'alice-password', rememberMe: 'on' };
    const lines = (await browser.post(formAction(page), fields)).headers.getSetCookie();
    assert.doesNotMatch(named(lines, 'KEYCLOAK_IDENTITY'), /Max-Age/);
    assert.equal(named(lines, 'KEYCLOAK_REMEMBER_ME'), '');
  }));

test('a malformed browser identifier in the cookie is ignored', () => {
  const read = (value: string) => readBrowserId(createTestExchange({ cookies: { AUTH_SESSION_ID: value } }));
  assert.equal(read('a'.repeat(43)), 'a'.repeat(43));
  for (const value of ['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)};`, `${'a'.repeat(42)}é`]) {
    assert.equal(read(value), undefined, value);
  }
});

test('a malformed KEYCLOAK_REMEMBER_ME is ignored', () => {
  const read = (value: string) =>
    readRememberedUsername(createTestExchange({ cookies: { KEYCLOAK_REMEMBER_ME: value } }));
  assert.equal(read('username:j%C3%BCrgen'), 'jürgen');
  for (const value of ['', 'alice', 'username:%', 'username:%ff'])
    assert.equal(read(value), undefined, value);
});

test('cookies are added to those already in a reply', () => {
  const reply = { status: 302, headers: { 'set-cookie': 'a=1', location: '/' } };
  assert.deepEqual(withCookies(reply, ['b=2']).headers, { 'set-cookie': ['a=1', 'b=2'], location: '/' });
  assert.deepEqual(withCookies({ status: 200 }, ['b=2', 'c=3']).headers, { 'set-cookie': ['b=2', 'c=3'] });
  assert.equal(withCookies(reply, []), reply);
});
