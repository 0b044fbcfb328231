import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf, withOAuthServer } from '../testing/server.ts';

for (const scope of ['openid unheard-of', 'OPENID', 'email,profile']) {
  test(`RFC 6749 §3.3: scope "${scope}" is refused at the redirect URI and quoted in full`, async () => {
    await withOAuthServer(async (server) => {
      const refusal = await refusalOf(server, { scope });
      assert.deepEqual(
        [refusal.destination, refusal.code, refusal.description, refusal.rule],
        ['client', 'invalid_scope', `Invalid scopes: ${scope}`, 'check-scope'],
      );
      assert.match(refusal.remedy ?? '', /optionalClientScopes/);
    });
  });
}

test('OIDC Core §3.1.2.1: a request without openid succeeds, and Activity notes what is missing', async () => {
  await withOAuthServer(async (server) => {
    const page = await server.authorize(server.browser(), { scope: 'email' });
    assert.equal(page.status, 200);
    const id = server.activity.list().records[0]?.id ?? '';
    const notes = server.activity.find(id, { reveal: false })?.decisions ?? [];
    assert.match(notes.find(({ outcome }) => outcome === 'noted')?.detail ?? '', /no ID token/);
  });
});
