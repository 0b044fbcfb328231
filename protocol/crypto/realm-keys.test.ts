import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as jose from 'jose';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { signJws } from './jws.ts';
import { createRealmKeys } from './realm-keys.ts';

const clock = { now: () => Date.parse('2026-05-06T00:00:00Z') };

async function keysOf(realm: Partial<StoredRealm> = {}) {
  const { realms } = createMemoryStore();
  await realms.create({ id: 'r1', realm: 'demo', ...realm }, []);
  const log = createCollectingLogger();
  return { realms, log, keys: createRealmKeys(realms, clock, log) };
}

test('a realm has no keys until they are needed; they are stored before they are used', async () => {
  const { realms, keys } = await keysOf();
  assert.equal(realms.find('demo')?.components, undefined);
  const key = await keys.signingKey('demo', 'RS256');
  const stored = realms.find('demo')?.components?.['org.keycloak.keys.KeyProvider'] ?? [];
  assert.equal(stored.length, 1);
  assert.equal((await createRealmKeys(realms, clock).signingKey('demo', 'RS256')).kid, key.kid);
});

test('concurrent callers share one generation', async () => {
  const { realms, keys } = await keysOf();
  const made = await Promise.all(Array.from({ length: 5 }, () => keys.signingKey('demo', 'RS256')));
  assert.equal(new Set(made.map((key) => key.kid)).size, 1);
  assert.equal(realms.find('demo')?.components?.['org.keycloak.keys.KeyProvider']?.length, 1);
});

test('issue "State in PostgreSQL" 4: two servers that need a key at the same time make one', async () => {
  const { realms, keys } = await keysOf();
  const other = createRealmKeys(realms, clock);
  const made = await Promise.all([
    keys.signingKey('demo', 'RS256'),
    other.signingKey('demo', 'RS256'),
    keys.signingKey('demo', 'HS512'),
    other.signingKey('demo', 'HS512'),
  ]);
  assert.equal(new Set(made.map(({ kid }) => kid)).size, 2);
  assert.equal(realms.find('demo')?.components?.['org.keycloak.keys.KeyProvider']?.length, 2);
  assert.deepEqual(await other.publicJwks('demo'), await keys.publicJwks('demo'));
});

test('issue "State in PostgreSQL" 4: two servers fill one key of a realm file', async () => {
  const empty = {
    id: 'k1',
    name: 'rsa',
    providerId: 'rsa-generated',
    config: { priority: ['100'], algorithm: ['RS256'] },
  };
  const { realms, keys } = await keysOf({ components: { 'org.keycloak.keys.KeyProvider': [empty] } });
  const both = [keys, createRealmKeys(realms, clock)].map((each) => each.signingKey('demo', 'RS256'));
  const [first, second] = await Promise.all(both);
  assert.equal(first?.kid, second?.kid);
  assert.equal(realms.find('demo')?.components?.['org.keycloak.keys.KeyProvider']?.length, 1);
});

test("RFC 7517 §5: the published keys verify the realm's signatures, and secrets are never published", async () => {
  const { keys } = await keysOf();
  await keys.signingKey('demo', 'HS512');
  const token = await signJws(await keys.signingKey('demo', 'RS256'), { sub: 'alice' });
  const jwks = await keys.publicJwks('demo');
  const published = JSON.parse(JSON.stringify(jwks)) as jose.JSONWebKeySet;
  assert.equal((await jose.jwtVerify(token, jose.createLocalJWKSet(published))).payload.sub, 'alice');
  assert.deepEqual(published.keys.map((key) => `${key.alg} ${key.use}`).sort(), [
    'RS256 sig',
    'RSA-OAEP enc',
  ]);
  for (const key of published.keys) {
    for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) assert.equal(member in key, false);
    assert.ok(key.x5c && key['x5t#S256'] && key.x5t);
  }
});

test('after a rotation the new key signs, and the previous one still verifies', async () => {
  const { keys } = await keysOf();
  const before = await keys.signingKey('demo', 'RS256');
  const after = await keys.rotate('demo', 'RS256');
  assert.equal((await keys.signingKey('demo', 'RS256')).kid, after.kid);
  assert.notEqual(after.kid, before.kid);
  assert.ok(await keys.verificationKey('demo', before.kid, 'RS256'));
  assert.equal((await keys.list('demo')).find(({ kid }) => kid === before.kid)?.status, 'PASSIVE');
});

test('a disabled key does not sign or verify and is not published; another one replaces it', async () => {
  const { keys } = await keysOf();
  const { kid } = await keys.signingKey('demo', 'ES256');
  assert.equal(await keys.disable('demo', kid), true);
  assert.equal(await keys.disable('demo', kid), false);
  assert.equal(await keys.disable('demo', 'other'), false);
  assert.equal(await keys.verificationKey('demo', kid, 'ES256'), undefined);
  assert.equal(JSON.stringify(await keys.publicJwks('demo')).includes(kid), false);
  assert.notEqual((await keys.signingKey('demo', 'ES256')).kid, kid);
});

test('realm-admin A8: a component whose key is missing from the file gets one, and keeps priority and name', async () => {
  const bare = {
    id: 'c1',
    name: 'mine',
    providerId: 'ecdsa-generated',
    config: { priority: ['42'], ecdsaEllipticCurveKey: ['P-384'], ecdsaPrivateKey: ['**********'] },
  };
  const { realms, keys } = await keysOf({ components: { 'org.keycloak.keys.KeyProvider': [bare] } });
  const [key] = await keys.list('demo').then((list) => list.filter(({ algorithm }) => algorithm === 'ES384'));
  assert.deepEqual([key?.componentId, key?.name, key?.priority], ['c1', 'mine', 42]);
  const stored = realms.find('demo')?.components?.['org.keycloak.keys.KeyProvider'] ?? [];
  assert.equal(stored.filter(({ id }) => id === 'c1').length, 1);
});

test('realm-admin A8: a component with invalid settings is logged, and another key replaces it', async () => {
  const odd = { id: 'c1', name: 'odd', providerId: 'rsa-generated', config: { keySize: ['many'] } };
  const { keys, log } = await keysOf({ components: { 'org.keycloak.keys.KeyProvider': [odd] } });
  const { kid } = await keys.signingKey('demo', 'RS256');
  assert.ok((await keys.list('demo')).some((key) => key.kid === kid && key.componentId !== 'c1'));
  assert.match(String(log.records[0]?.parameters['fault']), /keySize must be one of/);
});

test('realm-admin A8: a Java keystore in a realm file is logged and skipped', async () => {
  const keystore = { id: 'k', name: 'ks', providerId: 'java-keystore', config: { keystore: ['/x.jks'] } };
  const { keys, log } = await keysOf({ components: { 'org.keycloak.keys.KeyProvider': [keystore] } });
  assert.ok((await keys.signingKey('demo', 'ES256')).kid);
  assert.equal(log.records[0]?.parameters['provider'], 'java-keystore');
});

test('a key verifies only with its own algorithm, and not when unknown, disabled or for encryption', async () => {
  const { realms, keys } = await keysOf();
  const { kid } = await keys.signingKey('demo', 'RS256');
  const encryption = (await keys.list('demo')).find((key) => key.use === 'ENC');
  assert.equal(await keys.verificationKey('demo', kid, 'HS512'), undefined);
  assert.equal(await keys.verificationKey('demo', 'other', 'RS256'), undefined);
  assert.equal(await keys.verificationKey('nowhere', kid, 'RS256'), undefined);
  assert.equal(await keys.verificationKey('demo', encryption?.kid, 'RSA-OAEP'), undefined);
  await realms.update('demo', (realm) => {
    const components = realm.components?.['org.keycloak.keys.KeyProvider'] ?? [];
    const off = components.map((component) => ({
      ...component,
      config: { ...component.config, enabled: ['false'] },
    }));
    return { ...realm, components: { 'org.keycloak.keys.KeyProvider': off } };
  });
  assert.equal(await keys.verificationKey('demo', kid, 'RS256'), undefined);
});

test('an invalid key is logged, and a new one replaces it', async () => {
  const damaged = { name: 'mine', providerId: 'rsa', config: { privateKey: ['not a key'] } };
  const { keys, log } = await keysOf({ components: { 'org.keycloak.keys.KeyProvider': [damaged] } });
  assert.ok((await keys.signingKey('demo', 'RS256')).kid);
  assert.equal(log.records[0]?.parameters['key'], 'mine');
});

test('an unknown realm or algorithm throws TypeError', async () => {
  const { keys } = await keysOf();
  await assert.rejects(keys.signingKey('nowhere', 'RS256'), TypeError);
  await assert.rejects(keys.signingKey('demo', 'none'), TypeError);
});
