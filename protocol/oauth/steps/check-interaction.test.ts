import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction } from '#protocol/login/testing/browser.ts';
import { claimsOf, refusalOf, withOAuthServer } from '../testing/server.ts';

for (const prompt of ['none login', 'consent none']) {
  test(`OIDC Core §3.1.2.1: prompt "${prompt}" contradicts itself and is refused at the redirect URI`, async () => {
    await withOAuthServer(async (server) => {
      const refusal = await refusalOf(server, { prompt });
      assert.deepEqual(
        [refusal.destination, refusal.code, refusal.description, refusal.rule],
        ['client', 'invalid_request', 'Invalid parameter: prompt', 'check-interaction'],
      );
    });
  });
}

for (const maxAge of ['-1', '1.5', 'soon', '99999999999']) {
  test(`OIDC Core §3.1.2.1: max_age "${maxAge}" is refused at the redirect URI`, async () => {
    await withOAuthServer(async (server) => {
      const refusal = await refusalOf(server, { max_age: maxAge });
      assert.deepEqual(
        [refusal.code, refusal.description],
        ['invalid_request', 'Invalid parameter: max_age'],
      );
    });
  });
}

test('OIDC Core §3.1.2.6: prompt=none without a session answers login_required without a description', async () => {
  await withOAuthServer(async (server) => {
    const refusal = await refusalOf(server, { prompt: 'none' });
    assert.deepEqual(
      [refusal.destination, refusal.code, refusal.description],
      ['client', 'login_required', ''],
    );
  });
});

test('OIDC Core §3.1.2.1: prompt=login asks again despite the session, and keeps it', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const first = await server.signIn(browser);
    server.pass(10);
    const page = await server.authorize(browser, { prompt: 'login' });
    assert.equal(page.status, 200);
    const { leadsTo } = await browser.signIn(page, 'alice', 'alice-password');
    assert.equal(leadsTo['session_state'], first['session_state']);
  });
});

test('OIDC Core §3.1.2.1: a session older than max_age requires a new sign-in, a younger one does not', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    await server.signIn(browser);
    server.pass(61);
    assert.equal((await server.authorize(browser, { max_age: '60' })).status, 200);
    assert.equal((await server.authorize(browser, { max_age: '62' })).status, 302);
  });
});

test('OIDC Core §3.1.2.1: prompt=select_account asks for the account despite the session', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    await server.signIn(browser);
    assert.equal((await server.authorize(browser, { prompt: 'select_account' })).status, 200);
  });
});

for (const prompt of ['consent', 'login consent', 'consent select_account login', '  login   consent ']) {
  test(`OIDC Core §3.1.2.4: prompt "${prompt}" asks for consent again, once`, async () => {
    await withOAuthServer(async (server) => {
      const browser = server.browser();
      const asked = { client_id: 'consenting', prompt };
      const page = await server.authorize(browser, asked);
      const consent = await browser.follow(await browser.signIn(page, 'alice', 'alice-password'));
      const { leadsTo } = await browser.post(formAction(consent, 'understudy-consent'), { accept: 'Yes' });
      assert.equal(typeof leadsTo['code'], 'string');
      assert.equal((await server.authorize(browser, { client_id: 'consenting' })).status, 302);
      assert.equal((await server.authorize(browser, asked)).status, 200);
    });
  });
}

test('Compat: an unknown prompt is ignored', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    await server.signIn(browser);
    assert.equal((await server.authorize(browser, { prompt: 'sometime' })).status, 302);
  });
});

test('OIDC Core §3.1.2.1: max_age=0 asks despite a session started this moment, and auth_time is the new sign-in', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const before = claimsOf((await server.tokens({}, browser)).id_token)['auth_time'];
    server.pass(5);
    assert.equal((await server.authorize(browser, { max_age: '0' })).status, 200);
    const after = claimsOf((await server.tokens({ max_age: '0' }, browser)).id_token)['auth_time'];
    assert.equal(Number(after), Number(before) + 5);
  });
});

test('OIDC Core §3.1.2.1: display and ui_locales never cause an error', async () => {
  await withOAuthServer(async (server) => {
    const changes = { display: 'hologram', ui_locales: 'xx-yy de' };
    assert.equal((await server.authorize(server.browser(), changes)).status, 200);
  });
});
