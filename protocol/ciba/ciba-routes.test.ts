import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUTHENTICATION, withCiba } from './testing/server.ts';

for (const path of [AUTHENTICATION, `${AUTHENTICATION}/callback`]) {
  test(`service description §4: ${path} accepts only POST`, () =>
    withCiba(async ({ server }) => {
      assert.equal((await server.send(path)).status, 405);
    }));

  test(`service description §4: ${path} refuses other content types`, () =>
    withCiba(async ({ server }) => {
      const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'status=SUCCEED' };
      assert.equal((await server.send(path, init)).status, 415);
    }));

  test(`service description §4: ${path} of an unknown realm is answered with 404`, () =>
    withCiba(async ({ server }) => {
      const { status } = await server.post(`/realms/nowhere/protocol/openid-connect/${path}`, {});
      assert.ok(status === 404 || status === 415, String(status));
    }));
}
