import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { decodeJws, verifyJws } from '#protocol/crypto/jws.ts';
import type { AskedOfPeer } from '../testing/peer-provider.ts';
import { comeBack, withPeer } from '../testing/with-peer.ts';

test('RFC 6749 §2.3.1: the secret is sent in the form or the header, as the setting says', async () => {
  const tokenRequest = async (config: Readonly<Record<string, string>>) => {
    let asked: AskedOfPeer | undefined;
    await withPeer(async (given) => {
      assert.ok((await comeBack(given)).leadsTo['code']);
      asked = given.peer.asked.find(({ path }) => path === '/token');
    }, config);
    return asked ?? assert.fail();
  };
  const post = await tokenRequest({});
  assert.deepEqual([post.form.get('client_id'), post.form.get('client_secret')], ['app', 'app-secret']);
  const basic = await tokenRequest({ clientAuthMethod: 'client_secret_basic', clientSecret: 'a b+c' });
  assert.equal(basic.authorization, `Basic ${btoa('app:a+b%2Bc')}`);
  assert.equal(basic.form.has('client_secret'), false);
  const raw = await tokenRequest({ clientAuthMethod: 'client_secret_basic_unencoded', clientSecret: 'a b' });
  assert.equal(raw.authorization, `Basic ${btoa('app:a b')}`);
  const shared = await tokenRequest({ clientAuthMethod: 'client_secret_jwt' });
  const token = decodeJws(shared.form.get('client_assertion') ?? '') ?? assert.fail();
  const key = { kid: '', algorithm: 'HS256', key: createSecretKey(Buffer.from('app-secret')) };
  assert.ok(verifyJws(token, key));
  assert.deepEqual([token.claims['iss'], token.claims['sub']], ['app', 'app']);
  const own = await tokenRequest({
    clientAuthMethod: 'private_key_jwt',
    clientAssertionAudience: 'urn:peer',
  });
  assert.equal(decodeJws(own.form.get('client_assertion') ?? '')?.claims['aud'], 'urn:peer');
});
