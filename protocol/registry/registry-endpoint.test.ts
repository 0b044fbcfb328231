import assert from 'node:assert/strict';
import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { after, before, test } from 'node:test';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { libtrustKeyId } from '#protocol/crypto/libtrust-key-id.ts';
import { type RegistryAnswer, type RegistryTestServer, startRegistryServer } from './testing/server.ts';

const ALICE = 'alice:alice:password';
const PULL = 'service=registry&scope=repository:team/app:pull';

let server: RegistryTestServer;
before(async () => {
  server = await startRegistryServer();
});
after(() => server.stop());

function claimsOf({ body }: RegistryAnswer): Readonly<Record<string, unknown>> {
  return decodeJws(String(body['token']))?.claims ?? {};
}

test('distribution token specification: the response has the token under both names, its lifetime and its time of issue', async () => {
  const { status, body, headers } = await server.request(PULL, ALICE);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'issued_at', 'token']);
  assert.equal(body['access_token'], body['token']);
  assert.equal(body['expires_in'], 90);
  assert.equal(body['issued_at'], '2030-01-01T00:00:00Z');
  assert.match(headers.get('cache-control') ?? '', /no-store/);
});

test('distribution token JWT: the claims are those a registry checks', async () => {
  const claims = claimsOf(await server.request(PULL, ALICE));
  const { jti, ...rest } = claims;
  assert.match(String(jti), /^[0-9a-f-]{36}$/);
  assert.deepEqual(rest, {
    iss: server.issuer,
    sub: 'alice',
    aud: 'registry',
    azp: 'registry',
    typ: 'Bearer',
    iat: 1893456000,
    nbf: 1893456000,
    exp: 1893456090,
    access: [{ type: 'repository', name: 'team/app', actions: ['pull'] }],
  });
});

test('distribution token JWT: kid is the registry’s identifier of the certificate, and the signature is valid', async () => {
  const { body } = await server.request(PULL, ALICE);
  const token = decodeJws(String(body['token']));
  const key = (await server.keys.list('demo')).find(({ algorithm }) => algorithm === 'RS256');
  const certificate = new X509Certificate(Buffer.from(key?.certificate ?? '', 'base64'));
  assert.equal(token?.header.kid, libtrustKeyId(certificate.publicKey));
  assert.deepEqual([token?.header.alg, token?.header.typ], ['RS256', 'JWT']);
  assert.deepEqual(token?.header['x5c'], [key?.certificate]);
  const input = Buffer.from(token?.signingInput ?? '');
  assert.ok(
    verify(
      'sha256',
      input,
      createPublicKey(certificate.publicKey.export({ type: 'spki', format: 'pem' })),
      token?.signature ?? Buffer.alloc(0),
    ),
  );
});

test('service description §5.9: no browser session is created and no cookie is set', async () => {
  const { headers } = await server.request(PULL, ALICE);
  assert.equal(headers.get('set-cookie'), null);
});

test('distribution token specification: account, client_id and offline_token are accepted; no refresh token is issued', async () => {
  const { status, body } = await server.request(
    `${PULL}&account=alice&client_id=docker&offline_token=true`,
    ALICE,
  );
  assert.equal(status, 200);
  assert.equal(body['refresh_token'], undefined);
});

test('distribution token specification: a login without scope gets a token that allows nothing', async () => {
  const answer = await server.request('service=registry&account=alice', ALICE);
  assert.deepEqual(claimsOf(answer)['access'], []);
});

test('distribution token scope: scopes may be separated by spaces or given as repeated parameters', async () => {
  const answer = await server.request(
    'service=registry&scope=repository:a:pull%20repository:b:push&scope=registry:catalog:*',
    ALICE,
  );
  assert.deepEqual(claimsOf(answer)['access'], [
    { type: 'repository', name: 'a', actions: ['pull'] },
    { type: 'repository', name: 'b', actions: ['push'] },
    { type: 'registry', name: 'catalog', actions: ['*'] },
  ]);
});

test('Activity shows the requested and the granted access', async () => {
  const { record } = await server.request(PULL, ALICE);
  const details = record?.decisions.map(({ detail }) => detail).join('\n') ?? '';
  assert.match(details, /Requested: repository:team\/app:pull/);
  assert.match(details, /Granted: repository:team\/app:pull/);
  assert.equal(record?.clientId, 'registry');
  assert.equal(record?.username, 'alice');
});

test('a client without the allow-all mapper grants nothing, and Activity says why', async () => {
  const { record, ...answer } = await server.request('service=bare&scope=repository:a:pull', ALICE);
  assert.deepEqual(claimsOf({ ...answer, record })['access'], []);
  assert.match(record?.decisions.at(-1)?.detail ?? '', /docker-v2-allow-all-mapper/);
});

const REFUSED: readonly (readonly [
  what: string,
  query: string,
  login: string | undefined,
  status: number,
  message: RegExp,
])[] = [
  ['no service', 'scope=repository:a:pull', ALICE, 400, /service parameter must be provided/],
  [
    'an unknown service',
    'service=none',
    ALICE,
    400,
    /Client specified by 'service' parameter does not exist/,
  ],
  ['a disabled service', 'service=closed', ALICE, 400, /Client specified by 'service' is disabled/],
  ['a service that is a web application', 'service=web', ALICE, 400, /is not a registry/],
  ['two services', 'service=registry&service=web', ALICE, 400, /duplicated parameter service/],
  ['an invalid scope', 'service=registry&scope=openid', ALICE, 400, /openid/],
  ['no credentials', PULL, undefined, 401, /No user name and password came/],
  ['an unknown user', PULL, 'nobody:x', 401, /Invalid username or password/],
  ['a wrong password', PULL, 'alice:wrong', 401, /Invalid username or password/],
  ['an empty password', PULL, 'alice:', 401, /Invalid username or password/],
  ['a disabled user', PULL, 'dora:dora-password', 401, /Invalid username or password/],
  [
    'a user who must change the password first',
    PULL,
    'eve:eve-password',
    401,
    /Invalid username or password/,
  ],
];

for (const [what, query, login, status, message] of REFUSED) {
  test(`distribution token specification: ${what} is rejected in the format that registry clients print, with a remedy in Activity`, async () => {
    const answer = await server.request(query, login);
    assert.equal(answer.status, status);
    const [error] = answer.body['errors'] as readonly { code: string; message: string }[];
    assert.equal(error?.code, status === 401 ? 'UNAUTHORIZED' : 'UNSUPPORTED');
    assert.match(error?.message ?? '', message);
    assert.notEqual(answer.refusal?.remedy ?? '', '');
    assert.equal(answer.body['token'], undefined);
  });
}

test('RFC 9110 §15.5.2: a 401 names the required scheme and the requested scope', async () => {
  const { headers, body } = await server.request(PULL, 'alice:wrong');
  assert.equal(headers.get('www-authenticate'), 'Basic realm="demo"');
  const [error] = body['errors'] as readonly { detail: unknown }[];
  assert.deepEqual(error?.detail, [{ type: 'repository', name: 'team/app', actions: ['pull'] }]);
  const login = await server.request('service=registry', 'alice:wrong');
  const [refused] = login.body['errors'] as readonly { detail: unknown }[];
  assert.deepEqual(refused?.detail, {});
});

test('distribution token specification: a lifetime below the minimum that clients assume is kept, and Activity reports it', async () => {
  const hasty = await startRegistryServer({ accessTokenLifespan: 30 });
  const { body, record } = await hasty.request(PULL, ALICE);
  assert.equal(body['expires_in'], 30);
  assert.match(record?.decisions.map(({ detail }) => detail).join() ?? '', /30 s.*60 s.*accessTokenLifespan/);
  const { record: usual } = await server.request(PULL, ALICE);
  assert.doesNotMatch(usual?.decisions.map(({ detail }) => detail).join() ?? '', /accessTokenLifespan/);
  await hasty.stop();
});

test('a disabled realm is rejected, and the remedy names the setting', async () => {
  const closed = await startRegistryServer({ enabled: false });
  const { status, refusal } = await closed.request(PULL, ALICE);
  assert.equal(status, 403);
  assert.match(refusal?.remedy ?? '', /enabled of realm demo/);
  await closed.stop();
});

test('a user locked after too many failures is rejected despite the correct password', async () => {
  const guarded = await startRegistryServer({ bruteForceProtected: true, failureFactor: 2 });
  await guarded.request(PULL, 'bob:wrong');
  await guarded.request(PULL, 'bob:wrong');
  const { status, refusal } = await guarded.request(PULL, 'bob:bob-password');
  assert.equal(status, 401);
  assert.match(refusal?.reason ?? '', /bob/);
  assert.notEqual(refusal?.remedy, undefined);
  await guarded.stop();
});
