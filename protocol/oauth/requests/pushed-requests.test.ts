import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLBACK, WEB } from '../testing/realm.ts';
import { type OAuthTestServer, refusalOf, withOAuthServer } from '../testing/server.ts';

const PUSHED = { ...WEB, response_type: 'code', redirect_uri: CALLBACK, scope: 'openid', state: 'pushed' };

async function push(server: OAuthTestServer): Promise<string> {
  const { status, body } = await server.post('ext/par/request', PUSHED);
  assert.equal(status, 201);
  return String(body['request_uri']);
}

/** What the browser sends. */
const only = (request_uri: string, client_id = 'web') => ({
  client_id,
  request_uri,
  response_type: '',
  redirect_uri: '',
  scope: '',
  state: '',
});

test('RFC 9126 §4: only pushed parameters count, not those sent with request_uri', async () => {
  await withOAuthServer(async (server) => {
    const answer = await server.signIn(server.browser(), { ...only(await push(server)), state: 'beside' });
    assert.equal(answer['state'], 'pushed');
  });
});

test('RFC 9126 §7.3: a pushed request is single-use', async () => {
  await withOAuthServer(async (server) => {
    const uri = await push(server);
    await server.signIn(server.browser(), only(uri));
    const refused = await refusalOf(server, only(uri));
    assert.deepEqual(
      [refused.destination, refused.status, refused.description],
      ['page', 400, 'Invalid Request'],
    );
    assert.match(refused.remedy ?? '', /new request/);
  });
});

test('RFC 9126 §7.3: of two browsers that use a pushed request at once, one goes on', async () => {
  await withOAuthServer(async (server) => {
    const query = new URLSearchParams({ client_id: 'web', request_uri: await push(server) });
    const address = `${server.issuer}/protocol/openid-connect/auth?${query}`;
    const answers = await Promise.all([fetch(address), fetch(address)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  });
});

test('RFC 9126 §2.2: a pushed request expires on the realm’s clock after parRequestUriLifespan', async () => {
  await withOAuthServer(async (server) => {
    await server.changeRealm((realm) => ({ ...realm, attributes: { parRequestUriLifespan: '10' } }));
    const uri = await push(server);
    server.pass(11);
    assert.match((await refusalOf(server, only(uri))).remedy ?? '', /parRequestUriLifespan of realm demo/);
  });
});

test('RFC 9126 §4: an unknown request_uri and another client’s are refused, and the right client can still use its own', async () => {
  await withOAuthServer(async (server) => {
    const uri = await push(server);
    for (const changes of [only('urn:ietf:params:oauth:request_uri:x'), only(uri, 'other')]) {
      const refused = await refusalOf(server, changes);
      assert.deepEqual([refused.destination, refused.rule], ['page', 'resolve-request']);
    }
    assert.equal((await server.signIn(server.browser(), only(uri)))['state'], 'pushed');
  });
});

test('console "Activity": a pushed request and the sign-in that it starts are one flow', async () => {
  await withOAuthServer(async (server) => {
    await server.signIn(server.browser(), only(await push(server)));
    const records = server.activity.list().records.toReversed();
    assert.deepEqual(
      records.map(({ title }) => title),
      ['Pushed authorization request', 'Authorization request', 'Sign-in form'],
    );
    assert.equal(new Set(records.map(({ flow }) => flow)).size, 1);
  });
});
