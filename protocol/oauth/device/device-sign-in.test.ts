// The browser's part of the device grant, with a real server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerCode, askForCodes, openCode, pollDevice } from '../testing/device.ts';
import { withOAuthServer } from '../testing/server.ts';

test('RFC 8628 §3.3: approval leads to the success page', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { userCode } = await askForCodes(server);
    const { status, headers } = await answerCode(server, userCode, 'accept', { browser });
    const location = headers.get('location') ?? '';
    assert.deepEqual([status, location], [302, `${server.issuer}/device/status`]);
    assert.match((await browser.get(location)).text, /Device Login Successful/);
  });
});

test('RFC 8628 §3.3: a wrong password does not approve the device', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { userCode, deviceCode } = await askForCodes(server);
    const page = await browser.signIn(await openCode(browser, userCode), 'alice', 'wrong');
    assert.equal(page.status, 200);
    assert.equal((await pollDevice(server, deviceCode)).body['error'], 'authorization_pending');
  });
});

test('of two users with the same code, the first answer counts', async () => {
  await withOAuthServer(async (server) => {
    const { userCode, deviceCode } = await askForCodes(server);
    const [first, second] = [server.browser(), server.browser()];
    const page = await openCode(second, userCode);
    await answerCode(server, userCode, 'accept', { browser: first });
    const late = await second.signIn(page, 'bob', 'bob-password');
    assert.doesNotMatch(late.headers.get('location') ?? '', /status$/);
    assert.equal((await pollDevice(server, deviceCode)).summary?.username, 'alice');
  });
});

test('a code that expires during the sign-in does not approve the device', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { userCode, deviceCode } = await askForCodes(server);
    const page = await openCode(browser, userCode);
    server.pass(600);
    const { headers } = await browser.signIn(page, 'alice', 'alice-password');
    assert.doesNotMatch(headers.get('location') ?? '', /status$/);
    assert.equal((await pollDevice(server, deviceCode)).body['error'], 'expired_token');
  });
});

test('a client that is disabled during the sign-in is not approved', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { userCode } = await askForCodes(server);
    const page = await openCode(browser, userCode);
    await server.changeClient('web', { enabled: false });
    const { headers } = await browser.signIn(page, 'alice', 'alice-password');
    assert.doesNotMatch(headers.get('location') ?? '', /status$/);
  });
});

test('RFC 8628 §3.5: denial is reported to the device and leads to the denied page', async () => {
  await withOAuthServer(async (server) => {
    const { userCode, deviceCode } = await askForCodes(server);
    const { headers } = await answerCode(server, userCode, 'cancel');
    assert.equal(headers.get('location'), `${server.issuer}/device/status?error=access_denied`);
    const { status, body } = await pollDevice(server, deviceCode);
    assert.equal(status, 400);
    assert.deepEqual(body, {
      error: 'access_denied',
      error_description: 'The end user denied the authorization request',
    });
  });
});

test('RFC 8628 §5.4: consent is requested even if the client does not require it or already has it', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    await server.signIn(browser);
    for (const { userCode } of [await askForCodes(server), await askForCodes(server)]) {
      const page = await openCode(browser, userCode);
      assert.match(page.text, /id="kc-oauth"/);
      await answerCode(server, userCode, 'accept', { browser });
    }
  });
});
