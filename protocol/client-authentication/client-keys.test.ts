import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { type ClientKeys, createClientKeys, readJwks } from './client-keys.ts';

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
const ecJwk = { ...ec.export({ format: 'jwk' }), kid: 'ec' };
const rsaJwk = { ...rsa.export({ format: 'jwk' }), kid: 'rsa' };

const noRemote = { load: () => Promise.resolve(undefined), reload: () => Promise.resolve(undefined) };

function clientWith(attributes: Record<string, string>): Client {
  return { clientId: 'c', attributes } as Partial<Client> as Client;
}

async function count(
  keys: ClientKeys,
  attributes: Record<string, string>,
  kid: string | undefined,
  algorithm: string,
): Promise<number> {
  return (await keys.find(clientWith(attributes), kid, algorithm, 0)).length;
}

test('RFC 7517 §5: unusable keys do not hide the others in their set', () => {
  const keys = readJwks({
    keys: [{ kty: 'XX' }, null, 7, { ...ecJwk, use: 'enc' }, { kty: 'oct', k: 'x' }, ecJwk],
  });
  assert.deepEqual(
    keys.map((key) => key.kid),
    ['ec'],
  );
});

test('RFC 7517 §5: anything other than a JWK Set has no keys', () => {
  for (const value of [undefined, null, 'x', [], {}, { keys: {} }]) assert.deepEqual(readJwks(value), []);
});

test('RFC 7518 §3.1: a key is used only for algorithms of its type', async () => {
  const keys = createClientKeys(noRemote, silentLogger);
  const attributes = { 'jwks.string': JSON.stringify({ keys: [ecJwk, { ...rsaJwk, alg: 'PS256' }] }) };
  assert.equal(await count(keys, attributes, undefined, 'ES256'), 1);
  assert.equal(await count(keys, attributes, undefined, 'PS256'), 1);
  for (const algorithm of ['ES384', 'RS256', 'EdDSA', 'HS256'])
    assert.equal(await count(keys, attributes, undefined, algorithm), 0, algorithm);
});

test('RFC 7515 §4.1.4: a kid selects the key with that id', async () => {
  const keys = createClientKeys(noRemote, silentLogger);
  const attributes = { 'jwks.string': JSON.stringify({ keys: [ecJwk] }) };
  assert.equal(await count(keys, attributes, 'ec', 'ES256'), 1);
  assert.equal(await count(keys, attributes, 'other', 'ES256'), 0);
});

test('an attribute may hold a public key, with or without PEM lines', async () => {
  const keys = createClientKeys(noRemote, silentLogger);
  const pem = rsa.export({ format: 'pem', type: 'spki' }).toString();
  const base64 = rsa.export({ format: 'der', type: 'spki' }).toString('base64');
  for (const text of [pem, base64])
    assert.equal(await count(keys, { 'jwt.credential.public.key': text }, 'any', 'RS256'), 1);
});

test('a client without a key, or with an unreadable one, requires setup', async () => {
  const keys = createClientKeys(noRemote, silentLogger);
  for (const attributes of [
    {},
    { 'jwks.string': 'no json' },
    { 'jwt.credential.certificate': 'bm9uZQ==' },
    { 'jwks.url': 'http://a/' },
  ]) {
    await assert.rejects(keys.find(clientWith(attributes), undefined, 'RS256', 0), (error) => {
      return error instanceof OAuthError && error.status === 400 && error.code === 'unauthorized_client';
    });
  }
});

test('a JWKS URL is fetched again if the kid is not in the set', async () => {
  const asked: string[] = [];
  const remote = {
    load: (url: string): Promise<unknown> => {
      asked.push(`load ${url}`);
      return Promise.resolve({ keys: [ecJwk] });
    },
    reload: (url: string): Promise<unknown> => {
      asked.push(`reload ${url}`);
      return Promise.resolve({ keys: [ecJwk, { ...ecJwk, kid: 'new' }] });
    },
  };
  const keys = createClientKeys(remote, silentLogger);
  const attributes = { 'use.jwks.url': 'true', 'jwks.url': 'http://app/jwks' };
  assert.equal(await count(keys, attributes, 'ec', 'ES256'), 1);
  assert.deepEqual(asked, ['load http://app/jwks']);
  assert.equal(await count(keys, attributes, 'new', 'ES256'), 1);
  assert.deepEqual(asked.slice(1), ['load http://app/jwks', 'reload http://app/jwks']);
});
