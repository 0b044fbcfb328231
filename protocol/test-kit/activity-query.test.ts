import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CALLBACK, WEB } from '#protocol/oauth/testing/realm.ts';
import { startOAuthServer } from '#protocol/oauth/testing/server.ts';
import { type ExchangeQuery, queryActivity } from './activity-query.ts';

const server = await startOAuthServer();
after(() => server.stop());
const realm = server.store.realms.find('demo');
assert.ok(realm);

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

const ask = (query: ExchangeQuery, count = 1, waitMs = 0) =>
  queryActivity(
    query,
    { realm, count, waitMs },
    { activity: server.activity, pauses: server.testKit.pauses },
  );

const countOf = async (query: ExchangeQuery) => (await ask(query)).count;

async function signIn(changes = {}, verifier?: string): Promise<void> {
  const { code = '' } = await server.signIn(server.browser(), changes);
  const form = { ...WEB, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
  const answer = await server.post(
    'token',
    verifier === undefined ? form : { ...form, code_verifier: verifier },
  );
  assert.equal(answer.status, 200);
}

const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
await signIn(PKCE, VERIFIER);
await signIn();
await server.post('ext/par/request', { ...WEB, ...PKCE, response_type: 'code', redirect_uri: CALLBACK });
await server.post('token', { ...WEB, grant_type: 'password', username: 'bob', password: 'wrong' });
await server.authorize(server.browser(), { redirect_uri: 'http://evil.test/' });
await server.send('certs');

const CASES: readonly (readonly [ExchangeQuery, number])[] = [
  [{ endpoint: 'token' }, 3],
  [{ endpoint: 'token', pkce: 'S256' }, 1],
  [{ endpoint: 'authorization', pkce: 'S256' }, 1],
  [{ endpoint: 'par', pkce: 'S256' }, 1],
  [{ pkce: 'none' }, 2],
  [{ pkce: 'plain' }, 0],
  [{ endpoint: 'token', grant: 'password' }, 1],
  [{ grant: 'refresh_token' }, 0],
  [{ user: 'ALICE', endpoint: 'token' }, 2],
  [{ user: 'bob', outcome: 'accepted' }, 0],
  [{ outcome: 'refused', rule: 'check-redirect-uri' }, 1],
  [{ rule: 'check-redirect-uri' }, 4],
  [{ outcome: 'refused', rule: 'check-client' }, 0],
  [{ endpoint: 'token', parameters: [['code_verifier', undefined]] }, 1],
  [
    {
      parameters: [
        ['scope', 'openid'],
        ['client_id', 'web'],
        ['state', 's1'],
      ],
    },
    3,
  ],
  [{ parameters: [['scope', 'profile']] }, 0],
  [{ claims: [['preferred_username', 'alice']] }, 2],
  [{ claims: [['preferred_username', 'bob']] }, 0],
  [{ claims: [['email_verified', 'false']] }, 2],
  [{ claims: [['toString', undefined]] }, 0],
  [{ endpoint: 'keys' }, 1],
  [{ client: 'other' }, 0],
  [{ fault: 'any' }, 0],
  [{ test: 'x' }, 0],
];

for (const [query, count] of CASES) {
  test(`test kit "Activity query": ${JSON.stringify(query)} finds ${count}`, async () => {
    assert.equal(await countOf(query), count);
  });
}

test('test kit "Activity query": flows are named by all their exchanges, not only by those that match', async () => {
  const { flows, exchanges } = await ask({ endpoint: 'token' });
  assert.deepEqual(
    flows.map(({ kind, name, problem }) => [kind, name, problem]),
    [
      ['sign-in', 'Sign-in with code + PKCE · alice', undefined],
      ['sign-in', 'Sign-in with code · alice', undefined],
      ['token', 'Password grant · web', 'Refused: The password is not that of user bob'],
    ],
  );
  assert.deepEqual(
    exchanges.map(({ flow }) => flow),
    flows.map(({ id }) => id),
  );
  assert.deepEqual((await ask({ client: 'other' })).flows, []);
});

test('test kit "Activity query": other realms, the console and the kit do not count', async () => {
  const total = await countOf({});
  for (const path of ['/realms/none/protocol/openid-connect/certs', '/emulator/v1/server', '/nowhere'])
    await server.send(path);
  await server.send('certs', { headers: { 'x-understudy-console': '1' } });
  assert.equal(await countOf({}), total);
});

test('test kit "Activity query": answers of faults are found by the fault', async () => {
  const armed = server.testKit.faults.arm(realm.id, { match: { endpoint: 'keys' }, do: { status: 500 } });
  await server.send('certs');
  assert.equal(await countOf({ fault: 'any', rule: 'fault' }), 1);
  assert.equal(await countOf({ fault: armed?.id }), 1);
  assert.equal(await countOf({ fault: 'fault-0' }), 0);
});

test('test kit "Activity query": many may wait, each for its own, and nobody keeps watching', async () => {
  const { next } = await ask({});
  const waits = ['t1', 't2', 't3'].map((name) => ask({ test: name, since: next }, 1, 30_000));
  for (const name of ['t3', 't1', 't2'])
    await server.send('certs', { headers: { 'x-understudy-test': name } });
  const answers = await Promise.all(waits);
  assert.deepEqual(
    answers.map(({ exchanges }) => exchanges.map(({ test: name }) => name)),
    [['t1'], ['t2'], ['t3']],
  );
  assert.deepEqual((await ask({ test: 't4' }, 1, 5)).timedOut, true);
});

test('test kit: a query that waits does not hold up the stop of the server', async () => {
  const own = await startOAuthServer();
  const { id = '' } = own.store.realms.find('demo') ?? {};
  const { activity, testKit } = own;
  const scope = { realm: { id, realm: 'demo' }, count: 1, waitMs: 30_000 };
  const waiting = queryActivity({ client: 'none' }, scope, { activity, pauses: testKit.pauses });
  await own.stop();
  assert.equal((await waiting).timedOut, true);
});
