import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsOf, refusalOf, withOAuthServer } from '../testing/server.ts';

test('OIDC Core §2: the ID token contains the nonce unchanged', async () => {
  await withOAuthServer(async (server) => {
    const { id_token } = await server.tokens({ nonce: 'n-0S6_ & "quoted"' });
    assert.equal(claimsOf(id_token)['nonce'], 'n-0S6_ & "quoted"');
  });
});

test('OIDC Core §3.1.2.1: the code flow needs no nonce, and none is invented', async () => {
  await withOAuthServer(async (server) => {
    const { id_token } = await server.tokens();
    assert.equal('nonce' in claimsOf(id_token), false);
  });
});

const IMPLICIT = { client_id: 'implicit', redirect_uri: 'http://app.test/implicit' };

for (const response_type of ['id_token', 'id_token token', 'code id_token', 'code id_token token']) {
  test(`OIDC Core §3.2.2.1: response_type "${response_type}" without a nonce, or with an empty one, is refused`, async () => {
    await withOAuthServer(async (server) => {
      const answer = await refusalOf(server, { ...IMPLICIT, response_type, nonce: '' });
      assert.deepEqual(
        [answer.destination, answer.code, answer.description, answer.rule],
        ['client', 'invalid_request', 'Missing parameter: nonce', 'check-nonce'],
      );
    });
  });
}

for (const response_type of ['token', 'code token']) {
  test(`OIDC Core §3.3.2.11: response_type "${response_type}" needs no nonce`, async () => {
    await withOAuthServer(async (server) => {
      const page = await server.authorize(server.browser(), { ...IMPLICIT, response_type });
      assert.equal(page.status, 200);
    });
  });
}
