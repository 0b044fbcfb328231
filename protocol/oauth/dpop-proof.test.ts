import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { nowInSeconds } from '#protocol/clock.ts';
import { createDpopKey, type ProofRequest, type TestDpopKey } from './testing/dpop-key.ts';
import { SECRET, WEB } from './testing/realm.ts';
import {
  type Answer,
  claimsOf,
  type OAuthTestServer,
  readTokens,
  withOAuthServer,
} from './testing/server.ts';

const MACHINE = {
  client_id: 'web',
  client_secret: SECRET,
  grant_type: 'client_credentials',
  scope: 'openid',
};

/** A proof for the token endpoint, with changes. */
function proofFor(
  server: OAuthTestServer,
  key: TestDpopKey,
  changes: Partial<ProofRequest> = {},
): Promise<string> {
  const htu = `${server.issuer}/protocol/openid-connect/token`;
  return key.prove({ htm: 'POST', htu, iat: nowInSeconds(server.clock), ...changes });
}

const send = (
  server: OAuthTestServer,
  dpop: string,
  form: Record<string, string> = MACHINE,
): Promise<Answer> => server.post('token', form, { dpop });

async function refused(answer: Promise<Answer>, description: string): Promise<void> {
  const { status, body, refusal } = await answer;
  assert.deepEqual([status, body], [400, { error: 'invalid_dpop_proof', error_description: description }]);
  assert.notEqual(refusal?.remedy ?? '', '');
}

test('RFC 9449 §5: with a proof, tokens are bound to its key and have type DPoP', async () => {
  await withOAuthServer(async (server) => {
    const key = createDpopKey();
    const { body } = await send(server, await proofFor(server, key));
    assert.equal(body['token_type'], 'DPoP');
    const claims = claimsOf(body['access_token']);
    assert.deepEqual([claims['typ'], claims['cnf']], ['DPoP', { jkt: key.jkt }]);
    const introspected = await server.post('token/introspect', {
      ...WEB,
      token: String(body['access_token']),
    });
    assert.deepEqual(
      [introspected.body['active'], introspected.body['token_type'], introspected.body['cnf']],
      [true, 'DPoP', { jkt: key.jkt }],
    );
  });
});

test('RFC 9449 §5: without a proof, tokens are bearer tokens, unless the client requires bound ones', async () => {
  await withOAuthServer(async (server) => {
    assert.equal((await server.post('token', MACHINE)).body['token_type'], 'Bearer');
    await server.changeClient('web', { attributes: { 'dpop.bound.access.tokens': 'true' } });
    await refused(server.post('token', MACHINE), 'DPoP proof is missing');
  });
});

test('RFC 9449 §11.1: a proof is single-use', async () => {
  await withOAuthServer(async (server) => {
    const proof = await proofFor(server, createDpopKey());
    assert.equal((await send(server, proof)).status, 200);
    await refused(send(server, proof), 'DPoP proof has already been used');
    const twins = await proofFor(server, createDpopKey());
    const statuses = (await Promise.all([send(server, twins), send(server, twins)])).map(
      ({ status }) => status,
    );
    assert.deepEqual(statuses.sort(), [200, 400]);
  });
});

test('RFC 9449 §11.1: a proof that is too old or from the future is refused', async () => {
  await withOAuthServer(async (server) => {
    const now = nowInSeconds(server.clock);
    for (const iat of [now - 25, now + 16, now + 9e9, 'now'])
      await refused(
        send(server, await proofFor(server, createDpopKey(), { claims: { iat } })),
        'DPoP proof is not active',
      );
    for (const iat of [now - 24, now + 15])
      assert.equal((await send(server, await proofFor(server, createDpopKey(), { iat }))).status, 200);
  });
});

test('RFC 9449 §4.3: query and fragment of htu are ignored; method, host and path must match', async () => {
  await withOAuthServer(async (server) => {
    const key = createDpopKey();
    const htu = `${server.issuer}/protocol/openid-connect/token`;
    assert.equal((await send(server, await proofFor(server, key, { htu: `${htu}?a=b#c` }))).status, 200);
    await refused(send(server, await proofFor(server, key, { htm: 'GET' })), 'DPoP HTTP method mismatch');
    for (const other of [
      `${htu}/`,
      'http://evil.test/token',
      'token',
      '',
      `${server.issuer}/protocol/openid-connect/userinfo`,
    ])
      await refused(send(server, await proofFor(server, key, { htu: other })), 'DPoP HTTP URL mismatch');
  });
});

test('RFC 9449 §4.3: type, algorithm, key and signature of a proof are checked', async () => {
  await withOAuthServer(async (server) => {
    const key = createDpopKey();
    const other = createDpopKey();
    const secret = key.privateKey.export({ format: 'jwk' });
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });
    const cases: [header: Record<string, unknown>, description: string][] = [
      [{ typ: 'JWT' }, 'Invalid or missing type in DPoP header'],
      [{ typ: undefined }, 'Invalid or missing type in DPoP header'],
      [{ alg: 'HS256' }, 'Unsupported DPoP algorithm'],
      [{ alg: 'none' }, 'Unsupported DPoP algorithm'],
      [{ jwk: undefined }, 'No JWK in DPoP header'],
      [{ jwk: 'x' }, 'No JWK in DPoP header'],
      [{ jwk: secret }, 'Private key is present in DPoP header'],
      [{ jwk: { kty: 'oct', k: 'x' } }, 'Private key is present in DPoP header'],
      [{ jwk: other.jwk }, 'DPoP verification failure'],
      [{ jwk: rsa }, 'DPoP verification failure'],
      [{ jwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } }, 'DPoP verification failure'],
    ];
    for (const [header, description] of cases)
      await refused(send(server, await proofFor(server, key, { header })), description);
    for (const text of ['x', 'a.b.c', `${await proofFor(server, key)}, ${await proofFor(server, key)}`])
      await refused(send(server, text), 'DPoP header verification failure');
  });
});

test('RFC 9449 §4.2: a proof without a usable jti is refused', async () => {
  await withOAuthServer(async (server) => {
    for (const jti of [undefined, '', 5, 'x'.repeat(600)])
      await refused(
        send(server, await proofFor(server, createDpopKey(), { claims: { jti } })),
        'DPoP mandatory claims are missing',
      );
  });
});

test('RFC 9449 §5: a public client must refresh with its key; a confidential client, which authenticates, with any', async () => {
  await withOAuthServer(async (server) => {
    const [key, other] = [createDpopKey(), createDpopKey()];
    const user = { username: 'alice', password: 'alice-password', grant_type: 'password', scope: 'openid' };
    const native = { client_id: 'implicit' };
    const first = readTokens(await send(server, await proofFor(server, key), { ...user, ...native }));
    assert.deepEqual(claimsOf(first.refresh_token)['cnf'], { jkt: key.jkt });
    const form = { ...native, grant_type: 'refresh_token', refresh_token: first.refresh_token };
    const without = await server.post('token', form);
    assert.deepEqual(without.body, { error: 'invalid_grant', error_description: 'DPoP proof is missing' });
    const wrong = await send(server, await proofFor(server, other), form);
    assert.equal(wrong.body['error_description'], 'DPoP proof and token binding verification failed');
    const again = readTokens(await send(server, await proofFor(server, key), form));
    assert.deepEqual(claimsOf(again.access_token)['cnf'], { jkt: key.jkt });
    const web = readTokens(await send(server, await proofFor(server, key), { ...user, ...WEB }));
    assert.equal('cnf' in claimsOf(web.refresh_token), false);
    const renewal = { ...WEB, grant_type: 'refresh_token', refresh_token: web.refresh_token };
    assert.equal((await send(server, await proofFor(server, other), renewal)).status, 200);
  });
});

async function userInfo(
  server: OAuthTestServer,
  token: string,
  scheme: string,
  key?: TestDpopKey,
  ath = token,
): Promise<Answer> {
  const htu = `${server.issuer}/protocol/openid-connect/userinfo`;
  const proof = await key?.prove({ htm: 'GET', htu, iat: nowInSeconds(server.clock), accessToken: ath });
  const headers = { authorization: `${scheme} ${token}`, ...(proof === undefined ? {} : { dpop: proof }) };
  return server.send('userinfo', { headers });
}

test('RFC 9449 §7.1: userinfo accepts a bound token only with a proof of its key made for that token', async () => {
  await withOAuthServer(async (server) => {
    const [key, other] = [createDpopKey(), createDpopKey()];
    const { access_token: bound } = readTokens(
      await send(server, await proofFor(server, key), {
        ...WEB,
        username: 'alice',
        password: 'alice-password',
        grant_type: 'password',
        scope: 'openid',
      }),
    );
    const { access_token: plain } = await server.tokens();
    assert.equal((await userInfo(server, bound, 'DPoP', key)).status, 200);
    const refusals: [answer: Promise<Answer>, error: string, scheme: string][] = [
      [userInfo(server, bound, 'DPoP'), 'invalid_dpop_proof', 'DPoP'],
      [userInfo(server, bound, 'DPoP', key, plain), 'invalid_dpop_proof', 'DPoP'],
      [userInfo(server, bound, 'DPoP', other), 'invalid_token', 'DPoP'],
      [userInfo(server, bound, 'Bearer', key), 'invalid_token', 'Bearer'],
      [userInfo(server, plain, 'DPoP', key), 'invalid_token', 'DPoP'],
    ];
    for (const [answer, error, scheme] of refusals) {
      const { status, headers } = await answer;
      const challenge = headers.get('www-authenticate') ?? '';
      assert.equal(status, 401);
      assert.ok(challenge.startsWith(`${scheme} realm="demo", error="${error}"`), challenge);
      assert.equal(challenge.includes('algs="RS256'), scheme === 'DPoP');
    }
  });
});

test('RFC 8414 §2: discovery lists the algorithms of proofs, all asymmetric', async () => {
  await withOAuthServer(async (server) => {
    const { body } = await server.send(`/realms/demo/.well-known/openid-configuration`);
    const algorithms = body['dpop_signing_alg_values_supported'] as string[];
    assert.ok(algorithms.includes('ES256') && algorithms.includes('EdDSA'));
    assert.ok(algorithms.every((name) => !name.startsWith('HS')));
  });
});
