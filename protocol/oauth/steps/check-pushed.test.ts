import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLBACK, WEB } from '../testing/realm.ts';
import { refusalOf, withOAuthServer } from '../testing/server.ts';

const ATTRIBUTES = { 'require.pushed.authorization.requests': 'true' };

test('RFC 9126 §6: a client that must push its requests may not send others', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { attributes: ATTRIBUTES });
    const refused = await refusalOf(server, {});
    assert.deepEqual(
      [refused.destination, refused.code, refused.description, refused.rule],
      ['client', 'invalid_request', 'Pushed Authorization Request is only allowed.', 'check-pushed'],
    );
    assert.match(refused.remedy ?? '', /require\.pushed\.authorization\.requests of client web/);
  });
});

test('RFC 9126 §6: a pushed request is accepted', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { attributes: ATTRIBUTES });
    const form = { ...WEB, response_type: 'code', redirect_uri: CALLBACK, scope: 'openid' };
    const { body } = await server.post('ext/par/request', form);
    const request_uri = String(body['request_uri']);
    assert.equal((await server.authorize(server.browser(), { request_uri })).status, 200);
  });
});
