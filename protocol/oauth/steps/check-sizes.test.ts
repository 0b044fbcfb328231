import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLBACK } from '../testing/realm.ts';
import { refusalOf, withOAuthServer } from '../testing/server.ts';

for (const name of ['nonce', 'scope', 'login_hint', 'acr_values', 'unheard_of']) {
  test(`RFC 6749 §3.1: an oversized ${name} is refused at the redirect URI by name`, async () => {
    await withOAuthServer(async (server) => {
      const refusal = await refusalOf(server, { [name]: 'x'.repeat(4001) });
      assert.deepEqual(
        [refusal.destination, refusal.code, refusal.description, refusal.rule],
        [
          'client',
          'invalid_request',
          `The size of OIDC parameter '${name}' is longer than allowed.`,
          'check-sizes',
        ],
      );
    });
  });
}

test('RFC 6749 §4.1.2: a state of 4000 characters is returned in full', async () => {
  await withOAuthServer(async (server) => {
    const state = 's'.repeat(4000);
    assert.equal((await server.signIn(server.browser(), { state }))['state'], state);
  });
});

test('OIDC Core §3.1.2.1: the request can be sent by POST, and the query is then ignored', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const form = { client_id: 'web', response_type: 'code', redirect_uri: CALLBACK, scope: 'openid' };
    const address = `${server.issuer}/protocol/openid-connect/auth`;
    assert.equal((await browser.post(address, form)).status, 200);
    const query = new URLSearchParams(form).toString();
    assert.equal((await browser.post(`${address}?${query}`, {})).status, 400);
  });
});

test('OIDC Core §3.1.2.1: a login_hint too long to be a username is not shown on the page', async () => {
  await withOAuthServer(async (server) => {
    for (const [length, filled] of [
      [255, true],
      [256, false],
    ] as const) {
      const hint = 'h'.repeat(length);
      const page = await server.authorize(server.browser(), { login_hint: hint });
      assert.deepEqual([page.status, page.text.includes(hint)], [200, filled]);
    }
  });
});
