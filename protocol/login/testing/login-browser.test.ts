import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorizationUrl, callbackOf } from './login-browser.ts';
import { withLogin } from './login-fixture.ts';

test('a parameter replaces the one that the client would send, so that none is repeated', () => {
  const { searchParams } = new URL(authorizationUrl('client_id=plain&scope=&state=s'), 'http://localhost');
  assert.deepEqual(
    [...searchParams],
    [
      ['client_id', 'plain'],
      ['response_type', 'code'],
      ['scope', ''],
      ['redirect_uri', callbackOf('plain')],
      ['state', 's'],
    ],
  );
});

test('a sign-in leads to the callback of its client, and the code gives the ID token', () =>
  withLogin(async (fixture, browser) => {
    assert.equal(await browser.isSignedIn(), false);
    const page = await browser.open('client_id=plain&state=s');
    const answer = await browser.signIn(page, 'alice', 'alice-password');
    assert.ok(answer.headers.get('location')?.startsWith(`${callbackOf('plain')}?`));
    assert.equal(await browser.isSignedIn(), true);
    const claims = await browser.idToken(answer);
    assert.equal(claims.preferred_username, 'alice');
    assert.equal(claims.sid, answer.leadsTo['session_state']);
    assert.equal(claims.acr, '1');
    assert.equal(claims.auth_time, fixture.clock.now() / 1000);
  }));

test('an answer without a code gives no ID token, and an unexpected error is not treated as a missing session', () =>
  withLogin(async (fixture, browser) => {
    await assert.rejects(
      browser.usernameOf(await browser.open('prompt=none')),
      /no code: 302 login_required/,
    );
    await fixture.store.realms.update('r', (realm) => ({ ...realm, enabled: false }));
    await assert.rejects(browser.isSignedIn(), TypeError);
  }));
