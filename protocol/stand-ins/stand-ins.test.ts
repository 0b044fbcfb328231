import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonOf, withStandIn } from './testing/stand-in.ts';

test('a provider that is asked itself has no stand-in: every route is 404 and says how to have one', () =>
  withStandIn('google', { 'understudy.stand-in': 'never' }, async ({ authorize, token, get }) => {
    for (const answer of [
      await authorize(),
      await authorize({}, { person: '0' }),
      await token({}),
      await get('userinfo'),
      await get('emails'),
      await get('certs'),
    ]) {
      assert.equal(answer.status, 404);
      assert.match(await answer.text(), /Set config &quot;understudy\.stand-in&quot;/);
    }
  }));

test('RFC 7517 §5: the keys of a stand-in verify its ID tokens', () =>
  withStandIn('google', {}, async ({ get }) => {
    const { keys } = await jsonOf(await get('certs'));
    assert.ok(Array.isArray(keys) && keys.some(({ alg }) => alg === 'RS256'));
  }));

test('understudy.stand-in.delay: a slow provider answers the server late, and people at once', () =>
  withStandIn('github', { 'understudy.stand-in.delay': '300' }, async ({ authorize, get }) => {
    const began = performance.now();
    assert.equal((await authorize()).status, 200);
    assert.equal((await get('userinfo')).status, 401);
    assert.ok(performance.now() - began >= 290);
  }));

test('an unknown provider and an unknown realm have no stand-in', () =>
  withStandIn('google', {}, async ({ server }) => {
    for (const path of ['r/other', 'other/idp'])
      assert.equal((await fetch(`${server.baseUrl}/stand-ins/${path}/authorize`)).status, 404, path);
  }));
