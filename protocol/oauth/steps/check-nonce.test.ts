import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsOf, withOAuthServer } from '../test-server.ts';

test('OIDC Core §2: a nonce comes back in the ID token, unchanged', async () => {
  await withOAuthServer(async (server) => {
    const { id_token } = await server.tokens({ nonce: 'n-0S6_ & "quoted"' });
    assert.equal(claimsOf(id_token)['nonce'], 'n-0S6_ & "quoted"');
  });
});

test('OIDC Core §3.1.2.1: the code flow needs no nonce, and none is made up', async () => {
  await withOAuthServer(async (server) => {
    const { id_token } = await server.tokens();
    assert.equal('nonce' in claimsOf(id_token), false);
  });
});
