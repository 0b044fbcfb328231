import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  CredentialRepresentation,
  RealmRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { computeOneTimePassword } from '#protocol/crypto/one-time-password.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { TEST_NOW, testRealm } from '../testing/realm.ts';
import {
  createOneTimeCodes,
  createOtpCredential,
  createOtpSecret,
  encodeOtpSecret,
  hasOneTimeCodes,
  listOtpDevices,
  matchNewSecret,
  otpAuthUri,
  otpPolicyOf,
  withoutOtpDevice,
  withoutOtpDevices,
} from './one-time-codes.ts';

const SECRET = 'abcdefghij0123456789';
const STEP = TEST_NOW / 1000 / 30;
const SETTINGS = { digits: 6, algorithm: 'HmacSHA1' };
const codeAt = (counter: number, secret: Buffer = Buffer.from(SECRET)) =>
  computeOneTimePassword(secret, counter, SETTINGS);

function credential(data: object = {}, value: unknown = SECRET): CredentialRepresentation {
  const usual = { subType: 'totp', digits: 6, counter: 0, period: 30, algorithm: 'HmacSHA1' };
  return {
    id: 'c',
    type: 'otp',
    secretData: JSON.stringify({ value }),
    credentialData: JSON.stringify({ ...usual, ...data }),
  };
}

async function setUp(credentials: CredentialRepresentation[], settings: Partial<RealmRepresentation> = {}) {
  const realm = testRealm(settings);
  const store = createMemoryStore();
  await store.realms.create(realm.stored, [{ id: 'a', username: 'alice', credentials }]);
  const codes = createOneTimeCodes(store);
  const alice = async (): Promise<StoredUser> =>
    (await store.users.find(realm.id, 'a')) ?? { id: '', username: '' };
  return {
    realm,
    store,
    alice,
    check: async (code: string, now = TEST_NOW) => codes.check(realm, await alice(), code, now),
  };
}

test('RFC 6238 §5.2: a code is accepted only once', async () => {
  const { check } = await setUp([credential()]);
  assert.equal(await check(codeAt(STEP)), 'right');
  assert.equal(await check(codeAt(STEP)), 'used before');
  assert.equal(await check(codeAt(STEP), TEST_NOW + 59_000), 'used before');
});

test('RFC 6238 §5.2: of two equal codes that two servers get at once, one is accepted', async () => {
  const { realm, store, alice } = await setUp([credential()]);
  const user = await alice();
  const servers = [createOneTimeCodes(store), createOneTimeCodes(store)];
  const answers = await Promise.all(
    servers.map((server) => server.check(realm, user, codeAt(STEP), TEST_NOW)),
  );
  assert.deepEqual(answers.sort(), ['right', 'used before']);
});

test('otpPolicyCodeReusable: a code is accepted again if the realm allows it', async () => {
  const { check } = await setUp([credential()], { otpPolicyCodeReusable: true });
  assert.equal(await check(codeAt(STEP)), 'right');
  assert.equal(await check(codeAt(STEP)), 'right');
});

test('otpPolicyLookAheadWindow: codes around the current one are accepted within the window', async () => {
  const { check } = await setUp([credential()]);
  assert.equal(await check(codeAt(STEP - 1)), 'right');
  assert.equal(await check(codeAt(STEP + 1)), 'right');
  assert.equal(await check(codeAt(STEP - 2)), 'wrong');
  assert.equal(await check(codeAt(STEP + 2)), 'wrong');
  const strict = await setUp([credential()], { otpPolicyLookAheadWindow: 0 });
  assert.equal(await strict.check(codeAt(STEP - 1)), 'wrong');
});

test('RFC 4226 §7.2: the counter moves past the used code, and earlier codes are rejected', async () => {
  const { check, alice } = await setUp([credential({ subType: 'hotp', counter: 5 })], {
    otpPolicyLookAheadWindow: 2,
  });
  assert.equal(await check(codeAt(4)), 'wrong');
  assert.equal(await check(codeAt(8)), 'wrong');
  assert.equal(await check(codeAt(6)), 'right');
  assert.match((await alice()).credentials?.[0]?.credentialData ?? '', /"counter":7/);
  assert.equal(await check(codeAt(6)), 'wrong');
  assert.equal(await check(codeAt(7)), 'right');
});

test('RFC 4226 §7.2: of two equal concurrent codes only one is accepted', async () => {
  const { check } = await setUp([credential({ subType: 'hotp' })]);
  const answers = await Promise.all([check(codeAt(0)), check(codeAt(0))]);
  assert.deepEqual(answers.sort(), ['right', 'used before']);
});

test('realm-admin A6: a base32 secret is decoded, one without encoding is used as text', async () => {
  const bytes = Buffer.from('12345678901234567890');
  const { check } = await setUp([
    credential({ secretEncoding: 'BASE32' }, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'),
  ]);
  assert.equal(await check(codeAt(STEP, bytes)), 'right');
});

test('a malformed or oversized credential, or one with an unknown algorithm, accepts no code', async () => {
  for (const broken of [
    credential({ algorithm: 'HmacMD5' }),
    credential({ digits: 1000 }),
    credential({ subType: 'x' }),
    credential({ counter: -1 }),
    credential({}, ''),
    credential({ secretEncoding: 'BASE32' }, '1!'),
    { type: 'otp' },
    { ...credential(), secretData: '{' },
    { ...credential(), type: 'password' },
  ]) {
    const { check } = await setUp([broken]);
    for (const code of [codeAt(STEP), '', '000000', 'undefined']) assert.equal(await check(code), 'wrong');
  }
});

test('any device of the user is accepted', async () => {
  const other = { ...credential({}, 'another secret here'), id: 'd' };
  const { check, alice } = await setUp([other, credential()]);
  assert.equal(await check(codeAt(STEP)), 'right');
  assert.equal(hasOneTimeCodes(await alice()), true);
  assert.equal(hasOneTimeCodes({ id: 'b', username: 'b' }), false);
});

test("realm-admin A2: the realm's policy is used, with defaults for missing or out-of-range values", () => {
  const usual = otpPolicyOf(testRealm());
  assert.deepEqual(usual, {
    isTimeBased: true,
    algorithm: 'HmacSHA1',
    digits: 6,
    period: 30,
    initialCounter: 0,
    window: 1,
    isReusable: false,
  });
  const odd = {
    otpPolicyDigits: 99,
    otpPolicyPeriod: 0,
    otpPolicyLookAheadWindow: 1e9,
    otpPolicyAlgorithm: 'x',
  };
  assert.deepEqual(otpPolicyOf(testRealm(odd)), usual);
});

test("a new device has a credential in Keycloak's form, which accepts the codes of its secret", async () => {
  const realm = testRealm({ otpPolicyDigits: 8, otpPolicyAlgorithm: 'HmacSHA256' });
  const secret = createOtpSecret();
  assert.match(secret, /^[A-Za-z0-9]{20}$/);
  const code = computeOneTimePassword(Buffer.from(secret), STEP, { digits: 8, algorithm: 'HmacSHA256' });
  assert.equal(matchNewSecret(realm, secret, code, TEST_NOW), STEP);
  assert.equal(matchNewSecret(realm, secret, '', TEST_NOW), undefined);
  const made = createOtpCredential(realm, secret, { userLabel: 'Phone', createdDate: TEST_NOW });
  assert.equal(made.type, 'otp');
  assert.equal(made.secretData, JSON.stringify({ value: secret }));
  assert.deepEqual(JSON.parse(made.credentialData ?? ''), {
    subType: 'totp',
    digits: 8,
    counter: 0,
    period: 30,
    algorithm: 'HmacSHA256',
  });
  assert.equal(await (await setUp([made])).check(code), 'right');
});

test('the otpauth URI contains all settings, escaped', () => {
  const realm = testRealm({ displayName: 'My & realm', otpPolicyType: 'hotp', otpPolicyInitialCounter: 3 });
  const uri = new URL(otpAuthUri(realm, 'al/ice', SECRET));
  assert.equal(uri.protocol, 'otpauth:');
  assert.match(uri.href, /^otpauth:\/\/hotp\/My%20%26%20realm:al%2Fice\?/);
  assert.equal(uri.searchParams.get('secret'), encodeOtpSecret(SECRET));
  assert.equal(uri.searchParams.get('issuer'), 'My & realm');
  assert.equal(uri.searchParams.get('algorithm'), 'SHA1');
  assert.equal(uri.searchParams.get('counter'), '3');
});

test('reset-otp: devices are listed and removed by ID, those without one by their place; other credentials stay', () => {
  const credentials = [
    { type: 'password', id: 'p' },
    { type: 'otp', id: 'a', userLabel: 'Phone' },
    { type: 'otp', secretData: '{"value":"secret"}' },
  ];
  const user = { id: 'u', username: 'u', credentials };
  assert.deepEqual(listOtpDevices(user), [
    { id: 'a', label: 'Phone' },
    { id: '#1', label: '' },
  ]);
  const idsWithout = (id: string) => withoutOtpDevice(user, id).credentials?.map((each) => each.id);
  assert.deepEqual(idsWithout('a'), ['p', undefined]);
  assert.deepEqual(idsWithout('#1'), ['p', 'a']);
  for (const other of ['p', '#0', '', 'secret']) assert.deepEqual(withoutOtpDevice(user, other), user);
  assert.deepEqual(withoutOtpDevices(user).credentials, [{ type: 'password', id: 'p' }]);
  assert.deepEqual(listOtpDevices({ id: 'u', username: 'u' }), []);
});
