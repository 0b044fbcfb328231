import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { HoldWire } from '#protocol/contract/holds.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { CALLBACK, WEB } from '#protocol/oauth/testing/realm.ts';
import { type OAuthTestServer, startOAuthServer } from '#protocol/oauth/testing/server.ts';
import { MAX_HOLDS } from './holds.ts';

const server = await startOAuthServer();
after(() => server.stop());
const idOf = ({ store }: OAuthTestServer) => store.realms.find('demo')?.id ?? '';
const realmId = idOf(server);
const { holds } = server.testKit;
beforeEach(() => holds.clear(realmId));

const LONG_MS = 30_000;
const CREDENTIALS = { ...WEB, grant_type: 'client_credentials' };
const requestToken = (own = server) => own.post('token', CREDENTIALS);

async function arm(match: HoldWire['match'], limitMs = LONG_MS, own = server): Promise<string> {
  return (await own.testKit.holds.arm(idOf(own), { match, limitMs }))?.id ?? assert.fail();
}

function held(id: string, own = server): Promise<HoldWire> {
  return own.testKit.holds.find(idOf(own), id, LONG_MS);
}

test('test kit "holds": the exchange waits with its answer, is edited, and goes on when it is released', async () => {
  const id = await arm({ endpoint: 'token', client: 'web' });
  let isAnswered = false;
  const answer = requestToken().finally(() => {
    isAnswered = true;
  });
  const { state, exchange, goesOnAt, exchangeId } = await held(id);
  assert.equal(state, 'held');
  assert.ok(goesOnAt);
  assert.deepEqual([exchange?.id, exchange?.clientId, exchange?.status], [exchangeId, 'web', 200]);
  assert.ok(
    exchange?.request.form.some(({ name, value }) => name === 'grant_type' && value === 'client_credentials'),
  );
  assert.equal(exchange?.response.tokens[0]?.claims['azp'], 'web');
  assert.doesNotMatch(JSON.stringify(exchange), /eyJ|web-secret/);
  assert.equal(isAnswered, false);
  const edited = await holds.edit(realmId, id, {
    claims: { access_token: { tier: 'gold' } },
    json: { expires_in: 1 },
  });
  assert.equal(edited.exchange?.response.tokens[0]?.claims['tier'], 'gold');
  assert.equal((await holds.release(realmId, id)).state, 'released');
  const { body, summary } = await answer;
  assert.equal(body['expires_in'], 1);
  const token = String(body['access_token']);
  assert.equal(decodeJws(token)?.claims['tier'], 'gold');
  assert.equal((await server.post('token/introspect', { ...WEB, token })).body['active'], true);
  const note = server.activity.find(summary?.id ?? '')?.decisions.find(({ rule }) => rule === 'hold')?.detail;
  assert.match(
    note ?? '',
    /^Hold hold-\d+ held the answer for \d+ ms; then it was released\. Edited: claims \(access_token\), json \(expires_in\)\.$/,
  );
});

test('test kit "holds": one hold holds one exchange; others of the realm are answered meanwhile', async () => {
  const id = await arm({ endpoint: 'token' });
  const first = requestToken();
  await held(id);
  assert.equal((await requestToken()).status, 200);
  assert.equal((await server.send('certs')).status, 200);
  await holds.release(realmId, id);
  assert.equal((await first).status, 200);
});

test('test kit "holds": other clients, grants, users and endpoints are not held, and nth counts', async () => {
  const ids = [
    await arm({ endpoint: 'token', client: 'other' }),
    await arm({ endpoint: 'token', grant: 'password' }),
    await arm({ endpoint: 'token', user: 'alice' }),
    await arm({ endpoint: 'userinfo' }),
    await arm({ endpoint: 'token', nth: 3 }),
  ];
  await requestToken();
  await requestToken();
  for (const id of ids) assert.equal((await holds.find(realmId, id, 1)).state, 'armed');
  const third = requestToken();
  assert.equal((await held(ids[4] ?? '')).state, 'held');
  await holds.remove(realmId, ids[4] ?? '');
  await third;
});

test('test kit "holds": after its time the exchange goes on, and Activity says so', async () => {
  const id = await arm({ endpoint: 'token' }, 5);
  const { status, summary } = await requestToken();
  assert.equal(status, 200);
  const over = await holds.find(realmId, id, 0);
  assert.deepEqual([over.state, over.exchangeId, over.exchange], ['timed-out', summary?.id, undefined]);
  const { decisions } = server.activity.find(summary?.id ?? '') ?? assert.fail();
  assert.match(
    decisions.find(({ rule }) => rule === 'hold')?.detail ?? '',
    /its time was over \(limitMs 5\)\. The answer was not edited\./,
  );
});

for (const [what, letGo] of [
  ['deleting the hold', (id: string) => holds.remove(realmId, id)],
  ['a reset', () => holds.clear(realmId)],
  ['the end of the pauses of its realm', () => server.testKit.pauses.end(realmId)],
] as const) {
  test(`test kit "holds": ${what} lets the exchange go on`, async () => {
    const id = await arm({ endpoint: 'token' });
    const answer = requestToken();
    await held(id);
    await letGo(id);
    assert.equal((await answer).status, 200);
  });
}

test('test kit "holds": a realm that is removed lets its exchange go on', async () => {
  const own = await startOAuthServer();
  const id = await arm({ endpoint: 'token' }, LONG_MS, own);
  const answer = requestToken(own);
  await held(id, own);
  await own.store.realms.remove('demo');
  assert.equal((await answer).status, 200);
  await own.stop();
});

test('test kit "holds": a held exchange does not hold up the stop of the server', async () => {
  const own = await startOAuthServer();
  const id = await arm({ endpoint: 'token' }, LONG_MS, own);
  const answer = requestToken(own).then(
    ({ status }) => status,
    () => 0,
  );
  await held(id, own);
  await own.stop();
  assert.ok([0, 200].includes(await answer));
});

test('test kit "holds": a caller that goes away abandons the exchange', async () => {
  const id = await arm({ endpoint: 'token' });
  const ending = new AbortController();
  const body = new URLSearchParams(CREDENTIALS);
  const answer = fetch(`${server.issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body,
    signal: ending.signal,
  });
  await held(id);
  ending.abort();
  await assert.rejects(answer);
  while ((await holds.find(realmId, id, 0)).state === 'held')
    await new Promise((resolve) => setImmediate(resolve));
  assert.equal((await holds.find(realmId, id, 0)).state, 'abandoned');
  await assert.rejects(holds.release(realmId, id), /abandoned/);
});

test('test kit "holds": the answer of a sign-in is held, not its pages, and the cookies stay', async () => {
  const id = await arm({ endpoint: 'authorization', client: 'web', user: 'alice' });
  const browser = server.browser();
  const page = await server.authorize(browser);
  assert.equal(page.status, 200);
  const answer = browser.signIn(page, 'alice', 'alice-password');
  const { exchange } = await held(id);
  assert.equal(exchange?.response.location?.url.startsWith(CALLBACK), true);
  await holds.edit(realmId, id, { parameters: { state: 'forged' } });
  await holds.release(realmId, id);
  const { leadsTo, status } = await answer;
  assert.deepEqual([status, leadsTo['state']], [302, 'forged']);
  const { code } = await server.signIn(browser);
  assert.ok(code, 'the session is known');
});

test('test kit "holds": the answer of a fault can be held', async () => {
  server.testKit.faults.arm(realmId, { match: { endpoint: 'token' }, do: { status: 503 } });
  const id = await arm({ endpoint: 'token' });
  const answer = requestToken();
  assert.equal((await held(id)).exchange?.status, 503);
  await holds.release(realmId, id);
  assert.equal((await answer).status, 503);
});

test('test kit "holds": edits at the same time are all made, and a release comes after them', async () => {
  const id = await arm({ endpoint: 'token' });
  const answer = requestToken();
  await held(id);
  const names = ['a', 'b', 'c', 'd'];
  const edits = names.map((name) => holds.edit(realmId, id, { claims: { access_token: { [name]: 1 } } }));
  await Promise.all([...edits, holds.release(realmId, id)]);
  const claims = decodeJws(String((await answer).body['access_token']))?.claims ?? {};
  assert.deepEqual(
    names.filter((name) => claims[name] === 1),
    names,
  );
});

test('test kit "holds": without an exchange there is nothing to edit or release, and an unknown hold is unknown', async () => {
  const id = await arm({ endpoint: 'token' });
  await assert.rejects(holds.edit(realmId, id, { status: 500 }), {
    status: 409,
    problem: `Hold ${id} has no exchange yet.`,
  });
  await assert.rejects(holds.release(realmId, id), { status: 409 });
  await assert.rejects(holds.find(realmId, 'hold-0', 0), { status: 404 });
  await assert.rejects(holds.remove(realmId, 'hold-0'), { status: 404 });
  await assert.rejects(holds.find('other', id, 0), { status: 404 });
});

test('test kit "holds": a refused edit changes nothing', async () => {
  const id = await arm({ endpoint: 'token' });
  const answer = requestToken();
  await held(id);
  await assert.rejects(holds.edit(realmId, id, { status: 500, claims: { id_token: { a: 1 } } }), {
    status: 409,
  });
  assert.deepEqual((await holds.release(realmId, id)).edited, []);
  assert.equal((await answer).status, 200);
});

test('test kit "holds": the number of holds of a realm is limited, and those that are over are forgotten', async () => {
  for (let index = 0; index < MAX_HOLDS; index += 1) await arm({ endpoint: 'par' });
  assert.equal(await holds.arm(realmId, { match: { endpoint: 'par' } }), undefined);
  await holds.clear(realmId);
  assert.deepEqual(await holds.list(realmId), []);
  assert.equal(holds.isArmed(realmId), false);
});
