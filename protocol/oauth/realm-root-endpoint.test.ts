import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { withOAuthServer } from './testing/server.ts';

test('the realm’s root URL returns name, key and endpoint URLs, to every origin', async () => {
  await withOAuthServer(async (server) => {
    const { status, headers, body } = await server.send('/realms/demo', {
      headers: { origin: 'http://any.test' },
    });
    assert.equal(status, 200);
    assert.equal(headers.get('access-control-allow-origin'), 'http://any.test');
    const { public_key: key, ...rest } = body;
    assert.deepEqual(rest, {
      realm: 'demo',
      'token-service': `${server.issuer}/protocol/openid-connect`,
      'account-service': `${server.issuer}/account`,
      'tokens-not-before': 0,
    });
    const der = Buffer.from(String(key), 'base64');
    assert.equal(createPublicKey({ key: der, format: 'der', type: 'spki' }).asymmetricKeyType, 'rsa');
  });
});

test('a change of the realm is visible immediately', async () => {
  await withOAuthServer(async (server) => {
    await server.send('/realms/demo');
    await server.changeRealm((realm) => ({ ...realm, notBefore: 7 }));
    assert.equal((await server.send('/realms/demo')).body['tokens-not-before'], 7);
  });
});

test('a realm that does not exist is 404', async () => {
  await withOAuthServer(async (server) => {
    const { status, body } = await server.send('/realms/nowhere');
    assert.equal(status, 404);
    assert.equal(body['error'], 'Realm does not exist');
  });
});
