import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nowInSeconds } from '#protocol/clock.ts';
import { createDpopKey } from '../testing/dpop-key.ts';
import { CALLBACK, WEB } from '../testing/realm.ts';
import { type Answer, refusalOf, withOAuthServer } from '../testing/server.ts';

test('RFC 9449 §10: a code with dpop_jkt can only be redeemed with a proof of that key', async () => {
  await withOAuthServer(async (server) => {
    const [key, other] = [createDpopKey(), createDpopKey()];
    const redeem = async (by: typeof key | undefined): Promise<Answer> => {
      const { code = '' } = await server.signIn(server.browser(), { dpop_jkt: key.jkt });
      const htu = `${server.issuer}/protocol/openid-connect/token`;
      const proof = await by?.prove({ htm: 'POST', htu, iat: nowInSeconds(server.clock) });
      const form = { ...WEB, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
      return server.post('token', form, proof === undefined ? {} : { dpop: proof });
    };
    assert.equal((await redeem(key)).body['token_type'], 'DPoP');
    assert.equal((await redeem(undefined)).body['error_description'], 'DPoP proof is missing');
    const { status, body } = await redeem(other);
    assert.equal(status, 400);
    assert.deepEqual(body, {
      error: 'invalid_grant',
      error_description: 'DPoP Proof public key thumbprint does not match dpop_jkt',
    });
  });
});

test('RFC 9449 §10: a dpop_jkt that is not a thumbprint is refused at the redirect URI', async () => {
  await withOAuthServer(async (server) => {
    const refused = await refusalOf(server, { dpop_jkt: 'short' });
    assert.deepEqual(
      [refused.destination, refused.code, refused.description, refused.rule],
      ['client', 'invalid_request', 'Invalid parameter: dpop_jkt', 'check-dpop'],
    );
  });
});
