import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withOAuthServer } from '../testing/server.ts';

for (const [step, expected] of [
  ['step1', /location\.href = 'step2\.html'/],
  ['step2', /found \? 'supported' : 'unsupported'/],
] as const) {
  test(`any site may frame the cookie probe’s ${step}`, async () => {
    await withOAuthServer(async (server) => {
      const { status, headers, text } = await server.send(`3p-cookies/${step}.html`);
      assert.equal(status, 200);
      assert.match(text, expected);
      assert.equal(headers.get('x-frame-options'), null);
      assert.doesNotMatch(headers.get('content-security-policy') ?? '', /frame-ancestors|unsafe/);
    });
  });
}

test('there is no third step, and no probe in an unknown realm', async () => {
  await withOAuthServer(async (server) => {
    assert.equal((await server.send('3p-cookies/step3.html')).status, 404);
    const elsewhere = '/realms/nowhere/protocol/openid-connect/3p-cookies/step1.html';
    assert.equal((await server.send(elsewhere)).status, 404);
  });
});
