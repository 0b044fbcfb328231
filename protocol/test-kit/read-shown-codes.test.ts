import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import type { ShownCodesWire } from '#protocol/contract/shown-codes.ts';
import { startKitServer } from './testing/server.ts';

/** Of RFC 6238 appendix B and RFC 4226 appendix D. */
const SECRET = '12345678901234567890';

function device(
  userLabel: string | undefined,
  data: Readonly<Record<string, unknown>>,
  value: string = SECRET,
): CredentialRepresentation {
  return {
    id: `id-${data['subType']}-${userLabel}`,
    type: 'otp',
    ...(userLabel === undefined ? {} : { userLabel }),
    secretData: JSON.stringify({ value }),
    credentialData: JSON.stringify({ algorithm: 'HmacSHA1', ...data }),
  };
}

const PASSWORD: CredentialRepresentation = { type: 'password', value: 'pw' };

const server = await startKitServer({
  users: [
    {
      username: 'ann',
      credentials: [
        PASSWORD,
        device('Phone', { subType: 'totp', digits: 8, period: 30 }),
        device(undefined, { subType: 'totp', digits: 6, period: 60 }),
        device('Key fob', { subType: 'hotp', digits: 6, counter: 3 }),
      ],
    },
    { username: 'bob', credentials: [PASSWORD] },
    { username: 'broken', credentials: [device('Old', { subType: 'totp' })] },
    { username: 'a b/c%', credentials: [device('Odd', { subType: 'hotp', digits: 6, counter: 0 })] },
  ],
});
after(() => server.stop());

const pathOf = (username: string) => `/users/${encodeURIComponent(username)}/otp`;
const at = (seconds: number) => server.clocks('kit').set({ frozenAt: seconds * 1000 });

async function read(username: string): Promise<ShownCodesWire['codes']> {
  const { status, body } = await server.call<ShownCodesWire>(
    'GET',
    `/emulator/v1/realms/kit${pathOf(username)}`,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body.codes;
}

for (const [username, problem, remedy] of [
  ['nobody', /no user "nobody"/, /Create the user/],
  ['bob', /bob has no one-time code device/, /CONFIGURE_TOTP/],
  ['broken', /No credential of type otp of user broken can be read/, /digits \(4 to 10\)/],
] as const) {
  test(`test kit "one-time codes": 404 with a remedy for user ${username}`, async () => {
    const [status, error, help] = await server.refusal('GET', pathOf(username));
    assert.equal(status, 404);
    assert.match(error, problem);
    assert.match(help, remedy);
  });
}

test('test kit "one-time codes": only administrators of the server read them', async () => {
  const path = `/emulator/v1/realms/kit${pathOf('ann')}`;
  const token = await server.tokenOf('shop', 'manager');
  assert.equal((await server.call('GET', path, { token })).status, 403);
  assert.equal((await server.call('GET', path, { token: null })).status, 401);
  assert.equal((await server.call('GET', path.replace('/kit/', '/none/'))).status, 404);
});

test("RFC 6238 appendix B: each device shows its code at the realm's time, with its label and when it changes", async () => {
  await at(59);
  const [phone, second, fob] = await read('ann');
  assert.deepEqual(phone, {
    code: '94287082',
    type: 'totp',
    label: 'Phone',
    credentialId: 'id-totp-Phone',
    expiresAt: '1970-01-01T00:01:00.000Z',
    used: false,
  });
  assert.deepEqual([second?.label, second?.expiresAt], ['', '1970-01-01T00:01:00.000Z']);
  // RFC 4226 appendix D, count 3.
  assert.deepEqual(fob, {
    code: '969429',
    type: 'hotp',
    label: 'Key fob',
    credentialId: 'id-hotp-Key fob',
    used: false,
  });
  await at(1_111_111_109);
  assert.equal((await read('ann'))[0]?.code, '07081804');
  assert.equal((await read('a b/c%'))[0]?.code, '755224');
});

test('test kit "one-time codes": reading uses nothing; a code signs in once, is then marked as used, and the next one is not', async () => {
  await at(2_000_000_000);
  const [phone] = await read('ann');
  const signIn = (totp: string | undefined) =>
    server.post('token', { grant_type: 'password', username: 'ann', password: 'pw', totp: totp ?? '' });
  assert.deepEqual([phone, (await read('ann'))[0]], [phone, phone]);
  assert.equal((await signIn(phone?.code)).status, 200);
  const [used] = await read('ann');
  assert.deepEqual([used?.code, used?.used], [phone?.code, true]);
  assert.equal((await signIn(phone?.code)).status, 400);
  await server.clocks('kit').set({ frozenAt: Date.parse(phone?.expiresAt ?? '') });
  const [next] = await read('ann');
  assert.deepEqual([next?.used, next?.code === phone?.code], [false, false]);
  assert.equal((await signIn(next?.code)).status, 200);
});

test('RFC 4226 §7.2: a counter-based device shows the next code after each use', async () => {
  const fob = async () => (await read('ann'))[2];
  const signIn = async () =>
    server.post('token', {
      grant_type: 'password',
      username: 'ann',
      password: 'pw',
      totp: (await fob())?.code ?? '',
    });
  assert.equal((await fob())?.code, '969429');
  assert.equal((await signIn()).status, 200);
  assert.equal((await fob())?.code, '338314');
  assert.equal((await signIn()).status, 200);
  assert.equal((await fob())?.code, '254676');
});

test('test kit "one-time codes": where the realm allows reuse, no code is marked as used', async (context) => {
  context.after(() => server.call('PUT', '/admin/realms/kit', { body: { otpPolicyCodeReusable: false } }));
  await server.call('PUT', '/admin/realms/kit', { body: { otpPolicyCodeReusable: true } });
  await at(2_100_000_000);
  const [phone] = await read('ann');
  const form = { grant_type: 'password', username: 'ann', password: 'pw', totp: phone?.code ?? '' };
  for (const _attempt of [1, 2]) assert.equal((await server.post('token', form)).status, 200);
  assert.equal((await read('ann'))[0]?.used, false);
});
