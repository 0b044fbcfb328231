import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { type AskedStandIn, jsonOf, withStandIn } from './testing/stand-in.ts';

const VERIFIER = 'a'.repeat(50);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

async function redeem({ code, token }: AskedStandIn, query = {}) {
  const answer = await token({ code: await code(query) });
  assert.equal(answer.status, 200);
  return (await answer.json()) as Readonly<Record<string, string>>;
}

test('Google: the ID token has its issuer, audience, nonce and claims, and the userinfo agrees', () =>
  withStandIn('google', {}, async (asked) => {
    const tokens = await redeem(asked, { nonce: 'n' });
    const { iss, aud, nonce, sub, email } = decodeJws(tokens['id_token'] ?? '')?.claims ?? {};
    assert.deepEqual(
      [iss, aud, nonce, email],
      ['https://accounts.google.com', 'app', 'n', 'ada@example.com'],
    );
    const profile = await jsonOf(await asked.get('userinfo', tokens['access_token']));
    assert.equal(profile['sub'], sub);
  }));

test('GitHub: token responses are forms unless JSON is asked for, and private addresses are listed apart', () =>
  withStandIn('github', {}, async (asked) => {
    const form = await asked.token({ code: await asked.code() });
    assert.match(form.headers.get('content-type') ?? '', /x-www-form-urlencoded/);
    const fields = { person: '0', private: 'on' };
    const json = await asked.token({ code: await asked.code({}, fields) }, { accept: 'application/json' });
    const { access_token: issued, id_token: none } = await jsonOf(json);
    const token = String(issued);
    assert.match(token, /^gho_/);
    assert.equal(none, undefined);
    assert.equal((await jsonOf(await asked.get('userinfo', token)))['email'], null);
    assert.deepEqual(await (await asked.get('emails', token)).json(), [
      { email: 'ada@example.com', primary: true, verified: true, visibility: 'private' },
    ]);
  }));

test('OIDC Core §2: a provider without an issuer of its own has the address of the stand-in', () =>
  withStandIn('oidc', { authorizationUrl: 'https://idp.example/a' }, async (asked) => {
    const { iss } = decodeJws((await redeem(asked))['id_token'] ?? '')?.claims ?? {};
    assert.equal(iss, `${asked.server.baseUrl}/stand-ins/r/idp`);
  }));

test('claims of a person replace those of the provider', () =>
  withStandIn(
    'oidc',
    {
      'understudy.stand-in.people': JSON.stringify([
        { email: 'z@z.test', id: 'my-id', claims: { groups: ['a'], name: 'Z' } },
      ]),
    },
    async (asked) => {
      const { sub, groups, name } = decodeJws((await redeem(asked))['id_token'] ?? '')?.claims ?? {};
      assert.deepEqual([sub, groups, name], ['my-id', ['a'], 'Z']);
    },
  ));

const REFUSALS: readonly (readonly [what: string, form: Readonly<Record<string, string>>, error: string])[] =
  [
    ['a wrong secret', { client_secret: 'wrong' }, 'invalid_client'],
    ['no secret', { client_secret: '' }, 'invalid_client'],
    ['another client', { client_id: 'other' }, 'invalid_client'],
    ['a forged assertion', { client_assertion: 'a.b.c' }, 'invalid_client'],
    ['another redirect URI', { redirect_uri: 'https://evil.test' }, 'invalid_grant'],
    ['no code', { code: '' }, 'invalid_grant'],
    ['an unknown code', { code: 'x' }, 'invalid_grant'],
    ['a wrong verifier', { code_verifier: 'b'.repeat(50) }, 'invalid_grant'],
    ['no verifier', {}, 'invalid_grant'],
  ];

for (const [what, form, error] of REFUSALS)
  test(`RFC 6749 §5.2: ${what} gets ${error}, with the reason`, () =>
    withStandIn('google', {}, async ({ code, token }) => {
      const given = await code({ code_challenge: CHALLENGE, code_challenge_method: 'S256' });
      const answer = await token({ code: given, ...form });
      assert.equal(answer.status, 400);
      const body = await jsonOf(answer);
      assert.equal(body['error'], error);
      assert.notEqual(body['error_description'], '');
    }));

test('RFC 6749 §4.1.2: a code is redeemed once, within a minute', () =>
  withStandIn('google', {}, async ({ code, token, server }) => {
    const once = await code();
    assert.deepEqual(
      [(await token({ code: once })).status, (await token({ code: once })).status],
      [200, 400],
    );
    const late = await code();
    server.clock.setOffsetMs(60_000);
    assert.equal((await token({ code: late })).status, 400);
  }));

test('RFC 7636 §4.6: the right verifier is accepted', () =>
  withStandIn('google', {}, async ({ code, token }) => {
    const given = await code({ code_challenge: CHALLENGE, code_challenge_method: 'S256' });
    assert.equal((await token({ code: given, code_verifier: VERIFIER })).status, 200);
  }));

test('RFC 6750 §3.1: without a token of the stand-in there is no profile', () =>
  withStandIn('github', {}, async ({ get }) => {
    for (const path of ['userinfo', 'emails'])
      for (const token of [undefined, 'x', 'gho_x']) assert.equal((await get(path, token)).status, 401, path);
  }));

for (const [value, expected] of [
  ['staff', 'staff'],
  ['^staff(-.*)?', undefined],
] as const)
  test(`Keycloak: the essential claim ${value} is in ID tokens unless it is only a pattern`, () =>
    withStandIn(
      'oidc',
      {
        authorizationUrl: 'https://idp.example/a',
        filteredByClaim: 'true',
        claimFilterName: 'kind',
        claimFilterValue: value,
      },
      async (asked) => {
        const { kind } = decodeJws((await redeem(asked))['id_token'] ?? '')?.claims ?? {};
        assert.equal(kind, expected);
      },
    ));
