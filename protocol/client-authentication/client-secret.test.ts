import assert from 'node:assert/strict';
import { test } from 'node:test';
import { basic, SECRET, withClientAuthentication } from './testing/realm.ts';

test('RFC 6749 §2.3.1: id and secret are form-decoded after base64 decoding', async () => {
  await withClientAuthentication(async ({ post }) => {
    assert.equal(
      (await post({}, basic('web', new URLSearchParams({ s: SECRET }).toString().slice(2)))).status,
      200,
    );
  });
});

test('RFC 6749 §2.3.1: a correct secret sent without percent-encoding is rejected, and the remedy says so', async () => {
  await withClientAuthentication(async ({ post }) => {
    // %of is not a valid escape, so decoding fails and the raw text is used, including the plus sign.
    assert.equal((await post({}, basic('web', SECRET))).status, 200);
    const outcome = await post({}, basic('plus', 'one+two'));
    assert.equal(outcome.status, 401);
    assert.match(outcome.remedy ?? '', /^Percent-encode client id and secret in Basic/);
  });
});

test('a prefix of the secret or a different case is rejected', async () => {
  await withClientAuthentication(async ({ post }) => {
    for (const secret of [SECRET.slice(0, -1), `${SECRET}x`, SECRET.toUpperCase(), ` ${SECRET}`]) {
      const outcome = await post({ client_id: 'web', client_secret: secret });
      assert.deepEqual([outcome.status, outcome.body['error']], [401, 'unauthorized_client']);
    }
  });
});
