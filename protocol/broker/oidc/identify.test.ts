import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRefusals } from '../testing/refusals.ts';
import { comeBack, type Given, refusalOf, withPeer } from '../testing/with-peer.ts';

testRefusals('OIDC Core §5.3', [
  {
    what: 'a profile that fails',
    answers: { userinfo: { status: 500, body: 'no' } },
    says: /userinfo answered 500/,
  },
  {
    what: 'the profile of another person',
    answers: { userinfo: { status: 200, body: '{"sub":"peer-2"}' } },
    says: /about another person/,
  },
  {
    what: 'a profile without sub',
    answers: { userinfo: { status: 200, body: '{"email":"a@b.test"}' } },
    says: /profile of identity provider peer has no sub/,
  },
  {
    what: 'a profile that is a list',
    answers: { userinfo: { status: 200, body: '[1]' } },
    says: /has no sub/,
  },
  {
    what: 'no id',
    config: { disableUserInfo: 'true' },
    answers: { idToken: ({ sub: _sub, ...usual }) => usual },
    says: /has no id/,
  },
  {
    what: 'a signed profile with a changed signature',
    answers: { signedProfile: (token) => `${token.slice(0, -8)}AAAAAAAA` },
    says: /No key of identity provider peer has signed the profile/,
  },
  { what: 'a profile that is a page', answers: { userinfo: { status: 200, body: '<p>' } }, says: /userinfo/ },
]);

test('OIDC Core §5.3.2: a signed profile is verified and read', () =>
  withPeer(async (given) => {
    Object.assign(given.peer.answers, { signedProfile: (token: string) => token });
    assert.ok((await comeBack(given)).leadsTo['code']);
    const user = await given.fixture.store.users.findByUsername('r-id', 'pat');
    assert.equal(user?.email, 'pat@peer.test');
  }));

const JWT = { isAccessTokenJWT: 'true' };

testRefusals('Keycloak: access token as a JWT', [
  { what: 'an opaque one', config: JWT, says: /access_token of identity provider peer is not a signed JWT/ },
  {
    what: 'one of another issuer',
    config: JWT,
    answers: { accessToken: (usual) => ({ ...usual, iss: 'https://evil.test' }) },
    says: /access_token has the issuer https:\/\/evil.test/,
  },
  {
    what: 'an expired one',
    config: JWT,
    answers: { accessToken: (usual) => ({ ...usual, exp: Number(usual['iat']) - 1 }) },
    says: /access_token has expired/,
  },
]);

const MAPPERS = {
  identityProviderMappers: [
    {
      name: 'boss',
      identityProviderAlias: 'peer',
      identityProviderMapper: 'oidc-user-attribute-idp-mapper',
      config: { claim: 'realm_access.roles', 'user.attribute': 'roles' },
    },
  ],
};

async function rolesOf(given: Given): Promise<readonly string[] | undefined> {
  Object.assign(given.peer.answers, {
    accessToken: ({ aud: _aud, ...usual }: Readonly<Record<string, unknown>>) => ({
      ...usual,
      realm_access: { roles: ['boss'] },
    }),
  });
  assert.ok((await comeBack(given)).leadsTo['code'], refusalOf(given)?.reason);
  return (await given.fixture.store.users.findByUsername('r-id', 'pat'))?.attributes?.['roles'];
}

test('Keycloak: mappers read the access token of a provider of type keycloak-oidc, whatever its audience', () =>
  withPeer(
    async (given) => assert.deepEqual(await rolesOf(given), ['boss']),
    {},
    {
      ...MAPPERS,
      providerId: 'keycloak-oidc',
    },
  ));

test('Keycloak: mappers read the access token of a provider of type oidc with isAccessTokenJWT', () =>
  withPeer(async (given) => assert.deepEqual(await rolesOf(given), ['boss']), JWT, MAPPERS));

test('Keycloak: mappers do not read the access token of other providers', () =>
  withPeer(async (given) => assert.equal(await rolesOf(given), undefined), {}, MAPPERS));

const agedBy =
  (seconds: number) =>
  (usual: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
    ...usual,
    auth_time: Number(usual['iat']) - seconds,
  });

for (const [what, idToken, config, isIn] of [
  ['an older sign-in at the provider is refused', agedBy(61), { passMaxAge: 'true' }, false],
  ['a token without auth_time is refused', agedBy(Number.NaN), { passMaxAge: 'true' }, false],
  ['a younger sign-in is accepted', agedBy(59), { passMaxAge: 'true' }, true],
  ['without passMaxAge, any is accepted', agedBy(61), {}, true],
] as const)
  test(`OIDC Core §3.1.2.1: max_age is passed on: ${what}`, () =>
    withPeer(async (given) => {
      Object.assign(given.peer.answers, { idToken });
      const page = await comeBack(given, { code: 'peer-code' }, 'max_age=60');
      assert.equal(page.leadsTo['code'] !== undefined, isIn);
      if (!isIn) assert.match(refusalOf(given)?.reason ?? '', /has requested max_age 60/);
    }, config));
