import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsOf } from '#protocol/oauth/testing/server.ts';
import { withCiba } from './testing/server.ts';

test('CIBA §7.1: the user is checked before the scope, the scope before the binding message', () =>
  withCiba(async ({ ask }) => {
    const refusalOf = async (send: Readonly<Record<string, string>>): Promise<unknown> =>
      (await ask(send)).body['error_description'];
    const wrong = { login_hint: 'nobody', scope: 'salary', binding_message: 'a b', user_code: 'x' };
    assert.equal(await refusalOf(wrong), 'invalid user');
    assert.equal(await refusalOf({ ...wrong, login_hint: 'alice' }), 'Invalid scopes: salary');
    assert.match(
      String(await refusalOf({ ...wrong, login_hint: 'alice', scope: 'openid' })),
      /^the binding_message/,
    );
    assert.equal(
      await refusalOf({ ...wrong, login_hint: 'alice', scope: 'openid', binding_message: 'ab' }),
      'User code not supported',
    );
  }));

for (const message of ['a', 'A-Za.z0_9+/!?#', 'x'.repeat(50)]) {
  test(`CIBA §7.1: the binding message ${message} reaches the entity unchanged`, () =>
    withCiba(async ({ begin }) => {
      assert.equal((await begin({ binding_message: message })).delegation.body['binding_message'], message);
    }));
}

test('CIBA §7.1: without openid there is a session but no ID token', () =>
  withCiba(async ({ begin, report, poll }) => {
    const { authReqId, delegation } = await begin({ scope: 'email' });
    await report(delegation.token, { status: 'SUCCEED' });
    const { status, body } = await poll(authReqId);
    assert.equal(status, 200);
    assert.equal(body['id_token'], undefined);
  }));

test('OIDC Core §3.1.2.1, §5.5: nonce and claims of the request affect the ID token', () =>
  withCiba(async ({ begin, report, poll }) => {
    const { authReqId, delegation } = await begin({
      nonce: 'n-1',
      claims: JSON.stringify({ id_token: { acr: { essential: true } } }),
    });
    await report(delegation.token, { status: 'SUCCEED' });
    const claims = claimsOf(String((await poll(authReqId)).body['id_token']));
    assert.deepEqual([claims['nonce'], claims['acr']], ['n-1', '1']);
  }));

test('CIBA §7.1: the tokens contain the first of acr_values that the realm knows', () =>
  withCiba(
    async ({ begin, report, poll }) => {
      const { authReqId, delegation } = await begin({ acr_values: 'platinum gold silver' });
      await report(delegation.token, { status: 'SUCCEED' });
      const { body } = await poll(authReqId);
      assert.equal(claimsOf(String(body['id_token']))['acr'], 'gold');
    },
    { attributes: { 'acr.loa.map': '{"silver":1,"gold":2}' } },
  ));
