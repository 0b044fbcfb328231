import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLBACK } from '../testing/realm.ts';
import { withOAuthServer } from '../testing/server.ts';

for (const name of ['scope', 'state', 'prompt', 'response_type', 'anything']) {
  test(`RFC 6749 §3.1: a repeated ${name} is refused at the redirect URI`, async () => {
    await withOAuthServer(async (server) => {
      const query = new URLSearchParams({ client_id: 'web', response_type: 'code', redirect_uri: CALLBACK });
      for (const value of name === 'response_type' ? ['code'] : ['login', 'login']) query.append(name, value);
      const { headers, summary } = await server.send(`auth?${query}`);
      const answer = new URL(headers.get('location') ?? '').searchParams;
      assert.equal(answer.get('error'), 'invalid_request');
      assert.equal(answer.get('error_description'), 'duplicated parameter');
      assert.equal(summary?.refusal?.reason, `Parameter ${name} was sent more than once.`);
    });
  });
}
