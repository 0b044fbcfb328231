import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { AdminErrorWire } from '#protocol/contract/admin-api.ts';
import type { DeviceWire, PromptWire } from '#protocol/contract/device.ts';
import { ANSWER_KEY, testPrompt } from '../testing/desk.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const { desk } = server;
const DEVICE = '/emulator/v1/realms/shop/device';
const realmId = server.store.realms.find('shop')?.id ?? '';
const KEY = `key=${encodeURIComponent(ANSWER_KEY)}`;

beforeEach(() => {
  desk.prompts.clear();
  desk.answers.length = 0;
  desk.outcome = 'taken';
});

/** Asks the answer address with these parameters, as somebody without a token. */
const byLink = (query: string, method = 'GET') =>
  server.call<PromptWire & AdminErrorWire>(method, `${DEVICE}/answer?${query}`, { token: null });

test('emulator-api "Device": what waits and what was answered, with rules, codes and the realm\'s time', async () => {
  desk.prompts.set('p1', testPrompt());
  desk.prompts.set('p2', testPrompt({ id: 'p2', state: 'denied', answeredAt: 7, answeredBy: 'rule' }));
  const { status, body } = await server.call<DeviceWire>('GET', DEVICE);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    now: server.clock.now(),
    pending: [testPrompt()],
    answered: [testPrompt({ id: 'p2', state: 'denied', answeredAt: 7, answeredBy: 'rule' })],
    codes: [],
    rules: [],
    answerUrl: `${server.baseUrl}${DEVICE}/answer?auth_req_id={auth_req_id}&action={action}&key=the%2Bkey`,
  });
});

test('emulator-api "Device": an answer goes to the device, and Activity shows whose prompt it was', async () => {
  desk.prompts.set('p1', testPrompt());
  const { status, body } = await server.call<PromptWire>('POST', `${DEVICE}/prompts/p1`, {
    body: { answer: 'cancel' },
  });
  assert.deepEqual([status, body], [200, testPrompt()]);
  assert.deepEqual(desk.answers, [[realmId, 'p1', 'cancel', 'person']]);
  const [record] = server.activity.list().records;
  assert.deepEqual(
    [record?.title, record?.flow, record?.clientId, record?.username],
    ['Prompt answered', 'f1', 'till', 'ann'],
  );
});

for (const [name, json, text] of [
  ['nothing', undefined, 'the body must be a JSON object'],
  ['no answer', {}, 'answer is missing'],
  ['an unknown answer', { answer: 'allow' }, 'answer must be one of approve, deny, cancel'],
  ['a list', { answer: ['approve'] }, 'answer must be one of approve, deny, cancel'],
] as const) {
  test(`emulator-api "Device": an answer with ${name} is 400 and reaches nobody`, async () => {
    const { status, body } = await server.call<AdminErrorWire>('POST', `${DEVICE}/prompts/p1`, {
      ...(json === undefined ? {} : { body: json }),
    });
    assert.equal(status, 400);
    const told = body.error_description ?? body.errorMessage;
    assert.ok(told?.endsWith(text), told);
    assert.deepEqual(desk.answers, []);
  });
}

test('emulator-api "Device": 404 for a prompt that is not there, 409 for one that is over, 502 for a callback that was not taken', async () => {
  const send = () =>
    server.call<AdminErrorWire>('POST', `${DEVICE}/prompts/p1`, { body: { answer: 'approve' } });
  assert.equal((await send()).status, 404);
  desk.outcome = 'late';
  for (const [state, text] of [
    ['pending', 'The prompt is being answered right now'],
    ['expired', 'The prompt is expired already'],
    ['denied', 'The prompt is denied already'],
  ] as const) {
    desk.prompts.set('p1', testPrompt({ state }));
    const { status, body } = await send();
    assert.deepEqual([status, body.errorMessage], [409, text]);
  }
  desk.outcome = 'failed';
  desk.prompts.set('p1', testPrompt({ state: 'failed', problem: 'It answered 403.' }));
  const { status, body } = await send();
  assert.deepEqual([status, body.errorMessage], [502, 'It answered 403.']);
});

test('emulator-api "Device": the history is cleared', async () => {
  assert.equal((await server.call('DELETE', `${DEVICE}/answered`)).status, 204);
  assert.deepEqual(desk.cleared, [realmId]);
});

test('emulator-api "Device": rules are answered as kept; faulty ones are 400 by the member', async () => {
  const rules = [{ answer: 'never', afterSeconds: 0 }];
  const kept = await server.call('PUT', `${DEVICE}/rules`, { body: rules });
  assert.deepEqual([kept.status, kept.body], [200, rules]);
  const refused = await server.call<AdminErrorWire>('PUT', `${DEVICE}/rules`, { body: {} });
  assert.deepEqual([refused.status, refused.body.error], [400, '[0]: answer must be one of approve, deny']);
});

for (const [action, answer] of [
  ['allow', 'approve'],
  ['deny', 'deny'],
] as const) {
  test(`emulator-api "Device": the answer address takes ${action} from whoever has the key, by GET and POST`, async () => {
    desk.prompts.set('p1', testPrompt());
    for (const method of ['GET', 'POST']) {
      const { status, body } = await byLink(`auth_req_id=request-1&action=${action}&${KEY}`, method);
      assert.deepEqual([status, body.id], [200, 'p1']);
    }
    assert.deepEqual(desk.answers, Array(2).fill([realmId, 'p1', answer, 'link']));
  });
}

test('emulator-api "Device": an administrator needs no key, other users are not let in', async () => {
  desk.prompts.set('p1', testPrompt());
  const path = `${DEVICE}/answer?auth_req_id=request-1&action=allow`;
  assert.equal((await server.call('GET', path)).status, 200);
  const token = await server.tokenOf('shop', 'manager');
  assert.equal((await server.call('GET', path, { token })).status, 403);
  assert.equal(desk.answers.length, 1);
});

test('emulator-api "Device": without key or token 401, whether or not the realm is there', async () => {
  for (const key of ['', 'key=', 'key=the', 'key=the+key', 'key=wrong'])
    assert.equal((await byLink(`auth_req_id=request-1&action=allow&${key}`)).status, 401, key);
  const elsewhere = `/emulator/v1/realms/none/device/answer?auth_req_id=request-1&action=allow&${KEY}`;
  assert.equal((await server.call('GET', elsewhere, { token: null })).status, 401);
  assert.equal((await server.call('GET', elsewhere)).status, 404);
  assert.deepEqual(desk.answers, []);
});

for (const [query, error] of [
  ['action=allow', 'auth_req_id is missing'],
  ['auth_req_id=&action=allow', 'auth_req_id is missing'],
  ['auth_req_id=request-1', 'action is missing'],
  ['auth_req_id=request-1&action=approve', 'action must be one of allow, deny'],
  ['auth_req_id=request-1&action=allow&action=deny', 'action must be given once'],
] as const) {
  test(`emulator-api "Device": ?${query} is 400 by the parameter`, async () => {
    const { status, body } = await byLink(`${query}&${KEY}`);
    assert.deepEqual([status, body.error], [400, error]);
    assert.deepEqual(desk.answers, []);
  });
}

test('emulator-api "Device": the answer address knows no other requests, and says when it is too late', async () => {
  assert.equal((await byLink(`auth_req_id=other&action=allow&${KEY}`)).status, 404);
  desk.prompts.set('p1', testPrompt({ state: 'approved' }));
  desk.outcome = 'late';
  assert.equal((await byLink(`auth_req_id=request-1&action=allow&${KEY}`)).status, 409);
});

test('emulator-api "Device": a page of another origin may not answer, and Activity masks the key', async () => {
  const path = `${DEVICE}/answer?auth_req_id=request-1&action=allow&${KEY}`;
  const headers = { origin: 'https://evil.test' };
  assert.equal((await server.call('POST', path, { token: null, headers })).status, 403);
  const [record] = server.activity.list().records;
  assert.equal(
    JSON.stringify(server.activity.find(record?.id ?? '')).includes(encodeURIComponent(ANSWER_KEY)),
    false,
  );
});

test('emulator-api "Device": every address but the answer address wants an administrator of the server', async () => {
  const token = await server.tokenOf('shop', 'manager');
  for (const [method, path] of [
    ['GET', DEVICE],
    ['POST', `${DEVICE}/prompts/p1`],
    ['DELETE', `${DEVICE}/answered`],
    ['PUT', `${DEVICE}/rules`],
    ['GET', '/emulator/v1/device/stream'],
  ] as const) {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    assert.equal((await server.call(method, `${path}?${KEY}`, { ...body, token: null })).status, 401, path);
    assert.equal((await server.call(method, path, { ...body, token })).status, 403, path);
  }
  assert.equal((await server.call('GET', DEVICE.replace('shop', 'none'))).status, 404);
});

test('emulator-api "Device": prompts of all realms arrive live', async () => {
  const ending = new AbortController();
  const response = await fetch(`${server.baseUrl}/emulator/v1/device/stream`, {
    headers: { authorization: `Bearer ${server.token}` },
    signal: ending.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader?.read())?.value, ': open\n\n');
  desk.tell(testPrompt());
  assert.equal((await reader?.read())?.value, `event: prompt\ndata: ${JSON.stringify(testPrompt())}\n\n`);
  ending.abort();
});
