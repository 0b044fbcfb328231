import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import { withOAuthServer } from './testing/server.ts';

interface Jwk {
  readonly kid: string;
  readonly use: string;
  readonly alg: string;
  readonly kty: string;
}

function readKeys(body: Readonly<Record<string, unknown>>): readonly Jwk[] {
  return body['keys'] as readonly Jwk[];
}

test('RFC 7517 §9.2: neither private nor symmetric keys are published', async () => {
  await withOAuthServer(async (server) => {
    await server.tokens();
    const { text, body } = await server.send('certs');
    for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'])
      assert.doesNotMatch(text, new RegExp(`"${member}":`));
    assert.equal(
      readKeys(body).some(({ kty }) => kty === 'oct'),
      false,
    );
  });
});

test('RFC 7517 §5: returns the realm’s signing and encryption keys to every origin, never cached', async () => {
  await withOAuthServer(
    async (server) => {
      const { status, headers, body } = await server.send('certs', {
        headers: { origin: 'http://any.test' },
      });
      assert.equal(status, 200);
      assert.match(headers.get('content-type') ?? '', /^application\/json/);
      assert.match(headers.get('cache-control') ?? '', /no-store/);
      assert.equal(headers.get('access-control-allow-origin'), 'http://any.test');
      const keys = readKeys(body).map(({ use, alg }) => `${use} ${alg}`);
      assert.deepEqual([...keys].sort(), ['enc RSA-OAEP', 'sig RS256']);
    },
    { defaultSignatureAlgorithm: 'RS256' },
  );
});

test('a new key is published immediately, and the old one stays', async () => {
  await withOAuthServer(async (server) => {
    const before = readKeys((await server.send('certs')).body);
    const made = await createRealmKeys(server.store.realms, server.clock, server.log).rotate('demo', 'ES256');
    const after = readKeys((await server.send('certs')).body).map(({ kid }) => kid);
    assert.ok(after.includes(made.kid));
    for (const { kid } of before) assert.ok(after.includes(kid));
  });
});
