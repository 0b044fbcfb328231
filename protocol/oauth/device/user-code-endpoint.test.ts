// The page for the user code, with a real server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerCode, askForCodes, openCode, pollDevice } from '../testing/device.ts';
import { type OAuthTestServer, withOAuthServer } from '../testing/server.ts';

const INVALID = 'Invalid code, please try again.';
const EXPIRED = 'The code has expired. Please go back to your device and try connecting again.';

const type = (server: OAuthTestServer, code: string) =>
  server.browser().post('/realms/demo/device', { device_user_code: code });

test('RFC 8628 §3.3: the page asks for the code, with Keycloak’s names of form and field', async () => {
  await withOAuthServer(async (server) => {
    const { status, text } = await server.browser().get('/realms/demo/device');
    assert.equal(status, 200);
    assert.match(text, /<form id="kc-user-verify-device-user-code-form" method="post"/);
    assert.match(text, /<input type="text" id="device-user-code" name="device_user_code" value=""/);
    assert.doesNotMatch(text, /<script/);
  });
});

test('RFC 8628 §6.1: the code starts the sign-in in any notation', async () => {
  await withOAuthServer(async (server) => {
    const { userCode } = await askForCodes(server);
    for (const typed of [
      userCode,
      userCode.toLowerCase(),
      userCode.replace('-', ' '),
      userCode.replace('-', ''),
    ]) {
      const { status, headers } = await type(server, typed);
      assert.equal(status, 302);
      assert.equal(headers.get('location'), `${server.issuer}/device?user_code=${userCode}`);
    }
    const page = await openCode(server.browser(), userCode.toLowerCase());
    assert.match(page.text, /id="kc-form-login"/);
  });
});

for (const typed of ['', 'nonsense', 'BBBB-BBBB', '__proto__', '<b>"&', 'W'.repeat(5000)]) {
  test(`RFC 8628 §3.3: a wrong code is refused on the same page: ${JSON.stringify(typed.slice(0, 12))}`, async () => {
    await withOAuthServer(async (server) => {
      const { status, text } = await type(server, typed);
      assert.equal(status, 200);
      assert.ok(text.includes(INVALID));
      assert.doesNotMatch(text, /<b>/);
      const [summary] = server.activity.list().records;
      assert.equal(summary?.outcome, 'refused');
    });
  });
}

test('RFC 8628 §3.3: an expired code is reported as expired', async () => {
  await withOAuthServer(async (server) => {
    const { userCode } = await askForCodes(server);
    server.pass(600);
    assert.ok((await type(server, userCode)).text.includes(EXPIRED));
    server.pass(600);
    assert.ok((await type(server, userCode)).text.includes(INVALID));
  });
});

test('an answered code cannot be used again', async () => {
  await withOAuthServer(async (server) => {
    for (const answer of ['accept', 'cancel'] as const) {
      const { userCode } = await askForCodes(server);
      await answerCode(server, userCode, answer);
      assert.ok((await type(server, userCode)).text.includes(INVALID), answer);
    }
  });
});

test('RFC 8628 §5.1: twenty wrong codes block the page for a while, even for correct codes', async () => {
  await withOAuthServer(async (server) => {
    const { userCode } = await askForCodes(server);
    for (let tries = 0; tries < 20; tries++) assert.equal((await type(server, 'BBBB-BBBB')).status, 200);
    const closed = await type(server, userCode);
    assert.deepEqual([closed.status, closed.headers.get('retry-after')], [429, '300']);
    assert.equal((await openCode(server.browser(), userCode)).status, 429);
    server.pass(300);
    assert.equal((await type(server, userCode)).status, 302);
  });
});

test('the code of a client that was deleted or lost the grant leads to an error page', async () => {
  await withOAuthServer(async (server) => {
    const { userCode } = await askForCodes(server);
    await server.changeClient('web', { attributes: {} });
    const off = await type(server, userCode);
    assert.equal(off.status, 400);
    assert.match(off.text, /id="kc-error-message"/);
    await server.changeClient('web', { enabled: false });
    assert.match((await type(server, userCode)).text, /Client disabled\./);
    await server.changeRealm((realm) => ({ ...realm, clients: [] }));
    assert.equal((await type(server, userCode)).status, 400);
  });
});

test('a disabled realm shows no page', async () => {
  await withOAuthServer(async (server) => {
    await server.changeRealm((realm) => ({ ...realm, enabled: false }));
    const { status, text } = await server.browser().get('/realms/demo/device');
    assert.equal(status, 400);
    assert.match(text, /Realm not enabled/);
    assert.equal((await type(server, 'BBBB-BBBB')).status, 400);
  });
});

test('a code of another realm is unknown', async () => {
  await withOAuthServer(async (server) => {
    const { userCode, deviceCode } = await askForCodes(server);
    await server.changeRealm((realm) => ({ ...realm, realm: 'renamed' }));
    assert.equal((await openCode(server.browser(), userCode)).status, 404);
    assert.equal((await pollDevice(server, deviceCode)).status, 404);
  });
});
