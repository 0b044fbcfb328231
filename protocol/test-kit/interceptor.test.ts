import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { CALLBACK, WEB } from '#protocol/oauth/testing/realm.ts';
import { startOAuthServer } from '#protocol/oauth/testing/server.ts';

const server = await startOAuthServer();
after(() => server.stop());
const realmId = server.store.realms.find('demo')?.id ?? '';
const { faults } = server.testKit;
beforeEach(() => faults.clear(realmId));

const CREDENTIALS = { ...WEB, grant_type: 'client_credentials' };
const HOUR_MS = 3_600_000;

test('test kit "faults": only matching requests get the fault', async () => {
  faults.arm(realmId, { match: { endpoint: 'token', client: 'other' }, do: { status: 503 } });
  assert.equal((await server.post('token', CREDENTIALS)).status, 200);
  assert.equal((await server.send('certs')).status, 200);
  assert.equal((await server.authorize(server.browser())).status, 200);
  assert.deepEqual(faults.list(realmId)[0]?.matched, 0);
});

test('test kit "faults": the second request of three fails', async () => {
  faults.arm(realmId, { match: { endpoint: 'token', nth: 2 }, do: { status: 502 } });
  const statuses: number[] = [];
  for (let index = 0; index < 3; index += 1) statuses.push((await server.post('token', CREDENTIALS)).status);
  assert.deepEqual(statuses, [200, 502, 200]);
});

test('test kit "faults": of many requests at once exactly as many fail as times says', async () => {
  faults.arm(realmId, { match: { endpoint: 'token' }, do: { status: 503 }, times: 7 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.post('token', CREDENTIALS)));
  assert.equal(answers.filter(({ status }) => status === 503).length, 7);
});

test('test kit "faults": a delay answers as usual, later, and Activity names the fault', async () => {
  const fault = faults.arm(realmId, { match: { endpoint: 'token' }, do: { delayMs: 2 } });
  const { status, summary } = await server.post('token', CREDENTIALS);
  assert.deepEqual([status, summary?.outcome, summary?.fault], [200, 'accepted', fault?.id]);
  assert.ok((summary?.durationMs ?? 0) >= 1);
  const decisions = server.activity.find(summary?.id ?? '')?.decisions ?? [];
  assert.match(decisions.find(({ rule }) => rule === 'fault')?.detail ?? '', /delayed by 2 ms\.$/);
});

test('test kit "faults": a failed refresh is in the flow of its sign-in', async () => {
  const browser = server.browser();
  const { code = '' } = await server.signIn(browser);
  const form = { ...WEB, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
  faults.arm(realmId, { match: { endpoint: 'token', grant: 'authorization_code' }, do: { status: 500 } });
  const failed = await server.post('token', form);
  const redeemed = await server.post('token', form);
  assert.equal(failed.summary?.flow, redeemed.summary?.flow);
});

test('test kit "faults": a caller that goes away during the delay is dropped, and nothing is consumed', async () => {
  faults.arm(realmId, { match: { endpoint: 'token' }, do: { delayMs: HOUR_MS } });
  const countKept = () => server.activity.list({ background: 'include' }).records.length;
  const before = countKept();
  const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
  const body = new URLSearchParams(CREDENTIALS).toString();
  socket.write(
    `POST /realms/demo/protocol/openid-connect/token HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await once(socket, 'connect');
  // The fault is taken once the request has arrived.
  while (faults.isArmed(realmId)) await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  await once(socket, 'close');
  assert.equal((await server.send('certs')).status, 200);
  assert.equal(countKept(), before + 1);
});

test('test kit: a delayed exchange does not hold up the stop of the server', async () => {
  const own = await startOAuthServer();
  const id = own.store.realms.find('demo')?.id ?? '';
  own.testKit.faults.arm(id, { match: { endpoint: 'token' }, do: { delayMs: HOUR_MS } });
  const waiting = own.post('token', CREDENTIALS).then(
    ({ status }) => status,
    () => 0,
  );
  while (own.testKit.faults.isArmed(id)) await new Promise((resolve) => setImmediate(resolve));
  await own.stop();
  assert.ok([0, 200].includes(await waiting));
  assert.equal(own.testKit.interceptor.isArmed(id), false);
});
