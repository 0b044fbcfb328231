import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type {
  AutoAnswerRuleWire,
  DeviceWaitedWire,
  DeviceWaitWire,
  DeviceWire,
} from '#protocol/contract/device.ts';
import { collect } from '#protocol/store/collect.ts';
import { claimsOf, type KitTestServer, startKitServer } from './testing/server.ts';

const server = await startKitServer();
after(() => server.stop());
const DEVICE = '/emulator/v1/realms/kit/device';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const CIBA_GRANT = 'urn:openid:params:grant-type:ciba';
const LONG_MS = 30_000;

async function wait(body: DeviceWaitWire, own: KitTestServer = server): Promise<DeviceWaitedWire> {
  const answered = await own.call<DeviceWaitedWire>('POST', `${DEVICE}/wait`, { body });
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  return answered.body;
}

async function askUser(username = 'ann', more: Readonly<Record<string, string>> = {}): Promise<string> {
  const { body } = await server.post('ext/ciba/auth', { scope: 'openid', login_hint: username, ...more });
  return String(body['auth_req_id']);
}

const pollCiba = (id: string) => server.post('token', { grant_type: CIBA_GRANT, auth_req_id: id });

async function askForCode(
  scope = 'openid',
): Promise<{ readonly deviceCode: string; readonly userCode: string }> {
  const { body } = await server.post('auth/device', { scope });
  return { deviceCode: String(body['device_code']), userCode: String(body['user_code']) };
}

const pollCode = (code: string) => server.post('token', { grant_type: DEVICE_GRANT, device_code: code });

const device = async () => (await server.call<DeviceWire>('GET', DEVICE)).body;

const setRules = (rules: readonly AutoAnswerRuleWire[]) =>
  server.call('PUT', `${DEVICE}/rules`, { body: rules });

beforeEach(async () => {
  await setRules([]);
  for (const kind of ['prompt', 'code'] as const) while (!(await wait({ kind, answer: 'deny' })).timedOut);
});

test('test kit "device": one call waits for the prompt of a user and approves it', async () => {
  const waiting = wait({ user: 'ann', answer: 'approve', wait: LONG_MS });
  const id = await askUser();
  const { timedOut, prompt } = await waiting;
  assert.deepEqual(
    [timedOut, prompt?.state, prompt?.username, prompt?.answeredBy],
    [false, 'approved', 'ann', 'person'],
  );
  assert.equal((await pollCiba(id)).status, 200);
  const [record] = server.activity.list().records.filter(({ title }) => title === 'Prompt answered');
  assert.deepEqual([record?.flow, record?.username, record?.clientId], [prompt?.flow, 'ann', 'web']);
});

for (const [answer, state, error] of [
  ['deny', 'denied', 'access_denied'],
  ['cancel', 'cancelled', 'access_denied'],
] as const) {
  test(`test kit "device": ${answer} by user and client ends the request`, async () => {
    const id = await askUser();
    const { prompt } = await wait({ user: 'ANN@example.test', client: 'web', answer });
    assert.equal(prompt?.state, state);
    assert.equal((await pollCiba(id)).body['error'], error);
  });
}

test('test kit "device": without an answer the prompt is returned and stays pending', async () => {
  await askUser();
  assert.equal((await wait({ wait: LONG_MS })).prompt?.state, 'pending');
  assert.equal((await device()).pending.length, 1);
});

test('test kit "device": the newest matching prompt is answered', async () => {
  await askUser('ann');
  const second = await askUser('ann');
  await askUser('bob');
  await wait({ user: 'ann', answer: 'approve' });
  assert.equal((await pollCiba(second)).status, 200);
  assert.deepEqual(
    (await device()).pending.map(({ username }) => username),
    ['ann', 'bob'],
  );
});

test('test kit "device": a prompt that does not come in time is no error, nor one of another user or client', async () => {
  await askUser('bob');
  assert.deepEqual(await wait({ user: 'ann', answer: 'approve', wait: 5 }), { timedOut: true });
  assert.deepEqual(await wait({ client: 'spa' }), { timedOut: true });
  assert.deepEqual(await wait({ kind: 'code', wait: 5 }), { timedOut: true });
  assert.equal((await device()).pending.length, 1);
});

test('test kit "device": never keeps the prompt pending, whatever the rules say', async () => {
  await setRules([{ answer: 'approve', afterSeconds: 60 }]);
  const id = await askUser();
  const { prompt } = await wait({ user: 'ann', answer: 'never' });
  assert.deepEqual([prompt?.state, prompt?.leftAlone, prompt?.automatic], ['pending', true, undefined]);
  assert.equal((await wait({ user: 'ann', answer: 'approve' })).timedOut, true);
  await server.call('PUT', '/emulator/v1/realms/kit/clock', { body: { advanceMs: 61_000 } });
  await setRules([{ answer: 'approve', afterSeconds: 0 }]);
  assert.equal((await pollCiba(id)).body['error'], 'authorization_pending');
  const answered = await server.call('POST', `${DEVICE}/prompts/${prompt?.id}`, { body: { answer: 'deny' } });
  assert.equal(answered.status, 200);
});

test('test kit "device": of many calls that wait, each answers a prompt of its own', async () => {
  const waiting = ['ann', 'bob', 'ann', 'bob', 'ann'].map((user) =>
    wait({ user, answer: 'approve', wait: LONG_MS }),
  );
  const ids = await Promise.all(['bob', 'ann', 'ann', 'ann', 'bob'].map((user) => askUser(user)));
  const prompts = (await Promise.all(waiting)).map(({ prompt }) => prompt);
  assert.equal(new Set(prompts.map((prompt) => prompt?.id)).size, 5);
  assert.deepEqual(
    prompts.map((prompt) => prompt?.username),
    ['ann', 'bob', 'ann', 'bob', 'ann'],
  );
  for (const id of ids) assert.equal((await pollCiba(id)).status, 200);
});

test('test kit "device": one call approves a code as a user, with a session and the flow of the device', async () => {
  const waiting = wait({ kind: 'code', client: 'web', user: 'ann', answer: 'approve', wait: LONG_MS });
  const { deviceCode, userCode } = await askForCode();
  const { code, sessionId } = await waiting;
  assert.equal(code?.userCode, userCode);
  const { status, body } = await pollCode(deviceCode);
  assert.equal(status, 200);
  const { sid, sub, acr } = claimsOf(String(body['id_token']));
  assert.deepEqual([sid, sub, acr], [sessionId, 'ann-id', 'silver']);
  const { id = '' } = server.store.realms.find('kit') ?? {};
  assert.equal((await server.store.sessions.find(id, sessionId ?? ''))?.flow, code?.flow);
  const [record] = server.activity.list().records.filter(({ title }) => title === 'Device code answered');
  assert.deepEqual([record?.flow, record?.username, record?.clientId], [code?.flow, 'ann', 'web']);
});

test('test kit "device": a code is found by its text, however it is written, and the newest without it', async () => {
  const first = await askForCode();
  const second = await askForCode();
  const typed = first.userCode.toLowerCase().replace('-', ' ');
  await wait({ userCode: typed, user: 'ann', answer: 'approve' });
  assert.equal((await pollCode(first.deviceCode)).status, 200);
  const third = await askForCode();
  assert.equal((await wait({ kind: 'code' })).code?.userCode, third.userCode);
  assert.equal((await pollCode(second.deviceCode)).body['error'], 'authorization_pending');
  assert.equal((await wait({ userCode: first.userCode, user: 'ann', answer: 'approve' })).timedOut, true);
});

test('RFC 8628 §3.5: a denied code answers access_denied to the device', async () => {
  const { deviceCode, userCode } = await askForCode();
  assert.equal((await wait({ userCode, answer: 'deny' })).code?.userCode, userCode);
  assert.equal((await pollCode(deviceCode)).body['error'], 'access_denied');
});

test('test kit "device": the approval includes the consent that the client requires', async () => {
  const setConsent = (consentRequired: boolean) =>
    server.store.realms.update('kit', (realm) => ({
      ...realm,
      clients: (realm.clients ?? []).map((client) =>
        client.clientId === 'web' ? { ...client, consentRequired } : client,
      ),
    }));
  await setConsent(true);
  const { deviceCode } = await askForCode('openid email');
  await wait({ kind: 'code', user: 'bob', answer: 'approve' });
  assert.equal((await pollCode(deviceCode)).status, 200);
  await setConsent(false);
  const { id = '' } = server.store.realms.find('kit') ?? {};
  const bob = await server.store.users.findByUsername(id, 'bob');
  assert.ok(bob?.clientConsents?.[0]?.grantedClientScopes?.includes('email'));
});

test('test kit "device": of two calls for one code only one approves, and the other leaves no session', async () => {
  const { id = '' } = server.store.realms.find('kit') ?? {};
  const { userCode } = await askForCode();
  const before = (await collect(server.store.sessions.list(id))).length;
  const both = await Promise.all([
    wait({ userCode, user: 'ann', answer: 'approve' }),
    wait({ userCode, user: 'bob', answer: 'approve' }),
  ]);
  assert.deepEqual(both.map(({ timedOut }) => timedOut).toSorted(), [false, true]);
  assert.equal((await collect(server.store.sessions.list(id))).length, before + 1);
});

test('test kit "device": a binding message selects one of several prompts of a user', async () => {
  for (const binding_message of ['FIRST', 'SECOND']) await askUser('ann', { binding_message });
  const approved = await wait({ user: 'ann', bindingMessage: 'FIRST', answer: 'approve' });
  assert.deepEqual([approved.prompt?.bindingMessage, approved.prompt?.state], ['FIRST', 'approved']);
  assert.deepEqual(await wait({ bindingMessage: 'FIRST', answer: 'approve' }), { timedOut: true });
  assert.deepEqual(await wait({ bindingMessage: 'SECON' }), { timedOut: true });
  assert.deepEqual(
    (await device()).pending.map(({ bindingMessage }) => bindingMessage),
    ['SECOND'],
  );
});

for (const [body, status, problem] of [
  [{ client: 'none' }, 400, /client: realm kit has no client "none"/],
  [{ user: 'nobody' }, 400, /user: realm kit has no user "nobody"/],
  [{ kind: 'code', answer: 'approve' }, 400, /user is missing/],
  [{ userCode: 'ABCD', answer: 'never' }, 400, /cannot be answered with "never"/],
  [{ kind: 'code', answer: 'cancel' }, 400, /cannot be answered with "cancel"/],
  [{ kind: 'prompt', userCode: 'ABCD' }, 400, /userCode is for kind "code"/],
  [{ kind: 'code', bindingMessage: 'PAY' }, 400, /bindingMessage is for prompts/],
  [{ kind: 'code', user: 'dora', answer: 'approve' }, 409, /User dora is disabled/],
  [{ kind: 'code', user: 'todo', answer: 'approve' }, 409, /UPDATE_PASSWORD/],
] as const) {
  test(`test kit "device": ${JSON.stringify(body)} is refused at once, with what helps`, async () => {
    const [found, text, remedy] = await server.refusal('POST', '/device/wait', { ...body, wait: LONG_MS });
    assert.equal(found, status);
    assert.match(text, problem);
    assert.ok(remedy.length > 10);
  });
}

test('test kit "device": a reset and the stop of the server end a wait', async () => {
  const own = await startKitServer();
  const { id = '' } = own.store.realms.find('kit') ?? {};
  let isOver = false;
  const waiting = wait({ answer: 'approve', wait: LONG_MS }, own).finally(() => {
    isOver = true;
  });
  // As a reset does, and again until the call has arrived.
  while (!isOver) {
    own.testKit.pauses.end(id);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal((await waiting).timedOut, true);
  const stopped = own
    .call('POST', `${DEVICE}/wait`, { body: { kind: 'code', wait: LONG_MS } })
    .catch(() => undefined);
  await own.call('GET', DEVICE);
  await own.stop();
  await stopped;
});
