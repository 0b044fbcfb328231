import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ActivityPage } from '#protocol/contract/activity.ts';
import type { ActivityQueryWire } from '#protocol/contract/activity-query.ts';
import type { OutgoingCallsWire } from '#protocol/contract/outgoing-calls.ts';
import { startNotifiedApplication } from '../testing/notified-application.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
const application = await startNotifiedApplication();
after(async () => {
  application.stop();
  await server.stop();
});
const QUERY = '/emulator/v1/realms/shop/activity/query';

const ask = (query: string) => server.call<ActivityQueryWire>('GET', `${QUERY}?${query}`);

const requestToken = (clientSecret = 'till-secret', headers = {}) =>
  fetch(`${server.baseUrl}/realms/shop/protocol/openid-connect/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'till',
      client_secret: clientSecret,
    }),
  });

for (const [query, expected] of [
  ['endpoint=tokens', /endpoint must be one of authorization, token/],
  ['outcome=good', /outcome must be one of accepted/],
  ['pkce=s512', /pkce must be one of S256, plain, none/],
  ['wait=30001', /wait/],
  ['wait=-1', /wait/],
  ['count=0', /count/],
  ['count=some', /count/],
  ['since=yesterday!', /since must be the next of an earlier response/],
  ['since=2030-13-01T00:00:00Z', /since must be/],
  ['parameter=%3Dopenid', /parameter must be name=value or name/],
  ['claim=%3D', /claim must be name=value or name/],
] as const) {
  test(`emulator-api: a query with ${query} is rejected with the parameter's name`, async () => {
    const { status, body } = await ask(query);
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), expected);
  });
}

test('emulator-api: queries are for administrators of the server only', async () => {
  const token = await server.tokenOf('shop', 'manager');
  assert.equal((await server.call('GET', QUERY, { token })).status, 403);
  assert.equal((await server.call('GET', QUERY, { token: null })).status, 401);
  assert.equal((await server.call('GET', QUERY.replace('shop', 'none'))).status, 404);
});

test('emulator-api: a query without a match is no error', async () => {
  const { status, body } = await ask('client=none');
  assert.equal(status, 200);
  assert.deepEqual([body.exchanges, body.count, body.timedOut], [[], 0, true]);
  assert.equal((await ask('client=none&wait=5')).body.timedOut, true);
});

test('emulator-api: exchanges are found by what they are, since an exchange or an instant', async () => {
  const { body: before } = await ask('');
  await requestToken('wrong');
  await requestToken();
  const since = `since=${before.next}`;
  const found = await ask(`${since}&endpoint=token&client=till&grant=client_credentials`);
  assert.deepEqual(
    found.body.exchanges.map(({ outcome }) => outcome),
    ['refused', 'accepted'],
  );
  assert.equal((await ask(`${since}&outcome=refused`)).body.count, 1);
  assert.equal((await ask(`${since}&claim=azp%3Dtill`)).body.count, 1);
  assert.equal((await ask('since=2030-01-01T00:00:00Z&client=till')).body.count, 2);
  assert.equal((await ask('since=2030-01-01T00:00:01%2B00:00&client=till')).body.count, 0);
  assert.equal((await ask(`since=${found.body.next}`)).body.count, 0);
});

test('emulator-api: a query answers as soon as enough exchanges are there, and not before', async () => {
  const { body: before } = await ask('');
  let isAnswered = false;
  const waiting = ask(`since=${before.next}&client=till&count=2&wait=30000`).then(({ body }) => {
    isAnswered = true;
    return body;
  });
  await requestToken();
  assert.equal(isAnswered, false);
  await requestToken();
  const { count, timedOut } = await waiting;
  assert.deepEqual([count, timedOut], [2, false]);
});

test('test kit "X-Understudy-Test": the header names the test of an exchange', async () => {
  await requestToken('till-secret', { 'x-understudy-test': 'paying%20%E2%82%AC5' });
  const { body } = await ask(`test=${encodeURIComponent('paying €5')}`);
  assert.deepEqual(
    body.exchanges.map(({ test: name }) => name),
    ['paying €5'],
  );
});

test('Fetch §4.8: pages may send the header of their test to other origins', async () => {
  const { headers } = await fetch(`${server.baseUrl}/realms/shop/protocol/openid-connect/token`, {
    method: 'OPTIONS',
    headers: { origin: 'http://app.test', 'access-control-request-method': 'POST' },
  });
  assert.match(headers.get('access-control-allow-headers') ?? '', /X-Understudy-Test/);
});

for (const path of ['trace.html', 'trace.har']) {
  test(`emulator-api: ${path} is for administrators of the server only, and checks its query`, async () => {
    const address = `/emulator/v1/realms/shop/${path}`;
    const token = await server.tokenOf('shop', 'manager');
    assert.equal((await server.call('GET', address, { token })).status, 403);
    assert.equal((await server.call('GET', address, { token: null })).status, 401);
    assert.equal((await server.call('GET', address.replace('shop', 'none'))).status, 404);
    assert.equal((await server.call('GET', `${address}?since=now!`)).status, 400);
  });
}

test('emulator-api: the trace is a page with a strict policy, and an archive', async () => {
  await requestToken();
  const page = await fetch(`${server.baseUrl}/emulator/v1/realms/shop/trace.html`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /default-src 'none'; style-src 'self' 'sha256-/,
  );
  assert.match(await page.text(), /Trace of realm shop/);
  const { body } = await server.call<{ log: { version: string; entries: unknown[] } }>(
    'GET',
    '/emulator/v1/realms/shop/trace.har',
  );
  assert.equal(body.log.version, '1.2');
  assert.ok(body.log.entries.length > 0);
});

const CALLS = '/emulator/v1/realms/shop/calls';
const readCalls = (query: string) => server.call<OutgoingCallsWire>('GET', `${CALLS}?${query}`);

/** Ann signs in to client `till`, whose logout URL is the address, and is signed out. */
async function signOutAnn(url: string): Promise<void> {
  await server.store.realms.update('shop', (realm) => ({
    ...realm,
    clients: (realm.clients ?? []).map((client) =>
      client.clientId === 'till' ? { ...client, attributes: { 'backchannel.logout.url': url } } : client,
    ),
  }));
  const body = { user: 'ann', clients: ['till'] };
  await server.call('POST', '/emulator/v1/realms/shop/sessions', { body });
  const path = `/admin/realms/shop/users/${await server.userId('ann')}/logout`;
  assert.equal((await server.call('POST', path)).status, 204);
}

test('emulator-api: a logout that is waited for is the call with address, status, duration and claims', async () => {
  const { next } = (await readCalls('')).body;
  const waiting = readCalls(`kind=backchannel-logout&client=till&since=${next}&wait=30000`);
  await signOutAnn(`${application.url}/bye`);
  const { status, body } = await waiting;
  assert.equal(status, 200);
  assert.deepEqual([body.count, body.timedOut], [1, false]);
  const [call] = body.calls;
  assert.deepEqual(
    [call?.call, call?.method, call?.path, call?.status, call?.outcome, call?.clientId, call?.username],
    ['backchannel-logout', 'POST', `${application.url}/bye`, 204, 'accepted', 'till', 'ann'],
  );
  assert.ok(Number(call?.durationMs) > 0);
  const token = call?.request.tokens.find(({ name }) => name === 'logout_token');
  assert.deepEqual(token?.claims['events'], { 'http://schemas.openid.net/event/backchannel-logout': {} });
  assert.equal((await readCalls(`since=${body.next}`)).body.count, 0);
});

test('emulator-api: a call without an answer has status 0 and says why', async () => {
  const { next } = (await readCalls('')).body;
  await signOutAnn('http://127.0.0.1:9/bye');
  const { body } = await readCalls(`since=${next}&outcome=failed&wait=30000`);
  const [call] = body.calls;
  assert.deepEqual([call?.status, call?.refusal?.code], [0, 'connection_failed']);
  assert.match(call?.refusal?.remedy ?? '', /backchannel\.logout\.url/);
});

test('emulator-api: calls of other kinds, clients, users and requests of the server do not match', async () => {
  await signOutAnn(`${application.url}/bye`);
  for (const query of ['kind=saml-logout', 'client=page', 'user=bob', 'test=none', 'outcome=refused'])
    assert.deepEqual((await readCalls(query)).body.calls, [], query);
  const { body } = await server.call<ActivityPage>('GET', '/emulator/v1/activity?realm=shop');
  assert.ok(body.records.some(({ call }) => call === undefined));
  assert.ok((await readCalls('')).body.calls.every(({ call }) => call === 'backchannel-logout'));
});

test('emulator-api: calls are for administrators of the server only, and their query is checked', async () => {
  const token = await server.tokenOf('shop', 'manager');
  assert.equal((await server.call('GET', CALLS, { token })).status, 403);
  assert.equal((await server.call('GET', CALLS, { token: null })).status, 401);
  assert.equal((await server.call('GET', CALLS.replace('shop', 'none'))).status, 404);
  for (const [query, expected] of [
    ['kind=logout', /kind must be one of backchannel-logout, /],
    ['wait=30001', /wait/],
    ['count=0', /count/],
    ['outcome=asked', /outcome must be one of accepted, refused, failed/],
    ['since=yesterday!', /since must be/],
  ] as const) {
    const { status, body } = await readCalls(query);
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), expected);
  }
});
