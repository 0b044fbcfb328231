import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAgent } from './testing/agent.ts';

const agent = await startAgent();
after(() => agent.server.stop());

const TILL = { client_id: 'till', client_secret: 'till-secret' };

async function post(path: string, form: Record<string, string>): Promise<Record<string, unknown>> {
  const url = `${agent.server.baseUrl}/realms/shop/protocol/openid-connect${path}`;
  return (await (
    await fetch(url, { method: 'POST', body: new URLSearchParams({ ...TILL, ...form }) })
  ).json()) as Record<string, unknown>;
}

/** Asks ann for approval. */
const ask = () => post('/ext/ciba/auth', { scope: 'openid', login_hint: 'ann', binding_message: 'W4SCT' });

const REFUSED: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
  ['needs a realm', { answer: 'approve' }, /realm/],
  ['needs an answer', { realm: 'shop' }, /answer/],
  ['refuses another answer', { realm: 'shop', answer: 'maybe' }, /answer/],
  ['refuses an unknown realm', { realm: 'x', answer: 'approve' }, /no realm x/],
  ['refuses a wait above 30 seconds', { realm: 'shop', answer: 'deny', wait: 30_001 }, /wait/],
  [
    'refuses an argument that it does not know',
    { realm: 'shop', answer: 'deny', prompt: 'x' },
    /[Uu]nrecognized key.*prompt/,
  ],
  [
    'says that nothing was pending',
    { realm: 'shop', answer: 'approve', wait: 0 },
    /Nothing that matches was pending within 0 ms/,
  ],
  ['approves no code without a user', { realm: 'shop', answer: 'approve', kind: 'code', wait: 0 }, /user/],
  ['cancels no code', { realm: 'shop', answer: 'cancel', kind: 'code', wait: 0 }, /answer|cancel/],
];

for (const [requirement, args, text] of REFUSED)
  test(`answer_prompt ${requirement}`, async () => {
    const answered = await agent.call('answer_prompt', args);
    assert.equal(answered.isError, true, answered.text);
    assert.match(answered.text, text);
  });

test('CIBA §7.3: answer_prompt approves a prompt only of the user that is named', async () => {
  const request = await ask();
  const poll = {
    grant_type: 'urn:openid:params:grant-type:ciba',
    auth_req_id: String(request['auth_req_id']),
  };
  assert.equal(
    (await agent.call('answer_prompt', { realm: 'shop', answer: 'approve', user: 'bob', wait: 0 })).isError,
    true,
  );
  assert.equal((await post('/token', poll))['error'], 'authorization_pending');
  // The poll after next keeps the interval (CIBA §7.3).
  agent.server.clock.setOffsetMs(60_000);
  const { prompt } = await agent.json<{ prompt: { username: string; bindingMessage: string } }>(
    'answer_prompt',
    {
      realm: 'shop',
      answer: 'approve',
      user: 'ann',
    },
  );
  assert.deepEqual([prompt.username, prompt.bindingMessage], ['ann', 'W4SCT']);
  assert.equal(typeof (await post('/token', poll))['access_token'], 'string');
});

test('CIBA §11: a prompt that answer_prompt denies gives access_denied', async () => {
  const request = await ask();
  await agent.json('answer_prompt', { realm: 'shop', answer: 'deny', user: 'ann' });
  const poll = {
    grant_type: 'urn:openid:params:grant-type:ciba',
    auth_req_id: String(request['auth_req_id']),
  };
  assert.equal((await post('/token', poll))['error'], 'access_denied');
});

test('answer_prompt waits for a prompt that comes later', async () => {
  const answered = agent.json<{ prompt: { clientId: string } }>('answer_prompt', {
    realm: 'shop',
    answer: 'cancel',
    wait: 10_000,
  });
  await ask();
  assert.equal((await answered).prompt.clientId, 'till');
});

test('RFC 8628 §3.4: answer_prompt approves a code of the device grant as a user', async () => {
  const started = await post('/auth/device', { scope: 'openid' });
  await agent.json('answer_prompt', {
    realm: 'shop',
    answer: 'approve',
    userCode: started['user_code'],
    user: 'ann',
  });
  const poll = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: String(started['device_code']),
  };
  assert.equal(typeof (await post('/token', poll))['access_token'], 'string');
});
