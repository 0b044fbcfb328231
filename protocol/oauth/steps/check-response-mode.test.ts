import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf, withOAuthServer } from '../testing/server.ts';

for (const mode of ['QUERY', 'query.JWT', 'web_message', 'toString']) {
  test(`Multiple Response Types §2.1: response_mode "${mode}" is refused in the query of the redirect URI`, async () => {
    await withOAuthServer(async (server) => {
      const refusal = await refusalOf(server, { response_mode: mode });
      assert.deepEqual(
        [refusal.destination, refusal.code, refusal.description, refusal.rule],
        ['client', 'invalid_request', 'Invalid parameter: response_mode', 'check-response-mode'],
      );
      assert.match(refusal.remedy ?? '', /query, fragment, form_post/);
    });
  });
}

test('Multiple Response Types §3: tokens cannot be requested in the query', async () => {
  await withOAuthServer(async (server) => {
    const refusal = await refusalOf(server, { response_type: 'id_token', response_mode: 'query' });
    assert.equal(refusal.code, 'invalid_request');
    assert.equal(refusal.description, "Response_mode 'query' not allowed for implicit or hybrid flow");
  });
});

test('a refusal by a later step uses the requested response mode', async () => {
  await withOAuthServer(async (server) => {
    const page = await server.authorize(server.browser(), {
      response_mode: 'form_post',
      scope: 'unheard-of',
    });
    assert.equal(page.status, 200);
    assert.match(page.text, /name="error" value="invalid_scope"/);
  });
});
