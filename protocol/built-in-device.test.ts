// CIBA end to end over HTTP without stubs: request, delegation, prompt, answer, callback and poll.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { ActivityPage } from './contract/activity.ts';
import type { AutoAnswerRuleWire, DeviceWire, PromptWire } from './contract/device.ts';
import { createTestLog } from './log/testing/log.ts';
import { startServer } from './server.ts';
import { resolveOptions } from './start/config/resolve-options.ts';
import { listDemoRealmFiles } from './start/demo-realm-files.ts';

const home = mkdtempSync(join(tmpdir(), 'understudy-device-'));
const log = createTestLog();
const optionSources = {
  commandLine: new Map([
    ['http-port', '0'],
    ['demo-realm', 'true'],
    ['log-level', 'all'],
  ]),
  environment: {},
  home,
  workingDirectory: home,
};
const options = resolveOptions(optionSources);
const server = await startServer({
  options,
  optionSources,
  logControl: log.open(options),
  version: '1.2.3',
  runtime: 'test',
  environment: {},
  consoleFolder: join(home, 'console'),
  applicationsFolder: join(home, 'none'),
  demoRealmFiles: listDemoRealmFiles(join(import.meta.dirname, '..')),
});
after(() => server.stop());

const PROTOCOL = `${server.url}/realms/demo/protocol/openid-connect`;
const DEVICE = '/emulator/v1/realms/demo/device';
const CLIENT = { client_id: 'demo-ciba', client_secret: 'demo-ciba-secret' };
const CIBA_GRANT = 'urn:openid:params:grant-type:ciba';

async function admin<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${await server.administratorToken()}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
}

async function post(path: string, form: Record<string, string>): Promise<Record<string, unknown>> {
  const body = new URLSearchParams({ ...CLIENT, ...form });
  const response = await fetch(`${PROTOCOL}/${path}`, { method: 'POST', body });
  return (await response.json()) as Record<string, unknown>;
}

/** Sends a request from the consumption device; returns its `auth_req_id`. */
async function ask(changes: Record<string, string> = {}): Promise<string> {
  const form = { scope: 'openid', login_hint: 'alice', binding_message: 'W4SCT', ...changes };
  const answer = await post('ext/ciba/auth', form);
  assert.equal(typeof answer['auth_req_id'], 'string', JSON.stringify(answer));
  return String(answer['auth_req_id']);
}

const poll = (authReqId: string) => post('token', { grant_type: CIBA_GRANT, auth_req_id: authReqId });
const show = async (): Promise<DeviceWire> => (await admin<DeviceWire>('GET', DEVICE)).body;

/** The next matching prompt. */
function until(fits: (prompt: PromptWire) => boolean): Promise<PromptWire> {
  return new Promise((resolve) => {
    const unsubscribe = server.prompts.subscribe((prompt) => {
      if (!fits(prompt)) return;
      unsubscribe();
      resolve(prompt);
    });
  });
}

test('contract "CIBA": after the user approves on the device, the client gets tokens', async () => {
  const authReqId = await ask({ login_hint: 'alice' });
  const [prompt] = (await show()).pending;
  assert.deepEqual(
    [prompt?.clientName, prompt?.username, prompt?.bindingMessage, server.prompts.pendingCount()],
    ['Consumption device', 'alice', 'W4SCT', 1],
  );
  assert.notEqual(prompt?.name, 'alice');
  const answered = await admin<PromptWire>('POST', `${DEVICE}/prompts/${prompt?.id}`, { answer: 'approve' });
  assert.deepEqual([answered.status, answered.body.state], [200, 'approved']);
  const tokens = await poll(authReqId);
  assert.equal(typeof tokens['access_token'], 'string', JSON.stringify(tokens));
  const again = await admin('POST', `${DEVICE}/prompts/${prompt?.id}`, { answer: 'deny' });
  assert.equal(again.status, 409);
});

test('contract "Activity": request, delegation, callback and answer share one flow, each recorded once', async () => {
  await admin('DELETE', '/emulator/v1/activity');
  await ask();
  const [prompt] = (await show()).pending;
  await admin('POST', `${DEVICE}/prompts/${prompt?.id}`, { answer: 'cancel' });
  const { records } = (await admin<ActivityPage>('GET', `/emulator/v1/activity?flow=${prompt?.flow}`)).body;
  assert.deepEqual(records.map(({ title, from, to }) => `${title}: ${from} to ${to}`).sort(), [
    'Authentication delegation: understudy to authentication-entity',
    'Authentication request (CIBA): application to understudy',
    'Authentication result (CIBA): authentication-entity to understudy',
    'Prompt answered: application to understudy',
  ]);
});

test('contract "CIBA": the answer URL denies without a token, and the client gets access_denied', async () => {
  const authReqId = await ask();
  const { answerUrl } = await show();
  const url = answerUrl.replace('{auth_req_id}', authReqId).replace('{action}', 'deny');
  const response = await fetch(url);
  const { state, answeredBy } = (await response.json()) as PromptWire;
  assert.deepEqual([response.status, state, answeredBy], [200, 'denied', 'link']);
  assert.equal((await poll(authReqId))['error'], 'access_denied');
  assert.equal((await fetch(url)).status, 409);
  assert.equal((await fetch(url.replace(/key=.*/, 'key=x'))).status, 401);
});

test('contract "Device": a delayed rule answers when the realm\'s clock is moved, and rules are stored in the realm', async () => {
  const rules: AutoAnswerRuleWire[] = [{ clientId: 'demo-ciba', answer: 'approve', afterSeconds: 60 }];
  assert.equal((await admin('PUT', `${DEVICE}/rules`, rules)).status, 200);
  const authReqId = await ask();
  const approved = until(({ state }) => state !== 'pending');
  await admin('PUT', '/emulator/v1/realms/demo/clock', { offsetMs: 60_000 });
  assert.deepEqual([(await approved).state, (await approved).answeredBy], ['approved', 'rule']);
  assert.equal(typeof (await poll(authReqId))['access_token'], 'string');
  const realm = await admin<{ attributes: Record<string, string> }>('GET', '/admin/realms/demo');
  assert.equal(realm.body.attributes['understudy.device.rules'], JSON.stringify(rules));
  await admin('PUT', `${DEVICE}/rules`, []);
  await admin('PUT', '/emulator/v1/realms/demo/clock', { offsetMs: 0 });
});

test('contract "Device": an unanswered prompt expires with its request', async () => {
  const authReqId = await ask();
  const [prompt] = (await show()).pending;
  await admin('PUT', '/emulator/v1/realms/demo/clock', { offsetMs: 120_000 });
  assert.equal((await admin('POST', `${DEVICE}/prompts/${prompt?.id}`, { answer: 'approve' })).status, 409);
  assert.equal((await poll(authReqId))['error'], 'expired_token');
  assert.equal((await show()).answered[0]?.state, 'expired');
  await admin('PUT', '/emulator/v1/realms/demo/clock', { offsetMs: 0 });
  await admin('POST', `${DEVICE}/prompts/${prompt?.id}`, { answer: 'deny' });
  assert.equal((await admin('DELETE', `${DEVICE}/answered`)).status, 204);
  assert.deepEqual((await show()).answered, []);
});

test('RFC 8628 §3.3: pending user codes are listed beside the prompts', async () => {
  const body = new URLSearchParams({ client_id: 'demo-tv', scope: 'openid email' });
  const codes = await (await fetch(`${PROTOCOL}/auth/device`, { method: 'POST', body })).json();
  const [code] = (await show()).codes;
  const { user_code, verification_uri_complete } = codes as Record<string, string>;
  assert.deepEqual([code?.userCode, code?.verificationUri], [user_code, verification_uri_complete]);
});

test('200 concurrent requests keep their prompts and answers apart', async () => {
  const requests = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const binding = `request-${index}`;
      return { binding, authReqId: await ask({ binding_message: binding }) };
    }),
  );
  const { pending } = await show();
  assert.equal(pending.length, 200);
  const answerOf = (index: number) => (index % 2 === 0 ? 'approve' : 'deny');
  const answered = await Promise.all(
    requests.map(({ binding }, index) => {
      const prompt = pending.find(({ bindingMessage }) => bindingMessage === binding);
      return admin('POST', `${DEVICE}/prompts/${prompt?.id}`, { answer: answerOf(index) });
    }),
  );
  for (const [index, { status, body }] of answered.entries())
    assert.equal(status, 200, `answer ${index}: ${JSON.stringify(body)}`);
  const polls = await Promise.all(requests.map(({ authReqId }) => poll(authReqId)));
  for (const [index, answer] of polls.entries())
    assert.equal(
      'access_token' in answer,
      answerOf(index) === 'approve',
      `request ${index}: ${JSON.stringify(answer)}`,
    );
});

test('tokens and the answer key are never logged', async () => {
  const key = new URL((await show()).answerUrl).searchParams.get('key') ?? '';
  const text = JSON.stringify(log.records);
  // Only at the start of a word: a random identifier may contain these letters by chance.
  assert.deepEqual([text.includes(key), /(?<![\w-])eyJ/.test(text)], [false, false]);
});
