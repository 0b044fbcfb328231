import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import { collect } from '#protocol/store/collect.ts';
import { CALLBACK, WEB } from '../testing/realm.ts';
import {
  type Answer,
  claimsOf,
  type OAuthTestServer,
  readTokens,
  withOAuthServer,
} from '../testing/server.ts';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const PLAIN = { code_challenge: VERIFIER };
const S256 = { code_challenge: sha256Base64Url(VERIFIER), code_challenge_method: 'S256' };

function redeem(
  server: OAuthTestServer,
  code: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const form = { ...WEB, grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...changes };
  return server.post('token', Object.fromEntries(Object.entries(form).filter(([, value]) => value !== '')));
}

async function codeOf(
  server: OAuthTestServer,
  changes: Readonly<Record<string, string>> = {},
): Promise<string> {
  return (await server.signIn(server.browser(), changes))['code'] ?? '';
}

/** Authorization request, token request and the description of the refusal. */
const REFUSED: readonly (readonly [
  section: string,
  why: string,
  asked: Readonly<Record<string, string>>,
  sent: Readonly<Record<string, string>>,
  description: string,
])[] = [
  ['RFC 6749 §4.1.3', 'another redirect_uri', {}, { redirect_uri: `${CALLBACK}/` }, 'Incorrect redirect_uri'],
  ['RFC 6749 §4.1.3', 'no redirect_uri', {}, { redirect_uri: '' }, 'Incorrect redirect_uri'],
  [
    'RFC 6749 §4.1.3',
    'a different client',
    {},
    { client_id: 'other' },
    'Auth error: Found different client_id in clientSession',
  ],
  ['RFC 7636 §4.6', 'no verifier', S256, {}, 'PKCE code verifier not specified'],
  ['RFC 7636 §4.6', 'no verifier for a plain challenge', PLAIN, {}, 'PKCE code verifier not specified'],
  [
    'RFC 7636 §4.6',
    'a verifier without a challenge',
    {},
    { code_verifier: VERIFIER },
    'PKCE code verifier specified but challenge not present in authorization',
  ],
  [
    'RFC 7636 §4.1',
    'a verifier of 42 characters',
    S256,
    { code_verifier: 'a'.repeat(42) },
    'PKCE verification failed: Invalid code verifier',
  ],
  [
    'RFC 7636 §4.6',
    'a different verifier',
    S256,
    { code_verifier: 'a'.repeat(43) },
    'PKCE verification failed: Code mismatch',
  ],
  [
    'RFC 7636 §4.6',
    'the challenge instead of the verifier',
    S256,
    { code_verifier: S256.code_challenge },
    'PKCE verification failed: Code mismatch',
  ],
];

for (const [section, why, asked, sent, description] of REFUSED) {
  test(`${section}: a code with ${why} is refused and consumed`, async () => {
    await withOAuthServer(async (server) => {
      const code = await codeOf(server, asked);
      const refused = await redeem(server, code, sent);
      assert.equal(refused.status, 400);
      assert.deepEqual(refused.body, { error: 'invalid_grant', error_description: description });
      assert.notEqual(refused.refusal?.remedy, undefined);
      const again = await redeem(server, code, asked === S256 ? { code_verifier: VERIFIER } : {});
      assert.equal(again.body['error_description'], 'Code not valid');
    });
  });
}

test('RFC 6749 §4.1.2: an expired code is refused', async () => {
  await withOAuthServer(async (server) => {
    const code = await codeOf(server);
    server.pass(60);
    const { body, refusal } = await redeem(server, code);
    assert.deepEqual(body, { error: 'invalid_grant', error_description: 'Code is expired' });
    assert.match(refusal?.remedy ?? '', /accessCodeLifespan of realm demo/);
  });
});

test('RFC 6749 §4.1.2: reusing a code is refused and revokes the tokens of its first use', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { code = '' } = await server.signIn(browser);
    const tokens = readTokens(await redeem(server, code));
    assert.equal((await redeem(server, code)).body['error_description'], 'Code not valid');
    const refresh = { ...WEB, grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    assert.equal((await server.post('token', refresh)).body['error'], 'invalid_grant');
    const bearer = { authorization: `Bearer ${tokens.access_token}` };
    assert.equal((await server.send('userinfo', { headers: bearer })).status, 401);
    // The user stays signed in; the client can sign in through the session, but its old tokens are revoked.
    server.pass(1);
    assert.notEqual((await server.signIn(browser, { prompt: 'none' }))['code'], undefined);
    assert.equal((await server.send('userinfo', { headers: bearer })).status, 401);
    assert.equal((await server.post('token', refresh)).status, 400);
  });
});

test('RFC 6749 §10.5: of concurrent uses of one code at most one gets tokens, which are then revoked', async () => {
  await withOAuthServer(async (server) => {
    const code = await codeOf(server);
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(server, code)));
    assert.ok(answers.filter(({ status }) => status === 200).length <= 1);
    assert.equal(
      (await collect(server.store.sessions.list(server.store.realms.find('demo')?.id ?? ''))).every(
        (session) => Object.keys(session.clients).length === 0,
      ),
      true,
    );
  });
});

for (const code of ['nonsense', 'a.b.c', '__proto__', '%', 'é']) {
  test(`RFC 6749 §5.2: the code "${code}" is refused as unknown`, async () => {
    await withOAuthServer(async (server) => {
      const { status, body } = await redeem(server, code);
      assert.equal(status, 400);
      assert.deepEqual(body, { error: 'invalid_grant', error_description: 'Code not valid' });
    });
  });
}

test('RFC 6749 §5.2: a request without code is invalid_request', async () => {
  await withOAuthServer(async (server) => {
    const { status, body } = await redeem(server, '');
    assert.equal(status, 400);
    assert.deepEqual(body, { error: 'invalid_request', error_description: 'Missing parameter: code' });
  });
});

test('a code of an ended session is refused', async () => {
  await withOAuthServer(async (server) => {
    const answer = await server.signIn(server.browser());
    await server.store.sessions.remove(
      server.store.realms.find('demo')?.id ?? '',
      answer['session_state'] ?? '',
    );
    const { body } = await redeem(server, answer['code'] ?? '');
    assert.equal(body['error_description'], 'User session not found');
  });
});

test('a code of a client whose standard flow was turned off is refused', async () => {
  await withOAuthServer(async (server) => {
    const code = await codeOf(server);
    await server.changeClient('web', { standardFlowEnabled: false });
    assert.equal(
      (await redeem(server, code)).body['error_description'],
      'Client not allowed to exchange code',
    );
  });
});

test('a code of a user who was deleted or disabled is refused', async () => {
  await withOAuthServer(async (server) => {
    const realmId = server.store.realms.find('demo')?.id ?? '';
    const alice = await server.store.users.findByUsername(realmId, 'alice');
    const [first, second] = [await codeOf(server), await codeOf(server)];
    await server.store.users.update(realmId, alice?.id ?? '', (user) => ({ ...user, enabled: false }));
    assert.equal((await redeem(server, first)).body['error_description'], 'User disabled');
    await server.store.users.remove(realmId, alice?.id ?? '');
    assert.equal((await redeem(server, second)).body['error_description'], 'User not found');
  });
});

test('RFC 6749 §4.1.4, RFC 7636 §4.6: the correct code with the correct verifier returns tokens', async () => {
  await withOAuthServer(async (server) => {
    const verifier = { code_verifier: VERIFIER };
    assert.equal((await redeem(server, await codeOf(server, S256), verifier)).status, 200);
    assert.equal((await redeem(server, await codeOf(server, PLAIN), verifier)).status, 200);
  });
});

test('RFC 6749 §4.1.3: if the authorization request had no redirect_uri, none is compared', async () => {
  await withOAuthServer(async (server) => {
    const code = await codeOf(server, { redirect_uri: '', scope: 'email' });
    assert.equal((await redeem(server, code, { redirect_uri: '' })).status, 200);
  });
});

test('each code has the scope, nonce and acr of its own authorization request', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const first = await server.signIn(browser, { scope: 'openid phone', nonce: 'n1' });
    const second = await server.signIn(browser, { scope: 'openid', nonce: 'n2' });
    const tokens = readTokens(await redeem(server, first['code'] ?? ''));
    assert.match(tokens.scope, /\bphone\b/);
    assert.deepEqual([claimsOf(tokens.id_token)['nonce'], claimsOf(tokens.id_token)['acr']], ['n1', '1']);
    const others = readTokens(await redeem(server, second['code'] ?? ''));
    assert.doesNotMatch(others.scope, /\bphone\b/);
    assert.deepEqual([claimsOf(others.id_token)['nonce'], claimsOf(others.id_token)['acr']], ['n2', '0']);
  });
});

test('Activity shows the token request in the flow of the sign-in', async () => {
  await withOAuthServer(async (server) => {
    const code = await codeOf(server);
    const flow = server.activity.list().records[0]?.flow;
    const { summary } = await redeem(server, code);
    assert.equal(summary?.flow, flow);
    assert.equal(summary?.username, 'alice');
    assert.equal(summary?.title, 'Token request (authorization_code)');
  });
});
