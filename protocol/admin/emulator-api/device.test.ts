import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { AdminErrorWire } from '#protocol/contract/admin-api.ts';
import type { DeviceWire, PromptWire } from '#protocol/contract/device.ts';
import { enablePrompts } from '../testing/prompts.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const ask = await enablePrompts(server);
const DEVICE = '/emulator/v1/realms/shop/device';
const { body: empty } = await server.call<DeviceWire>('GET', DEVICE);
const KEY =
  new URL(empty.answerUrl).search.split('&').find((parameter) => parameter.startsWith('key=')) ?? '';

/** Calls the answer URL with these parameters and without a token. */
const byLink = (query: string, method = 'GET') =>
  server.call<PromptWire & AdminErrorWire>(method, `${DEVICE}/answer?${query}`, { token: null });

const answer = (id: string, choice: string) =>
  server.call<PromptWire & AdminErrorWire>('POST', `${DEVICE}/prompts/${id}`, { body: { answer: choice } });

const device = async (): Promise<DeviceWire> => (await server.call<DeviceWire>('GET', DEVICE)).body;

/** How the newest answered prompt ended, and who answered it. */
async function newest(): Promise<readonly unknown[]> {
  const [prompt] = (await device()).answered;
  return [prompt?.state, prompt?.answeredBy];
}

beforeEach(async () => {
  for (const { id } of (await device()).pending) await answer(id, 'deny');
  await server.call('DELETE', `${DEVICE}/answered`);
});

test('emulator-api "Device": without requests every list is empty, and the answer URL contains its placeholders', () => {
  const { answerUrl, ...lists } = empty;
  assert.deepEqual(lists, {
    now: server.clock.now(),
    frozen: false,
    pending: [],
    answered: [],
    codes: [],
    rules: [],
  });
  assert.equal(
    answerUrl,
    `${server.baseUrl}${DEVICE}/answer?auth_req_id={auth_req_id}&action={action}&${KEY}`,
  );
  assert.match(KEY, /^key=[\w%.~-]{22,}$/);
});

test('emulator-api "Device": pending and answered prompts are listed separately', async () => {
  const { prompt: first } = await ask();
  const { prompt: second } = await ask();
  await answer(first.id, 'deny');
  const { pending, answered } = await device();
  assert.deepEqual(pending, [second]);
  assert.deepEqual(
    answered.map(({ id, state, answeredBy }) => [id, state, answeredBy]),
    [[first.id, 'denied', 'person']],
  );
});

test('emulator-api "Device": an answer reaches the device, and Activity shows whose prompt it was', async () => {
  const { prompt } = await ask();
  const { status, body } = await answer(prompt.id, 'cancel');
  assert.deepEqual([status, body.id, body.state], [200, prompt.id, 'cancelled']);
  const record = server.activity.list().records.find(({ title }) => title === 'Prompt answered');
  assert.deepEqual([record?.flow, record?.clientId, record?.username], [prompt.flow, 'till', 'ann']);
});

for (const [name, json, text] of [
  ['nothing', undefined, 'the body must be a JSON object'],
  ['no answer', {}, 'answer is missing'],
  ['an unknown answer', { answer: 'allow' }, 'answer must be one of approve, deny, cancel'],
  ['a list', { answer: ['approve'] }, 'answer must be one of approve, deny, cancel'],
] as const) {
  test(`emulator-api "Device": an answer with ${name} is 400, and the prompt stays pending`, async () => {
    const { prompt } = await ask();
    const { status, body } = await server.call<AdminErrorWire>('POST', `${DEVICE}/prompts/${prompt.id}`, {
      ...(json === undefined ? {} : { body: json }),
    });
    assert.equal(status, 400);
    const problem = body.error_description ?? body.errorMessage;
    assert.ok(problem?.endsWith(text), problem);
    assert.deepEqual((await device()).pending, [prompt]);
  });
}

test('emulator-api "Device": 404 for an unknown prompt, 409 for one that is answered, being answered or expired', async () => {
  assert.equal((await answer('none', 'approve')).status, 404);
  const { prompt } = await ask();
  const both = await Promise.all([answer(prompt.id, 'deny'), answer(prompt.id, 'approve')]);
  const [taken, late] = both.toSorted((a, b) => a.status - b.status);
  assert.equal(taken?.status, 200);
  assert.deepEqual([late?.status, late?.body.errorMessage], [409, 'The prompt is being answered right now']);
  const again = await answer(prompt.id, 'approve');
  assert.deepEqual(
    [again.status, again.body.errorMessage],
    [409, `The prompt is ${taken?.body.state} already`],
  );
  const { prompt: forgotten } = await ask();
  await server.clocks('shop').set({ offsetMs: 121_000 });
  const expired = await answer(forgotten.id, 'approve');
  assert.deepEqual([expired.status, expired.body.errorMessage], [409, 'The prompt is expired already']);
});

test('emulator-api "Device": 502 for a rejected callback, with its status', async () => {
  const { prompt } = await ask();
  const before = server.store.realms.find('shop');
  await server.store.realms.update('shop', (realm) => ({
    ...realm,
    clients: (realm.clients ?? []).filter(({ clientId }) => clientId !== 'till'),
  }));
  const { status, body } = await answer(prompt.id, 'approve');
  await server.store.realms.update('shop', (realm) => before ?? realm);
  assert.equal(status, 502);
  assert.match(body.errorMessage ?? '', /40\d/);
});

test('emulator-api "Device": clearing the history keeps pending prompts', async () => {
  const { prompt: first } = await ask();
  const { prompt: second } = await ask();
  await answer(first.id, 'approve');
  assert.equal((await server.call('DELETE', `${DEVICE}/answered`)).status, 204);
  const { pending, answered } = await device();
  assert.deepEqual([pending, answered], [[second], []]);
});

test('emulator-api "Device": rules are returned as stored; invalid ones are 400 naming the member', async () => {
  const rules = [{ answer: 'never', afterSeconds: 0 }];
  const kept = await server.call<DeviceWire['rules']>('PUT', `${DEVICE}/rules`, { body: rules });
  assert.equal(kept.status, 200);
  assert.deepEqual(kept.body, (await device()).rules);
  assert.equal(kept.body[0]?.answer, 'never');
  for (const [body, problem] of [
    [{}, /JSON array|list/],
    [[{ answer: 'perhaps' }], /\[0\]: answer must be one of/],
  ] as const) {
    const refused = await server.call<AdminErrorWire>('PUT', `${DEVICE}/rules`, { body });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), problem);
  }
  await server.call('PUT', `${DEVICE}/rules`, { body: [] });
});

for (const [action, state] of [
  ['allow', 'approved'],
  ['deny', 'denied'],
] as const) {
  for (const method of ['GET', 'POST']) {
    test(`emulator-api "Device": the answer URL accepts ${action} by ${method} from a caller with the key`, async () => {
      const { prompt, authReqId } = await ask();
      const { status, body } = await byLink(`auth_req_id=${authReqId}&action=${action}&${KEY}`, method);
      assert.deepEqual([status, body.id], [200, prompt.id]);
      assert.deepEqual(await newest(), [state, 'link']);
    });
  }
}

test('emulator-api "Device": an administrator needs no key, and other users are rejected', async () => {
  const { authReqId } = await ask();
  const path = `${DEVICE}/answer?auth_req_id=${authReqId}&action=allow`;
  const token = await server.tokenOf('shop', 'manager');
  assert.equal((await server.call('GET', path, { token })).status, 403);
  assert.equal((await device()).answered.length, 0);
  assert.equal((await server.call('GET', path)).status, 200);
});

test('emulator-api "Device": without key or token 401, whether or not the realm exists', async () => {
  const { prompt, authReqId } = await ask();
  for (const key of ['', 'key=', 'key=the', `${KEY}x`, KEY.slice(0, -1), 'key=wrong'])
    assert.equal((await byLink(`auth_req_id=${authReqId}&action=allow&${key}`)).status, 401, key);
  const elsewhere = `/emulator/v1/realms/none/device/answer?auth_req_id=${authReqId}&action=allow&${KEY}`;
  assert.equal((await server.call('GET', elsewhere, { token: null })).status, 401);
  assert.equal((await server.call('GET', elsewhere)).status, 404);
  assert.deepEqual((await device()).pending, [prompt]);
});

for (const [query, error] of [
  ['action=allow', 'auth_req_id is missing'],
  ['auth_req_id=&action=allow', 'auth_req_id is missing'],
  ['auth_req_id=request-1', 'action is missing'],
  ['auth_req_id=request-1&action=approve', 'action must be one of allow, deny'],
  ['auth_req_id=request-1&action=allow&action=deny', 'action must be given once'],
] as const) {
  test(`emulator-api "Device": ?${query} is 400 naming the parameter`, async () => {
    const { status, body } = await byLink(`${query}&${KEY}`);
    assert.deepEqual([status, body.error], [400, error]);
  });
}

test('emulator-api "Device": the answer URL rejects unknown requests and a second answer', async () => {
  assert.equal((await byLink(`auth_req_id=other&action=allow&${KEY}`)).status, 404);
  const { authReqId } = await ask();
  assert.equal((await byLink(`auth_req_id=${authReqId}&action=deny&${KEY}`)).status, 200);
  assert.equal((await byLink(`auth_req_id=${authReqId}&action=allow&${KEY}`)).status, 409);
});

test('emulator-api "Device": a page of another origin may not answer, and Activity masks the key', async () => {
  const { prompt, authReqId } = await ask();
  const path = `${DEVICE}/answer?auth_req_id=${authReqId}&action=allow&${KEY}`;
  const headers = { origin: 'https://evil.test' };
  assert.equal((await server.call('POST', path, { token: null, headers })).status, 403);
  const [record] = server.activity.list().records;
  assert.equal(
    JSON.stringify(server.activity.find(record?.id ?? '')).includes(KEY.slice('key='.length)),
    false,
  );
  assert.deepEqual((await device()).pending, [prompt]);
});

test('emulator-api "Device": every path except the answer URL requires an administrator of the server', async () => {
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
  const { prompt } = await ask();
  assert.equal((await reader?.read())?.value, `event: prompt\ndata: ${JSON.stringify(prompt)}\n\n`);
  ending.abort();
});

for (const [json, expected] of [
  [{ kind: 'ciba' }, /kind must be one of prompt, code/],
  [{ answer: 'allow' }, /answer must be one of approve, deny, cancel, never/],
  [{ wait: 30_001 }, /wait/],
  [{ wait: -1 }, /wait/],
  [{ username: 'ann' }, /username.. is not a member of this body; it has kind, user, client/],
  [{ user: 5, wait: 'long' }, /wait/],
  [[], /must be a JSON object/],
] as const) {
  test(`emulator-api "Device": a wait with ${JSON.stringify(json)} is 400 and names the member`, async () => {
    const { status, body } = await server.call('POST', `${DEVICE}/wait`, { body: json });
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), expected);
  });
}

test('emulator-api "Device": waits are for administrators of the server only', async () => {
  const token = await server.tokenOf('shop', 'manager');
  assert.equal((await server.call('POST', `${DEVICE}/wait`, { body: {}, token })).status, 403);
  assert.equal((await server.call('POST', `${DEVICE}/wait`, { body: {}, token: null })).status, 401);
});

test('emulator-api "Device": a wait whose answer the server rejects is 502, with its status', async () => {
  const { prompt } = await ask();
  const before = server.store.realms.find('shop');
  await server.store.realms.update('shop', (realm) => ({
    ...realm,
    clients: (realm.clients ?? []).filter(({ clientId }) => clientId !== 'till'),
  }));
  const { status, body } = await server.call<AdminErrorWire>('POST', `${DEVICE}/wait`, {
    body: { user: 'ann', answer: 'approve' },
  });
  await server.store.realms.update('shop', (realm) => before ?? realm);
  assert.equal(status, 502);
  assert.match(body.errorMessage ?? '', /40\d/);
  assert.equal((await device()).answered[0]?.id, prompt.id);
});
