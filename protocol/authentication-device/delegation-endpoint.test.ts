import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { delegation, REALM_ID, startTestDevice } from './testing/device.ts';

const peer = await startTestDevice();
after(() => peer.stop());
const { control } = peer.device;
const waiting = async () => (await control.list(REALM_ID)).pending;

test('service description §4.2: 201 once the prompt is in the inbox, with everything it displays', async () => {
  const token = await peer.token({ jti: 'j1' });
  const answer = await peer.delegate(token, delegation({ acr_values: 'gold', shop: '<b>Main</b>' }));
  assert.deepEqual([answer.status, await answer.text()], [201, '']);
  assert.deepEqual(await waiting(), [
    {
      id: 'j1',
      realm: 'demo',
      flow: 'flow of j1',
      clientId: 'till',
      clientName: 'The Till',
      username: 'alice',
      name: 'Alice Wonder',
      bindingMessage: 'W4SCT',
      acrValues: 'gold',
      consentRequired: true,
      scopes: [
        { name: 'openid', text: 'openid' },
        { name: 'email', text: 'Email address' },
      ],
      parameters: { shop: '<b>Main</b>' },
      receivedAt: peer.clock.now(),
      expiresAt: peer.clock.now() + 120_000,
      state: 'pending',
    },
  ]);
});

test('service description §4.2: an unknown user, client or flow is shown by its wire name or omitted', async () => {
  await peer.delegate(await peer.token({ jti: 'forgotten', azp: 'gone', sub: 'u-nobody' }));
  const prompt = (await waiting()).find(({ id }) => id === 'forgotten');
  assert.deepEqual(
    [prompt?.name, prompt?.clientName, prompt === undefined || 'flow' in prompt],
    ['alice', 'gone', false],
  );
});

test('RFC 6750 §3: a delegation without a valid token gets a challenge and creates no prompt', async () => {
  const before = (await waiting()).length;
  const expired = await peer.token({ exp: peer.clock.now() / 1000 - 1 });
  for (const token of [null, 'nonsense', expired]) {
    const answer = await peer.delegate(token);
    assert.equal(answer.status, 401);
    assert.deepEqual(await answer.json(), { error: 'invalid_token', error_description: 'Invalid token' });
    assert.equal(
      answer.headers.get('www-authenticate'),
      'Bearer error="invalid_token", error_description="Invalid token"',
    );
  }
  assert.equal((await waiting()).length, before);
});

test('service description §4.2: an invalid member is named with status 400, and no prompt is created', async () => {
  const before = (await waiting()).length;
  const answer = await peer.delegate(await peer.token(), delegation({ is_consent_required: 1 }));
  assert.equal(answer.status, 400);
  assert.deepEqual(await answer.json(), {
    error: 'invalid_request',
    error_description: 'is_consent_required must be true or false',
  });
  assert.equal((await waiting()).length, before);
});

test('service description §4.2: a repeated delegation creates one prompt and is answered with 409', async () => {
  const token = await peer.token({ jti: 'twice' });
  assert.equal((await peer.delegate(token)).status, 201);
  const again = await peer.delegate(token, delegation({ login_hint: 'bob' }));
  assert.equal(again.status, 409);
  assert.deepEqual(
    (await waiting()).flatMap(({ id, username }) => (id === 'twice' ? [username] : [])),
    ['alice'],
  );
});

test('service description §4.2: a body that is not JSON is refused before anything else is read', async () => {
  const headers = { authorization: `Bearer ${await peer.token()}` };
  const url = `${peer.baseUrl}/emulator/v1/realms/demo/device/delegations`;
  const form = new URLSearchParams({ login_hint: 'alice' });
  assert.equal((await fetch(url, { method: 'POST', headers, body: form })).status, 415);
  const json = { ...headers, 'content-type': 'application/json' };
  assert.equal((await fetch(url, { method: 'POST', headers: json, body: '{' })).status, 400);
  assert.equal((await fetch(url, { method: 'POST', headers })).status, 400);
  assert.equal((await fetch(url)).status, 405);
  assert.equal((await fetch(url.replace('demo', 'none'), { method: 'POST', headers })).status, 404);
});
