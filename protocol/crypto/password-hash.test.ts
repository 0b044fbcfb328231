import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { argon2id } from 'hash-wasm';
import { hashPassword, hashProvisionally, isProvisionalHash, verifyPasswordHash } from './password-hash.ts';

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

test('an argon2 hash with other parameters does not verify', async () => {
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
  ['with data that is not an object', { secretData: 'null', credentialData: '[]' }],
  ['of an unknown algorithm', exported('md5', hash, 1000)],
  ['with no iterations', exported('pbkdf2-sha512', hash, 0)],
  ['with too many iterations', exported('pbkdf2-sha512', hash, 1e12)],
  ['with an empty hash', exported('pbkdf2-sha512', Buffer.alloc(0), 1000)],
];
for (const [title, credential] of malformed) {
  test(`a credential ${title} never verifies and does not throw`, async () => {
    assert.equal(await verifyPasswordHash('secret', credential), false);
  });
}

test("a new hash has Keycloak's format and verifies; two hashes of one password differ", async () => {
  const [one, two] = await Promise.all([hashPassword('secret', 7), hashPassword('secret', 7)]);
  assert.notEqual(one?.secretData, two?.secretData);
  assert.equal(one?.type, 'password');
  assert.equal(one?.createdDate, 7);
  assert.equal(one?.value, undefined);
  assert.equal(await verifyPasswordHash('secret', one ?? {}), true);
  assert.equal(await verifyPasswordHash('secreT', one ?? {}), false);
});

test('verifying any malformed credential returns false and does not throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.json(), async (secretData, credentialData) => {
      assert.equal(await verifyPasswordHash('x', { secretData, credentialData }), false);
    }),
    { numRuns: 100 },
  );
});

test('RFC 8018 §5.2: a provisional hash is PBKDF2 with one round, as Keycloak computes it', async () => {
  const hashed = hashProvisionally('pässword');
  const secret = JSON.parse(hashed.secretData) as { value: string; salt: string };
  const expected = pbkdf2Sync('pässword', Buffer.from(secret.salt, 'base64'), 1, 32, 'sha512');
  assert.equal(secret.value, expected.toString('base64'));
  const data = JSON.parse(hashed.credentialData) as Record<string, unknown>;
  assert.deepEqual([data['algorithm'], data['hashIterations']], ['pbkdf2-sha512', 1]);
  assert.equal(await verifyPasswordHash('pässword', hashed), true);
  for (const wrong of ['password', 'Pässword', ''])
    assert.equal(await verifyPasswordHash(wrong, hashed), false, wrong);
});

test('two provisional hashes of one password differ', () => {
  assert.notEqual(hashProvisionally('same').secretData, hashProvisionally('same').secretData);
});

test('a provisional hash is recognised by its marker, whatever the order of members', async () => {
  const { credentialData } = hashProvisionally('x');
  assert.ok(isProvisionalHash({ credentialData }));
  const { hashIterations, ...rest } = JSON.parse(credentialData) as Record<string, unknown>;
  assert.ok(isProvisionalHash({ credentialData: JSON.stringify({ ...rest, hashIterations }, null, 2) }));
});

for (const credentialData of [
  undefined,
  '',
  '{',
  'null',
  '"understudy.hash"',
  '{"understudy.hash":["provisional"]}',
  '{"additionalParameters":null,"x":"understudy.hash"}',
  '{"additionalParameters":"understudy.hash"}',
  '{"additionalParameters":{"understudy.hash":"provisional"}}',
  '{"additionalParameters":{"understudy.hash":["final"]}}',
  '{"hashIterations":1,"algorithm":"pbkdf2-sha512","additionalParameters":{}}',
]) {
  test(`credentialData ${credentialData} is not marked as provisional`, () => {
    assert.equal(isProvisionalHash(credentialData === undefined ? {} : { credentialData }), false);
  });
}

test('a hash of the full cost is not marked as provisional', async () => {
  assert.equal(isProvisionalHash(await hashPassword('x', 0)), false);
});
