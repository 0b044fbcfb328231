import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsOf, type OAuthTestServer, refusalOf, withOAuthServer } from '../testing/server.ts';

const demand = (sub: unknown): string => JSON.stringify({ id_token: { sub: { value: sub } } });

const PAIRWISE = {
  protocolMappers: [
    {
      name: 'pairwise',
      protocol: 'openid-connect',
      protocolMapper: 'oidc-sha256-pairwise-sub-mapper',
      config: { pairwiseSubAlgorithmSalt: 'salt' },
    },
  ],
};

/** A user's ID token, from a separate browser. */
async function idTokenOf(server: OAuthTestServer): Promise<string> {
  return (await server.tokens()).id_token;
}

test('OIDC Core §3.1.2.1: prompt=none with a hint for the session’s user succeeds, expired or not', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { id_token } = await server.tokens({}, browser);
    server.pass(600);
    const answer = await server.signIn(browser, { prompt: 'none', id_token_hint: id_token });
    assert.equal(typeof answer['code'], 'string');
  });
});

test('OIDC Core §3.1.2.1: prompt=none with a hint for another user answers login_required', async () => {
  await withOAuthServer(async (server) => {
    const hint = await idTokenOf(server);
    const browser = server.browser();
    await server.signIn(browser, {}, 'bob');
    const answer = await server.signIn(browser, { prompt: 'none', id_token_hint: hint });
    assert.equal(answer['error'], 'login_required');
  });
});

test('OIDC Core §3.1.2.1: with a hint for another user, a new sign-in is required and the page does not mention the session’s user', async () => {
  await withOAuthServer(async (server) => {
    const hint = await idTokenOf(server);
    const browser = server.browser();
    await server.signIn(browser, {}, 'bob');
    const page = await server.authorize(browser, { id_token_hint: hint });
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text, /value="bob"/);
  });
});

test('OIDC Core §5.5.1: sub in the claims parameter determines who must be signed in', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { id_token } = await server.tokens({}, browser);
    const sub = claimsOf(id_token)['sub'];
    const good = await server.signIn(browser, { prompt: 'none', claims: demand(sub) });
    assert.equal(typeof good['code'], 'string');
    const bad = await server.signIn(browser, { prompt: 'none', claims: demand('nobody') });
    assert.equal(bad['error'], 'login_required');
  });
});

test('OIDC Core §8: a pairwise subject works in the hint and in the claims parameter', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', PAIRWISE);
    const browser = server.browser();
    const { id_token } = await server.tokens({}, browser);
    const claims = demand(claimsOf(id_token)['sub']);
    for (const changes of [{ id_token_hint: id_token }, { claims }]) {
      const answer = await server.signIn(browser, { prompt: 'none', ...changes });
      assert.equal(typeof answer['code'], 'string');
    }
    const bad = await server.signIn(browser, { prompt: 'none', claims: demand('nobody') });
    assert.equal(bad['error'], 'login_required');
  });
});

test('OIDC Core §8: with a pairwise subject, neither another user nor the user’s id is accepted', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    const { id_token } = await server.tokens({}, browser);
    const userId = claimsOf(id_token)['sub'];
    await server.changeClient('web', PAIRWISE);
    const pairwise = claimsOf(await idTokenOf(server))['sub'];
    const byId = await server.signIn(browser, { prompt: 'none', claims: demand(userId) });
    assert.equal(byId['error'], 'login_required');
    const other = server.browser();
    await server.signIn(other, {}, 'bob');
    const ofOther = await server.signIn(other, { prompt: 'none', claims: demand(pairwise) });
    assert.equal(ofOther['error'], 'login_required');
    const right = await server.signIn(browser, { prompt: 'none', claims: demand(pairwise) });
    assert.equal(typeof right['code'], 'string');
  });
});

test('OIDC Core §3.1.2.1: a hint and claims for different users are refused', async () => {
  await withOAuthServer(async (server) => {
    const id_token_hint = await idTokenOf(server);
    const refusal = await refusalOf(server, { id_token_hint, claims: demand('somebody-else') });
    assert.deepEqual([refusal.code, refusal.description], ['invalid_request', 'Invalid parameter: claims']);
  });
});

test('OIDC Core §3.1.2.1: a hint that is not an ID token of the realm is refused at the redirect URI', async () => {
  await withOAuthServer(async (server) => {
    const { access_token, id_token } = await server.tokens();
    for (const hint of ['x', access_token, `${id_token.slice(0, -4)}AAAA`, `${id_token}.x`]) {
      const refusal = await refusalOf(server, { id_token_hint: hint });
      assert.deepEqual(
        [refusal.destination, refusal.code, refusal.description, refusal.rule],
        ['client', 'invalid_request', 'Invalid parameter: id_token_hint', 'check-subject'],
      );
    }
  });
});
