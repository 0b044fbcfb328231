import assert from 'node:assert/strict';
import {
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import * as jose from 'jose';
import { decodeJws, isSignatureAlgorithm, signJws, verifyJws } from './jws.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const secret = createSecretKey(randomBytes(64));
const keys: Record<string, { private: KeyObject; public: KeyObject }> = {};
for (const bits of ['256', '384', '512']) {
  keys[`RS${bits}`] = keys[`PS${bits}`] = { private: rsa.privateKey, public: rsa.publicKey };
  keys[`HS${bits}`] = { private: secret, public: secret };
}
for (const [algorithm, namedCurve] of [
  ['ES256', 'P-256'],
  ['ES384', 'P-384'],
  ['ES512', 'P-521'],
] as const) {
  const pair = generateKeyPairSync('ec', { namedCurve });
  keys[algorithm] = { private: pair.privateKey, public: pair.publicKey };
}
const ed = generateKeyPairSync('ed25519');
keys['EdDSA'] = { private: ed.privateKey, public: ed.publicKey };

function verifies(token: string, algorithm: string, key: KeyObject): boolean {
  const decoded = decodeJws(token);
  return decoded !== undefined && verifyJws(decoded, { kid: 'k', algorithm, key });
}

for (const [algorithm, key] of Object.entries(keys)) {
  test(`RFC 7518 §3.1: jose accepts our ${algorithm} signatures, and we accept its`, async () => {
    const ours = await signJws({ kid: 'k', algorithm, key: key.private }, { sub: 'alice' });
    const { payload, protectedHeader } = await jose.jwtVerify(ours, key.public);
    assert.equal(payload.sub, 'alice');
    assert.deepEqual(protectedHeader, { alg: algorithm, typ: 'JWT', kid: 'k' });
    const theirs = await new jose.SignJWT({ sub: 'bob' })
      .setProtectedHeader({ alg: algorithm })
      .sign(key.private);
    assert.ok(verifies(theirs, algorithm, key.public));
  });

  test(`RFC 7515 §5.2: a changed claim or signature with ${algorithm} is rejected`, async () => {
    const token = await signJws({ kid: 'k', algorithm, key: key.private }, { sub: 'alice' });
    const [header, , signature] = token.split('.');
    const other = Buffer.from('{"sub":"admin"}').toString('base64url');
    assert.equal(verifies(`${header}.${other}.${signature}`, algorithm, key.public), false);
    const flipped = token.slice(0, -6) + (token.at(-6) === 'A' ? 'B' : 'A') + token.slice(-5);
    assert.equal(verifies(flipped, algorithm, key.public), false);
    assert.equal(verifies(`${header}.${other}.`, algorithm, key.public), false);
  });
}

test('RFC 8725 §3.1: a token that names another algorithm than its key is rejected', async () => {
  const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' });
  const confused = await signJws(
    { kid: 'k', algorithm: 'HS256', key: createSecretKey(Buffer.from(pem)) },
    { sub: 'admin' },
  );
  assert.equal(verifies(confused, 'RS256', rsa.publicKey), false);
  assert.equal(verifies(confused, 'HS256', rsa.publicKey), false);
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`;
  assert.equal(verifies(none, 'none', rsa.publicKey), false);
  assert.equal(verifies(none, 'RS256', rsa.publicKey), false);
});

test('RFC 8725 §3.2: a symmetric key for an asymmetric algorithm is rejected', async () => {
  const token = await signJws({ kid: 'k', algorithm: 'RS256', key: rsa.privateKey }, {});
  assert.equal(verifies(token, 'RS256', secret), false);
  assert.ok(verifies(token, 'RS256', createPublicKey(rsa.privateKey)));
});

/** The key type of an algorithm: keys of one type are interchangeable. */
function kindOfKey(algorithm: string): string {
  if (/^[RP]S/.test(algorithm)) return 'RSA';
  return algorithm.startsWith('HS') ? 'secret' : algorithm;
}

for (const algorithm of Object.keys(keys)) {
  test(`RFC 7518 §3.1: keys not suited for ${algorithm} are rejected without throwing, whatever the signature`, async () => {
    const others = Object.entries(keys).filter(([other]) => kindOfKey(other) !== kindOfKey(algorithm));
    for (const [other, pair] of others) {
      const token = await signJws({ kid: 'k', algorithm: other, key: pair.private }, { sub: 'admin' });
      const [, claims, signature] = token.split('.');
      const header = Buffer.from(JSON.stringify({ alg: algorithm })).toString('base64url');
      assert.equal(verifies(`${header}.${claims}.${signature}`, algorithm, pair.public), false, other);
    }
  });
}

test('RFC 7518 §3.4: a signature with a key of another curve is rejected', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const token = await signJws({ kid: 'k', algorithm: 'ES256', key: privateKey }, {});
  assert.equal(verifies(token, 'ES256', publicKey), false);
});

const notTokens = [
  '',
  'a',
  'a.b',
  'a.b.c',
  '..',
  'e30.e30',
  'e30.e30.e30.e30',
  'e30.W10.x',
  'W10.e30.x',
  'e30.MQ.x',
  `e30.${'a'.repeat(70_000)}.x`,
];
for (const text of notTokens) {
  test(`RFC 7519 §7.2: ${JSON.stringify(text.slice(0, 30))} is not a JWT`, () => {
    assert.equal(decodeJws(text), undefined);
  });
}

test('RFC 7515 §4.1.11: a token with critical header parameters is rejected', () => {
  const header = Buffer.from('{"alg":"RS256","crit":["x"],"x":1}').toString('base64url');
  assert.equal(decodeJws(`${header}.e30.x`), undefined);
});

for (const header of [
  '{"alg":7}',
  '{"alg":["RS256"]}',
  '{"alg":"RS256","kid":{}}',
  '{"alg":"RS256","typ":null}',
])
  test(`RFC 7515 §4.1: a token with the header ${header} is rejected`, () => {
    assert.equal(decodeJws(`${Buffer.from(header).toString('base64url')}.e30.x`), undefined);
  });

test('header members of a token can be overridden', async () => {
  const token = await signJws({ kid: 'k', algorithm: 'HS512', key: secret }, {}, { typ: 'at+jwt' });
  assert.equal(decodeJws(token)?.header.typ, 'at+jwt');
});

test('signing with an unsupported algorithm throws TypeError', async () => {
  await assert.rejects(signJws({ kid: 'k', algorithm: 'none', key: secret }, {}), TypeError);
  assert.equal(isSignatureAlgorithm('none'), false);
});

test('decoding never throws, whatever the text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => decodeJws(text) === undefined || text.split('.').length === 3),
  );
});

test('RFC 7515 §3.1: any signed claims are read back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (claims) => {
      const token = await signJws({ kid: 'k', algorithm: 'HS256', key: secret }, claims);
      assert.equal(
        JSON.stringify(decodeJws(token)?.claims),
        JSON.stringify(JSON.parse(JSON.stringify(claims))),
      );
    }),
    { numRuns: 50 },
  );
});
