import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { testRealm } from '../testing/realm.ts';
import {
  createRecoveryCodes,
  createRecoveryCodesCredential,
  hasRecoveryCodes,
  nextRecoveryCode,
  readableRecoveryCode,
  spendRecoveryCode,
  withRecoveryCodes,
} from './recovery-codes.ts';

const CODES = ['AAAABBBBCCCC', 'DDDDEEEEFFFF', 'GGGGHHHHIIII'];
const LIST = createRecoveryCodesCredential(CODES, { userLabel: 'Recovery codes', createdDate: 7 });
const DEVICE = { id: 'phone', type: 'otp', secretData: '{"value":"x"}' };
const parse = (text: string | undefined): unknown => JSON.parse(text ?? '');

async function setUp(credentials: CredentialRepresentation[]) {
  const realm = testRealm({});
  const store = createMemoryStore();
  await store.realms.create(realm.stored, [
    { id: 'a', username: 'alice', credentials, requiredActions: ['UPDATE_PROFILE'] },
  ]);
  const alice = async (): Promise<StoredUser> =>
    (await store.users.find(realm.id, 'a')) ?? { id: '', username: '' };
  return { alice, spend: async (input: string) => spendRecoveryCode(store, realm, await alice(), input) };
}

test('Keycloak recovery codes: twelve codes of twelve capital letters and digits, in groups of four', () => {
  const codes = createRecoveryCodes();
  assert.equal(new Set(codes).size, 12);
  for (const code of codes) assert.match(code, /^[A-NP-Z1-9]{12}$/);
  assert.equal(readableRecoveryCode('ABCDEFGHIJKL'), 'ABCD-EFGH-IJKL');
});

test('Keycloak recovery codes: the credential has the hashes only, in the form of an export', () => {
  const { id, secretData, credentialData, ...rest } = LIST;
  assert.match(id ?? '', /^[0-9a-f-]{36}$/);
  assert.deepEqual(rest, { type: 'recovery-authn-codes', userLabel: 'Recovery codes', createdDate: 7 });
  assert.deepEqual(parse(credentialData), { algorithm: 'SHA-512', totalCodes: 3, remainingCodes: 3 });
  const [first] = (parse(secretData) as { codes: readonly unknown[] }).codes;
  const encodedHashedValue = createHash('sha512').update('AAAABBBBCCCC').digest('base64');
  assert.deepEqual(first, { number: 1, encodedHashedValue });
  assert.doesNotMatch(JSON.stringify(LIST), /AAAABBBBCCCC/);
});

test('Keycloak recovery codes: codes are accepted in order, with or without hyphens, and each one once', async () => {
  const { spend, alice } = await setUp([DEVICE, LIST]);
  assert.equal(nextRecoveryCode(await alice()), 1);
  assert.equal(await spend('DDDDEEEEFFFF'), undefined, 'the second code is not next');
  assert.notEqual(await spend('AAAA-BBBB-CCCC'), undefined);
  assert.equal(nextRecoveryCode(await alice()), 2);
  assert.equal(await spend('AAAABBBBCCCC'), undefined, 'it has been used');
  const list = (await alice()).credentials?.[1];
  assert.deepEqual(parse(list?.credentialData), { algorithm: 'SHA-512', totalCodes: 3, remainingCodes: 2 });
  assert.equal(list?.userLabel, 'Recovery codes');
  assert.notEqual(await spend('DDDDEEEEFFFF'), undefined);
});

test('Keycloak recovery codes: after the last one the credential is gone and the action is due', async () => {
  const { spend, alice } = await setUp([DEVICE, LIST]);
  for (const code of CODES) assert.notEqual(await spend(code), undefined);
  const user = await alice();
  assert.deepEqual(user.credentials, [DEVICE]);
  assert.deepEqual(user.requiredActions, ['UPDATE_PROFILE', 'CONFIGURE_RECOVERY_AUTHN_CODES']);
  assert.equal(hasRecoveryCodes(user), false);
  assert.equal(nextRecoveryCode(user), undefined);
  assert.equal(await spend('GGGGHHHHIIII'), undefined);
});

test('of ten equal codes sent at once, one is right', async () => {
  const { spend } = await setUp([LIST]);
  const results = await Promise.all(Array.from({ length: 10 }, () => spend('AAAABBBBCCCC')));
  assert.equal(results.filter((user) => user !== undefined).length, 1);
});

test('refused: wrong codes of any length, and those in lower case as in Keycloak', async () => {
  const { spend, alice } = await setUp([LIST]);
  for (const input of [
    '',
    '-',
    'aaaabbbbcccc',
    'AAAABBBBCCC',
    '0'.repeat(100_000),
    '<b>',
    '\u0000',
    '__proto__',
  ])
    assert.equal(await spend(input), undefined, input.slice(0, 20));
  assert.equal(nextRecoveryCode(await alice()), 1);
});

test('Keycloak before 26.2: codes hashed as RS512 with a total that is missing are accepted', async () => {
  const credentialData = '{"hashIterations":1,"algorithm":"RS512","remainingCodes":3}';
  const { spend, alice } = await setUp([{ ...LIST, credentialData }]);
  assert.notEqual(await spend('AAAABBBBCCCC'), undefined);
  const { totalCodes } = parse((await alice()).credentials?.[0]?.credentialData) as { totalCodes: number };
  assert.equal(totalCodes, 3);
});

test('refused: lists that cannot be read accept nothing, but count as set up', async () => {
  for (const damage of [
    { secretData: '{' },
    { secretData: '[]' },
    { secretData: '{"codes":"x"}' },
    { secretData: '{"codes":[null]}' },
    { secretData: '{"codes":[{"number":1,"encodedHashedValue":7}]}' },
    { secretData: '{"codes":[]}' },
    { credentialData: '{"algorithm":"MD5"}' },
  ]) {
    const { spend, alice } = await setUp([{ ...LIST, ...damage }]);
    assert.equal(await spend('AAAABBBBCCCC'), undefined, JSON.stringify(damage));
    assert.equal(await spend(''), undefined);
    assert.equal(hasRecoveryCodes(await alice()), true);
    assert.equal(nextRecoveryCode(await alice()), undefined);
  }
});

test('refused: an empty hash is nobody’s code', async () => {
  const secretData = '{"codes":[{"number":1,"encodedHashedValue":""}]}';
  const { spend } = await setUp([{ ...LIST, secretData }]);
  assert.equal(await spend(''), undefined);
});

test('new codes replace earlier ones and leave other credentials', () => {
  const user = { id: 'a', username: 'alice', credentials: [LIST, DEVICE, { ...LIST, id: 'second' }] };
  const fresh = createRecoveryCodesCredential(['X'], { userLabel: '', createdDate: 8 });
  assert.deepEqual(withRecoveryCodes(user, fresh).credentials, [DEVICE, fresh]);
});
