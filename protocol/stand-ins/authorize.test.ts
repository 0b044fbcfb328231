import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATE, withStandIn } from './testing/stand-in.ts';

const APPLE = {
  issuer: 'https://appleid.apple.com',
  authorizationUrl: 'https://appleid.apple.com/auth/authorize',
};

test('RFC 6749 §4.1.2: the chosen person comes back with a code and the state', () =>
  withStandIn('google', {}, async ({ authorize, redirectUri }) => {
    const answer = await authorize({}, { person: '1' });
    assert.equal(answer.status, 303);
    const url = new URL(answer.headers.get('location') ?? '');
    assert.equal(`${url.origin}${url.pathname}`, redirectUri);
    assert.equal(url.searchParams.get('state'), STATE);
    assert.match(url.searchParams.get('code') ?? '', /^[\w-]{30,}$/);
  }));

test('RFC 6749 §4.1.2.1: a refusal, and the faults of the setting, are errors that the realm gets', async () => {
  await withStandIn('google', {}, async ({ authorize }) => {
    const answer = await authorize({}, { person: 'refuse' });
    assert.equal(new URL(answer.headers.get('location') ?? '').searchParams.get('error'), 'access_denied');
  });
  for (const fault of ['access_denied', 'server_error', 'temporarily_unavailable'])
    await withStandIn('github', { 'understudy.stand-in.fault': fault }, async ({ authorize }) => {
      const { searchParams } = new URL((await authorize()).headers.get('location') ?? '');
      assert.deepEqual([searchParams.get('error'), searchParams.get('state')], [fault, STATE]);
    });
});

test('RFC 6749 §4.1.2.1: a wrong client or redirect URI gets a page, not a redirect', () =>
  withStandIn('google', {}, async ({ authorize, server }) => {
    const wrong = [
      { client_id: 'other' },
      { client_id: '' },
      { redirect_uri: 'https://evil.test/' },
      { redirect_uri: `${server.baseUrl}/realms/r/broker/other/endpoint` },
    ];
    for (const query of wrong)
      for (const fields of [undefined, { person: '0' }]) {
        const answer = await authorize(query, fields);
        assert.equal(answer.status, 400, JSON.stringify(query));
        assert.equal(answer.headers.get('location'), null);
      }
  }));

test('bad input: what is no person is asked for again', () =>
  withStandIn('google', {}, async ({ authorize }) => {
    for (const fields of [
      {},
      { person: '99' },
      { person: 'x' },
      { person: 'other' },
      { person: 'other', email: 'none' },
    ]) {
      const answer = await authorize({}, fields);
      assert.equal(answer.status, 200);
      assert.match(await answer.text(), /Choose a person, or enter an e-mail address\./);
    }
  }));

test('security: a page shows what the request says as text', () =>
  withStandIn('google', {}, async ({ authorize }) => {
    const page = await (await authorize({ login_hint: '"><script>x</script>', client_id: 'app' })).text();
    assert.doesNotMatch(page, /<script>x/);
    const error = await (await authorize({ client_id: '<b>' })).text();
    assert.doesNotMatch(error, /<b>/);
  }));

test('Sign in with Apple: the answer is posted, with the name at the first time only', () =>
  withStandIn('oidc', APPLE, async ({ authorize, redirectUri }) => {
    const answer = () =>
      authorize({ response_mode: 'form_post' }, { person: '0' }).then((reply) => reply.text());
    const first = await answer();
    assert.ok(first.includes(`action="${redirectUri}"`));
    assert.match(first, /name="user" value="\{&quot;name&quot;:\{&quot;firstName&quot;:&quot;Ada&quot;/);
    assert.doesNotMatch(await answer(), /name="user"/);
  }));
