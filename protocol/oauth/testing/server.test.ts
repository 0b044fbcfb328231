import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsOf, withOAuthServer } from './server.ts';

test('a complete sign-in returns alice’s tokens, in a session', async () => {
  await withOAuthServer(async (server) => {
    const tokens = await server.tokens();
    const claims = claimsOf(tokens.id_token);
    assert.equal(claims['preferred_username'], 'alice');
    assert.equal(claims['sid'], tokens.session_state);
    assert.deepEqual(
      server.log.records.filter((record) => record.level === 'ERROR'),
      [],
    );
  });
});

test('a refusal includes what Activity shows for it', async () => {
  await withOAuthServer(async (server) => {
    const { status, refusal } = await server.post('token', {});
    assert.equal(status, 400);
    assert.equal(refusal?.code, 'invalid_request');
  });
});
