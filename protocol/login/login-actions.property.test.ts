import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formAction } from './testing/browser.ts';
import { startLogin } from './testing/login-fixture.ts';

const EVIL = '"><script>alert(1)</script>';
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(EVIL, '__proto__', '\u0000', '%00', '../..'),
);
const fields = (names: readonly string[]) =>
  fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), value), value), { maxLength: 6 });

test('any input to the form targets gets a page or a refusal: no 5xx, no unescaped echo, no session', async () => {
  const fixture = await startLogin({ attributes: { 'understudy.oneClickSignIn': 'true' }, rememberMe: true });
  try {
    await fc.assert(
      fc.asyncProperty(
        fields(['session_code', 'execution', 'client_id', 'tab_id', 'skip_logout']),
        fields(['username', 'password', 'user_id', 'rememberMe', 'credentialId']),
        fc.constantFrom('authenticate', 'restart'),
        fc.boolean(),
        async (query, form, action, keepsTab) => {
          const browser = fixture.browser();
          const url = new URL(keepsTab ? formAction(await browser.open()) : `${fixture.baseUrl}/realms/r/`);
          url.pathname = `/realms/r/login-actions/${action}`;
          for (const [name, text] of query) url.searchParams.append(name, text);
          const answers = [await browser.get(url.href)];
          if (action === 'authenticate') {
            answers.push(await browser.post(url.href, Object.fromEntries(form)));
          }
          for (const answer of answers) {
            assert.ok(answer.status < 500, String(answer.status));
            assert.doesNotMatch(answer.text, /<script/);
          }
          assert.equal(await browser.isSignedIn(), false);
        },
      ),
      { numRuns: 150 },
    );
  } finally {
    await fixture.close();
  }
});

test('arbitrary cookies sign nobody in and cause no failure', async () => {
  const fixture = await startLogin({ rememberMe: true });
  const cookie = fc.string({ unit: fc.constantFrom(...'abcXYZ019_-.%="\\ '), maxLength: 120 });
  try {
    await fc.assert(
      fc.asyncProperty(cookie, cookie, cookie, async (identity, authSession, remembered) => {
        const browser = fixture.browser();
        browser.cookies.set('KEYCLOAK_IDENTITY', identity);
        browser.cookies.set('AUTH_SESSION_ID', authSession);
        browser.cookies.set('KEYCLOAK_REMEMBER_ME', remembered);
        assert.equal((await browser.open()).status, 200);
        assert.equal(await browser.isSignedIn(), false);
      }),
      { numRuns: 100 },
    );
  } finally {
    await fixture.close();
  }
});
