import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUTHENTICATION, withCiba } from './testing/server.ts';

for (const path of [AUTHENTICATION, `${AUTHENTICATION}/callback`]) {
  test(`service description §4: ${path} takes POST alone`, () =>
    withCiba(async ({ server }) => {
      assert.equal((await server.send(path)).status, 405);
    }));

  test(`service description §4: ${path} takes no body of another type`, () =>
    withCiba(async ({ server }) => {
      const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'status=SUCCEED' };
      assert.equal((await server.send(path, init)).status, 415);
    }));

  test(`service description §4: ${path} of a realm that is not there is answered 404`, () =>
    withCiba(async ({ server }) => {
      const { status } = await server.post(`/realms/nowhere/protocol/openid-connect/${path}`, {});
      assert.ok(status === 404 || status === 415, String(status));
    }));
}
