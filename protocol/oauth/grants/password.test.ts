import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import { computeOneTimePassword } from '#protocol/crypto/one-time-password.ts';
import { hashPassword } from '#protocol/crypto/password-hash.ts';
import { collect } from '#protocol/store/collect.ts';
import { WEB } from '../testing/realm.ts';
import {
  type Answer,
  claimsOf,
  type OAuthTestServer,
  readTokens,
  withOAuthServer,
} from '../testing/server.ts';

const ALICE = { username: 'alice', password: 'alice-password' };

function ask(server: OAuthTestServer, changes: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return server.post('token', { ...WEB, grant_type: 'password', ...ALICE, ...changes });
}

const REFUSED: readonly (readonly [
  why: string,
  sent: Readonly<Record<string, string>>,
  status: number,
  error: string,
  description: string,
])[] = [
  ['a wrong password', { password: 'wrong' }, 400, 'invalid_grant', 'Invalid user credentials'],
  ['no password', { password: '' }, 400, 'invalid_grant', 'Invalid user credentials'],
  ['an unknown user', { username: 'nobody' }, 400, 'invalid_grant', 'Invalid user credentials'],
  [
    'the user of a service account',
    { username: 'service-account-web', password: '' },
    400,
    'invalid_grant',
    'Invalid user credentials',
  ],
  [
    'a disabled user',
    { username: 'dora', password: 'dora-password' },
    400,
    'invalid_grant',
    'Account disabled',
  ],
  [
    'a disabled user with a wrong password',
    { username: 'dora', password: 'wrong' },
    400,
    'invalid_grant',
    'Invalid user credentials',
  ],
  [
    'a user with a required action',
    { username: 'todo', password: 'todo-password' },
    400,
    'invalid_grant',
    'Account is not fully set up',
  ],
  ['no username', { username: '' }, 401, 'invalid_request', 'Missing parameter: username'],
  ['an unknown scope', { scope: 'x' }, 400, 'invalid_scope', 'Invalid scopes: x'],
  [
    'an unknown scope and no username',
    { scope: 'x', username: '' },
    400,
    'invalid_scope',
    'Invalid scopes: x',
  ],
];

for (const [why, sent, status, error, description] of REFUSED) {
  test(`RFC 6749 §4.3.2: ${why} is refused: ${status} ${error} "${description}"`, async () => {
    await withOAuthServer(async (server) => {
      const answer = await ask(server, sent);
      assert.equal(answer.status, status);
      assert.deepEqual(answer.body, { error, error_description: description });
      assert.notEqual(answer.refusal?.remedy, undefined);
    });
  });
}

test('a client without direct access grants is refused', async () => {
  await withOAuthServer(async (server) => {
    const { status, body, refusal } = await ask(server, { client_id: 'native', client_secret: '' });
    assert.equal(status, 400);
    assert.deepEqual(body, {
      error: 'unauthorized_client',
      error_description: 'Client not allowed for direct access grants',
    });
    assert.equal(refusal?.remedy, 'Set directAccessGrantsEnabled of client native to true.');
  });
});

test('a client that requires consent is refused, because the user cannot be asked', async () => {
  await withOAuthServer(async (server) => {
    const { status, body } = await ask(server, { client_id: 'consenting' });
    assert.equal(status, 400);
    assert.deepEqual(body, { error: 'invalid_client', error_description: 'Client requires user consent' });
  });
});

test('Activity does not show the wrong password', async () => {
  await withOAuthServer(async (server) => {
    const { refusal } = await ask(server, { password: 'my-other-password' });
    assert.doesNotMatch(JSON.stringify(refusal), /my-other-password/);
    assert.doesNotMatch(JSON.stringify(server.log.records), /my-other-password/);
  });
});

test('RFC 6749 §4.3.3: username or e-mail address and password return tokens of a new session', async () => {
  await withOAuthServer(async (server) => {
    for (const username of ['alice', 'ALICE', 'alice@example.test']) {
      const tokens = readTokens(await ask(server, { username, scope: 'openid' }));
      const claims = claimsOf(tokens.access_token);
      assert.equal(claims['preferred_username'], 'alice');
      assert.match(String(claims['jti']), /^onrtro:/);
      assert.equal(claimsOf(tokens.id_token)['acr'], '1');
    }
    const realmId = server.store.realms.find('demo')?.id ?? '';
    assert.equal((await collect(server.store.sessions.list(realmId))).length, 3);
  });
});

test('without scope openid there is no ID token', async () => {
  await withOAuthServer(async (server) => {
    const { body } = await ask(server);
    assert.equal(body['id_token'], undefined);
    assert.notEqual(body['refresh_token'], undefined);
  });
});

test('a locked account is refused like a wrong password, and Activity shows how long it is locked', async () => {
  await withOAuthServer(
    async (server) => {
      for (const _try of [1, 2]) {
        await ask(server, { password: 'wrong' });
        server.pass(2);
      }
      const { body, refusal } = await ask(server);
      assert.equal(body['error_description'], 'Invalid user credentials');
      assert.match(refusal?.reason ?? '', /locked user alice for 58 seconds more/);
      server.pass(60);
      assert.equal((await ask(server)).status, 200);
      await ask(server, { password: 'wrong' });
      server.pass(2);
      assert.equal((await ask(server)).status, 200, 'a sign-in forgets the failures before it');
    },
    { bruteForceProtected: true, failureFactor: 2 },
  );
});

test('RFC 6749 §4.3: a user with a one-time code credential must send a code as totp, which is single-use', async () => {
  await withOAuthServer(async (server) => {
    const { id: realmId } = server.store.realms.find('demo') ?? { id: '' };
    const alice = await server.store.users.findByUsername(realmId, 'alice');
    const device = {
      id: 'phone',
      type: 'otp',
      secretData: '{"value":"abcdefghij0123456789"}',
      credentialData: '{"subType":"totp","digits":6,"period":30,"algorithm":"HmacSHA1"}',
    };
    await server.store.users.update(realmId, alice?.id ?? '', (user) => ({
      ...user,
      credentials: [...(user.credentials ?? []), device],
    }));
    const counter = Math.floor(server.clock.now() / 30_000);
    const settings = { digits: 6, algorithm: 'HmacSHA1' };
    const totp = computeOneTimePassword(Buffer.from('abcdefghij0123456789'), counter, settings);
    for (const sent of [{}, { totp: '' }, { totp: '000000' }, { totp, password: 'wrong' }]) {
      const { status, body } = await ask(server, sent);
      assert.deepEqual([status, body['error_description']], [400, 'Invalid user credentials']);
    }
    assert.equal((await ask(server, { totp })).status, 200);
    const { status, refusal } = await ask(server, { totp });
    assert.equal(status, 400);
    assert.match(refusal?.reason ?? '', /already used/);
  });
});

const LOCKING = { bruteForceProtected: true, failureFactor: 5 };

/** Sends the same wrong credentials fifty times concurrently and returns the reasons of the refusals. */
async function guess(
  server: OAuthTestServer,
  wrong: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(server, wrong)));
  for (const { status } of answers) assert.equal(status, 400);
  return server.activity.list().records.map(({ refusal }) => refusal?.reason ?? '');
}

test('RFC 6749 §10.7: of fifty concurrent passwords, failureFactor many are checked; then the right one is refused', async () => {
  const users = [{ username: 'alice', credentials: [await hashPassword('alice-password', 0)] }];
  await withOAuthServer(
    async (server) => {
      const reasons = await guess(server, { password: 'wrong' });
      assert.equal(reasons.filter((reason) => /is not that of user alice/.test(reason)).length, 5);
      assert.equal(reasons.filter((reason) => /has locked user alice/.test(reason)).length, 45);
      assert.equal((await ask(server)).status, 400);
      server.pass(61);
      assert.equal((await ask(server)).status, 200);
    },
    { ...LOCKING, users },
  );
});

test('the right password is accepted fifty times concurrently with brute-force detection', async () => {
  const users = [{ username: 'alice', credentials: [await hashPassword('alice-password', 0)] }];
  await withOAuthServer(
    async (server) => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask(server)));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    },
    { ...LOCKING, users },
  );
});

const SECRET_TEXT = 'abcdefghij0123456789';

/** Alice with a one-time code credential of this type. */
async function withDevice(
  subType: 'totp' | 'hotp',
): Promise<{ username: string; credentials: CredentialRepresentation[] }[]> {
  const device = {
    id: 'phone',
    type: 'otp',
    secretData: JSON.stringify({ value: SECRET_TEXT }),
    credentialData: JSON.stringify({ subType, digits: 6, period: 30, counter: 7, algorithm: 'HmacSHA1' }),
  };
  return [{ username: 'alice', credentials: [await hashPassword('alice-password', 0), device] }];
}

test('RFC 6238 §4: of fifty concurrent one-time codes, failureFactor many are checked', async () => {
  await withOAuthServer(
    async (server) => {
      const reasons = await guess(server, { totp: '000000' });
      assert.equal(reasons.filter((reason) => /is not a one-time code of user alice/.test(reason)).length, 5);
      assert.equal(reasons.filter((reason) => /has locked user alice/.test(reason)).length, 45);
    },
    { ...LOCKING, users: await withDevice('totp') },
  );
});

for (const bruteForceProtected of [true, false]) {
  for (const subType of ['totp', 'hotp'] as const) {
    test(`RFC 6238 §5.2, RFC 4226 §7.2: one code sent ten times concurrently is accepted once (${subType}, bruteForceProtected ${bruteForceProtected})`, async () => {
      await withOAuthServer(
        async (server) => {
          const counter = subType === 'hotp' ? 7 : Math.floor(server.clock.now() / 30_000);
          const settings = { digits: 6, algorithm: 'HmacSHA1' };
          const totp = computeOneTimePassword(Buffer.from(SECRET_TEXT), counter, settings);
          const answers = await Promise.all(Array.from({ length: 10 }, () => ask(server, { totp })));
          assert.equal(answers.filter(({ status }) => status === 200).length, 1);
        },
        { bruteForceProtected, users: await withDevice(subType) },
      );
    });
  }
}
