import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { compactDecrypt } from 'jose';
import { startTestApplication } from '../testing/application.ts';
import { WEB } from '../testing/realm.ts';
import { claimsOf, withOAuthServer } from '../testing/server.ts';

test('OIDC Back-Channel Logout §2.4: a client whose ID tokens are encrypted gets encrypted logout tokens', async () => {
  const application = await startTestApplication();
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), use: 'enc', kid: 'enc-1' };
  try {
    await withOAuthServer(async (server) => {
      await server.changeClient('web', {
        attributes: {
          'backchannel.logout.url': `${application.url}/200`,
          'id.token.encrypted.response.alg': 'ECDH-ES',
          'use.jwks.string': 'true',
          'jwks.string': JSON.stringify({ keys: [jwk] }),
        },
      });
      const { refresh_token } = await server.tokens();
      await server.post('logout', { ...WEB, refresh_token });
      const { plaintext } = await compactDecrypt(application.received[0]?.logoutToken ?? '', privateKey);
      assert.equal(claimsOf(Buffer.from(plaintext).toString())['aud'], 'web');
    });
  } finally {
    await application.stop();
  }
});
