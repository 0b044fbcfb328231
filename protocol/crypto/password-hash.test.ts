import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { argon2id } from 'hash-wasm';
import { hashPassword, verifyPasswordHash } from './password-hash.ts';

const salt = Buffer.from('0123456789abcdef');

function exported(algorithm: string, hash: Buffer, iterations: number, additionalParameters: object = {}) {
  return {
    type: 'password',
    secretData: JSON.stringify({
      value: hash.toString('base64'),
      salt: salt.toString('base64'),
      additionalParameters: {},
    }),
    credentialData: JSON.stringify({ hashIterations: iterations, algorithm, additionalParameters }),
  };
}

const pbkdf2Cases: [algorithm: string, digest: string, bytes: number][] = [
  ['pbkdf2', 'sha1', 64],
  ['pbkdf2-sha256', 'sha256', 32],
  ['pbkdf2-sha256', 'sha256', 64],
  ['pbkdf2-sha512', 'sha512', 64],
];
for (const [algorithm, digest, bytes] of pbkdf2Cases) {
  test(`contract "Realm files": an exported ${algorithm} hash of ${bytes} bytes verifies its password and no other`, async () => {
    const credential = exported(algorithm, pbkdf2Sync('pässword', salt, 1000, bytes, digest), 1000);
    assert.equal(await verifyPasswordHash('pässword', credential), true);
    for (const wrong of ['password', 'pässword ', 'Pässword', ''])
      assert.equal(await verifyPasswordHash(wrong, credential), false);
  });
}

const argon2Parameters = {
  hashLength: ['32'],
  memory: ['7168'],
  type: ['id'],
  version: ['1.3'],
  parallelism: ['1'],
};

async function argon2Credential(parameters: object) {
  const binary = await argon2id({
    password: 'secret',
    salt,
    iterations: 5,
    memorySize: 7168,
    parallelism: 1,
    hashLength: 32,
    outputType: 'binary',
  });
  return exported('argon2', Buffer.from(binary), 5, parameters);
}

test('contract "Realm files": an exported argon2id hash verifies its password and no other', async () => {
  const credential = await argon2Credential(argon2Parameters);
  assert.equal(await verifyPasswordHash('secret', credential), true);
  assert.equal(await verifyPasswordHash('Secret', credential), false);
});

test('an argon2 hash under other parameters does not verify', async () => {
  for (const change of [
    { memory: ['7169'] },
    { type: ['i'] },
    { version: ['1.0'] },
    { memory: ['99999999'] },
    { parallelism: ['0'] },
    { parallelism: ['x'] },
    { memory: [{}] },
    { memory: ['1048576'] },
    { type: ['x'] },
  ]) {
    assert.equal(
      await verifyPasswordHash('secret', await argon2Credential({ ...argon2Parameters, ...change })),
      false,
    );
  }
});

const hash = pbkdf2Sync('secret', salt, 1000, 64, 'sha512');
const malformed: [title: string, credential: { secretData?: string; credentialData?: string }][] = [
  ['without data', {}],
  ['with data that is not JSON', { secretData: '{', credentialData: '}' }],
  ['with data that is no object', { secretData: 'null', credentialData: '[]' }],
  ['of an unknown algorithm', exported('md5', hash, 1000)],
  ['with no iterations', exported('pbkdf2-sha512', hash, 0)],
  ['with iterations beyond measure', exported('pbkdf2-sha512', hash, 1e12)],
  ['with an empty hash', exported('pbkdf2-sha512', Buffer.alloc(0), 1000)],
];
for (const [title, credential] of malformed) {
  test(`a credential ${title} verifies nothing and does not throw`, async () => {
    assert.equal(await verifyPasswordHash('secret', credential), false);
  });
}

test("a hash of ours has Keycloak's shape and verifies; two of one password differ", async () => {
  const [one, two] = await Promise.all([hashPassword('secret', 7), hashPassword('secret', 7)]);
  assert.notEqual(one?.secretData, two?.secretData);
  assert.equal(one?.type, 'password');
  assert.equal(one?.createdDate, 7);
  assert.equal(one?.value, undefined);
  assert.equal(await verifyPasswordHash('secret', one ?? {}), true);
  assert.equal(await verifyPasswordHash('secreT', one ?? {}), false);
});

test('whatever stands in a credential, verifying answers false and does not throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.json(), async (secretData, credentialData) => {
      assert.equal(await verifyPasswordHash('x', { secretData, credentialData }), false);
    }),
    { numRuns: 100 },
  );
});
