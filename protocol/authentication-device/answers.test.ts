import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { REALM_ID, startTestDevice } from './testing/device.ts';

const peer = await startTestDevice();
after(() => peer.stop());
const { control } = peer.device;
const answer = (id: string, what: 'approve' | 'deny' | 'cancel' = 'approve') =>
  control.answer(REALM_ID, id, what, 'person');
const callbacksOf = (id: string) =>
  peer.callbacks.flatMap(({ status, authorization = '' }) =>
    decodeJws(authorization.replace('Bearer ', ''))?.claims['jti'] === id ? [status] : [],
  );

for (const [what, status, state] of [
  ['approve', 'SUCCEED', 'approved'],
  ['deny', 'UNAUTHORIZED', 'denied'],
  ['cancel', 'CANCELLED', 'cancelled'],
] as const) {
  test(`service description §4.3: "${what}" is sent back as ${status} with the delegation's own token`, async () => {
    const token = await peer.token({ jti: `id-${what}` });
    await peer.delegate(token);
    peer.clock.setOffsetMs(1000);
    const result = await answer(`id-${what}`, what);
    assert.equal(result?.outcome, 'taken');
    const { state: became, answeredBy, answeredAt, problem } = result?.prompt ?? {};
    assert.deepEqual(
      { became, answeredBy, answeredAt, problem },
      { became: state, answeredBy: 'person', answeredAt: peer.clock.now(), problem: undefined },
    );
    assert.deepEqual(peer.callbacks.at(-1), { status, authorization: `Bearer ${token}` });
    peer.clock.setOffsetMs(0);
  });
}

test('of concurrent answers exactly one is sent, and the others are late', async () => {
  const id = await peer.prompt();
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => answer(id, index % 2 === 0 ? 'deny' : 'approve')),
  );
  assert.equal(results.filter((result) => result?.outcome === 'taken').length, 1);
  assert.equal(results.filter((result) => result?.outcome === 'late').length, 19);
  assert.deepEqual(callbacksOf(id), ['UNAUTHORIZED']);
  assert.equal((await answer(id))?.outcome, 'late');
});

test('an unknown prompt and a prompt of another realm cannot be answered', async () => {
  const id = await peer.prompt();
  assert.equal(await answer('nobody'), undefined);
  assert.equal(await control.answer('other', id, 'approve', 'person'), undefined);
  assert.deepEqual(callbacksOf(id), []);
});

test('an expired prompt cannot be answered, and nothing is sent', async () => {
  const id = await peer.prompt();
  peer.clock.setOffsetMs(120_000);
  const result = await answer(id);
  assert.deepEqual([result?.outcome, result?.prompt.state], ['late', 'expired']);
  assert.deepEqual(callbacksOf(id), []);
  peer.clock.setOffsetMs(0);
});

test('service description §4.3: a rejected callback leaves a failed prompt, and only the endpoint records it', async () => {
  peer.answerCallbacks(() => ({ status: 403 }));
  const id = await peer.prompt();
  await peer.activity.clear();
  const result = await answer(id);
  assert.equal(result?.outcome, 'failed');
  assert.equal(result?.prompt.state, 'failed');
  assert.equal(
    result?.prompt.problem,
    'The server rejected the answer: it answered 403; Activity shows why.',
  );
  assert.equal((await answer(id))?.outcome, 'late');
  assert.equal(peer.activity.list().records.length, 1);
  assert.equal(peer.log.records.at(-1)?.parameters['prompt'], id);
  peer.answerCallbacks(() => ({ status: 200 }));
});

test('an unreachable server leaves a failed prompt, and Activity shows the failed call', async () => {
  const id = await peer.prompt();
  await peer.activity.clear();
  peer.moveServer('http://127.0.0.1:1');
  const result = await answer(id);
  assert.equal(result?.outcome, 'failed');
  assert.match(result?.prompt.problem ?? '', /^The server rejected the answer: it could not be reached/);
  const [record] = peer.activity.list().records;
  assert.deepEqual(
    [record?.from, record?.to, record?.status, record?.outcome, record?.flow],
    ['authentication-entity', 'understudy', 0, 'failed', `flow of ${id}`],
  );
  peer.moveServer(peer.baseUrl);
});

test('a server that never answers leaves a failed prompt after a bounded time', async () => {
  const silent = await startTestDevice({ timeoutMs: 50 });
  silent.answerCallbacks(() => new Promise(() => undefined));
  const id = await silent.prompt();
  const result = await silent.device.control.answer(REALM_ID, id, 'approve', 'person');
  assert.equal(result?.prompt.state, 'failed');
  assert.match(result?.prompt.problem ?? '', /did not answer within 0\.05 s/);
  await silent.stop();
});

test('200 concurrent prompts each get their own answer', async () => {
  const ids = await Promise.all(
    Array.from({ length: 200 }, (_, index) => peer.prompt({ login_hint: `u${index}` })),
  );
  const actions = ['approve', 'deny', 'cancel'] as const;
  const wanted = { approve: 'SUCCEED', deny: 'UNAUTHORIZED', cancel: 'CANCELLED' };
  await Promise.all(ids.map((id, index) => answer(id, actions[index % 3])));
  const sent = new Map(
    peer.callbacks.map(({ status, authorization = '' }) => [
      decodeJws(authorization.replace('Bearer ', ''))?.claims['jti'],
      status,
    ]),
  );
  for (const [index, id] of ids.entries())
    assert.equal(sent.get(id), wanted[actions[index % 3] ?? 'approve'], `prompt ${index}`);
});

test('no sent or received token is logged, not even in part', () => {
  const log = JSON.stringify(peer.log.records);
  const parts = peer.callbacks.flatMap(({ authorization = '' }) =>
    authorization.replace('Bearer ', '').split('.'),
  );
  assert.ok(parts.length > 0);
  assert.deepEqual(
    parts.filter((part) => log.includes(part)),
    [],
  );
});
