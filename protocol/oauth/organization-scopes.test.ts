import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction } from '#protocol/login/testing/browser.ts';
import { ALICE_ALONE, ALICES_ORGANIZATIONS } from '#protocol/login/testing/organizations.ts';
import { answerCode, askForCodes, openCode, pollDevice } from './testing/device.ts';
import { WEB } from './testing/realm.ts';
import { claimsOf, type OAuthTestServer, readTokens, refusalOf, withOAuthServer } from './testing/server.ts';

const PASSWORD = { ...WEB, grant_type: 'password', username: 'alice', password: 'alice-password' };
const claim = (token: string): unknown => claimsOf(token)['organization'];

const grant = async (server: OAuthTestServer, scope: string) =>
  readTokens(await server.post('token', { ...PASSWORD, scope: `openid ${scope}` }));

for (const scope of ['organization:none', 'organization:shut', 'organization:', 'phone:acme'])
  test(`RFC 6749 §3.3: scope ${scope} is refused at every endpoint`, () =>
    withOAuthServer(async (server) => {
      const refusal = await refusalOf(server, { scope: `openid ${scope}` });
      assert.deepEqual([refusal.code, refusal.rule], ['invalid_scope', 'check-scope']);
      const forms = [PASSWORD, { ...WEB, grant_type: 'client_credentials' }];
      for (const form of forms) {
        const { status, body } = await server.post('token', { ...form, scope });
        assert.deepEqual([status, body['error']], [400, 'invalid_scope']);
      }
      assert.equal((await server.post('auth/device', { ...WEB, scope })).body['error'], 'invalid_scope');
    }, ALICES_ORGANIZATIONS));

test('Keycloak organizations: while they are off, an alias is refused and the claim is absent', () =>
  withOAuthServer(
    async (server) => {
      const { code } = await refusalOf(server, { scope: 'openid organization:acme' });
      assert.equal(code, 'invalid_scope');
      assert.equal(claim((await grant(server, 'organization:*')).access_token), undefined);
    },
    { ...ALICES_ORGANIZATIONS, organizationsEnabled: false },
  ));

test('Keycloak organizations: a sign-in for one organization has it in all tokens, also after a refresh', () =>
  withOAuthServer(async (server) => {
    const tokens = await server.tokens({ scope: 'openid organization:bolt' });
    assert.deepEqual([claim(tokens.access_token), claim(tokens.id_token)], [['bolt'], ['bolt']]);
    assert.match(tokens.scope, / organization:bolt$/);
    const { body } = await server.post('token/introspect', { ...WEB, token: tokens.access_token });
    assert.deepEqual(body['organization'], ['bolt']);
    const refresh = { ...WEB, grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    for (const scope of ['', 'openid organization', 'openid organization:*']) {
      const { access_token } = readTokens(await server.post('token', { ...refresh, scope }));
      assert.deepEqual(claim(access_token), ['bolt'], scope);
    }
    const other = readTokens(await server.post('token', { ...refresh, scope: 'organization:acme' }));
    assert.equal(claim(other.access_token), undefined);
  }, ALICES_ORGANIZATIONS));

test('Keycloak organizations: who is no member gets tokens without the scope and the claim', () =>
  withOAuthServer(async (server) => {
    const { access_token, scope } = await grant(server, 'organization:other');
    assert.equal(claim(access_token), undefined);
    assert.doesNotMatch(scope, /organization/);
  }, ALICES_ORGANIZATIONS));

test('Keycloak organizations: of several, none is in the claim without a value; with * all are', () =>
  withOAuthServer(async (server) => {
    const { access_token, scope } = await grant(server, 'organization');
    assert.equal(claim(access_token), undefined);
    assert.match(scope, / organization$/);
    assert.deepEqual(claim((await grant(server, 'organization:*')).access_token), ['acme', 'bolt']);
    assert.equal(claim((await grant(server, 'email')).access_token), undefined);
  }, ALICES_ORGANIZATIONS));

test('Keycloak organizations: a membership that ends leaves the next tokens', () =>
  withOAuthServer(async (server) => {
    const { refresh_token, access_token } = await grant(server, 'organization:acme');
    await server.changeRealm((realm) => ({ ...realm, organizations: [{ name: 'Acme', alias: 'acme' }] }));
    const { body } = await server.post('token/introspect', { ...WEB, token: access_token });
    assert.equal(body['organization'], undefined);
    const form = { ...WEB, grant_type: 'refresh_token', refresh_token };
    const refreshed = readTokens(await server.post('token', form));
    assert.equal(claim(refreshed.access_token), undefined);
    assert.doesNotMatch(refreshed.scope, /organization/);
  }, ALICES_ORGANIZATIONS));

test('Keycloak organizations: attributes of the organization, in userinfo if the mapper adds them there', () =>
  withOAuthServer(async (server) => {
    const config = { 'userinfo.token.claim': 'true', addOrganizationAttributes: 'true' };
    await server.changeRealm((realm) => ({
      ...realm,
      clientScopes: (realm.clientScopes ?? []).map((scope) => ({
        ...scope,
        protocolMappers: (scope.protocolMappers ?? []).map((mapper) =>
          scope.name === 'organization' ? { ...mapper, config: { ...mapper.config, ...config } } : mapper,
        ),
      })),
      organizations: [{ name: 'Acme', alias: 'acme', attributes: { tier: ['gold'] }, members: ALICE_ALONE }],
    }));
    const { access_token } = await grant(server, 'organization');
    const details = { acme: { tier: ['gold'] } };
    assert.deepEqual(claim(access_token), details);
    const headers = { authorization: `Bearer ${access_token}` };
    assert.deepEqual((await server.send('userinfo', { headers })).body['organization'], details);
  }, ALICES_ORGANIZATIONS));

test('OIDC Core §3.1.2.4: the consent to the scope counts for every organization', () =>
  withOAuthServer(async (server) => {
    const browser = server.browser();
    const asked = { client_id: 'consenting', scope: 'openid organization:acme' };
    const signIn = await server.authorize(browser, asked);
    const page = await browser.follow(await browser.signIn(signIn, 'alice', 'alice-password'));
    assert.match(page.text, /Organization/);
    await browser.post(formAction(page, 'understudy-consent'), { accept: 'Yes' });
    const realmId = server.store.realms.find('demo')?.id ?? '';
    const user = await server.store.users.findByUsername(realmId, 'alice');
    assert.ok(user?.clientConsents?.[0]?.grantedClientScopes?.includes('organization'));
    const other = await server.authorize(browser, { ...asked, scope: 'openid organization:bolt' });
    assert.notEqual(other.leadsTo['code'], undefined);
  }, ALICES_ORGANIZATIONS));

test('Keycloak organizations: the user of a device chooses an organization, which is in its tokens', () =>
  withOAuthServer(async (server) => {
    const browser = server.browser();
    const { userCode, deviceCode } = await askForCodes(server, { scope: 'openid organization' });
    const signIn = await openCode(browser, userCode);
    const named = await browser.follow(await browser.post(formAction(signIn), { username: 'alice' }));
    assert.match(named.text, /kc-user-organizations/);
    const wrong = await browser.post(formAction(named, 'kc-user-organizations'), { 'kc.org': 'other' });
    assert.match(wrong.text, /kc-user-organizations/);
    assert.equal((await pollDevice(server, deviceCode)).body['error'], 'authorization_pending');
    const chosen = await browser.post(formAction(wrong, 'kc-user-organizations'), { 'kc.org': 'bolt' });
    const consent = await browser.follow(
      await browser.post(formAction(await browser.follow(chosen)), { password: 'alice-password' }),
    );
    await browser.post(formAction(consent, 'understudy-consent'), { accept: 'Yes' });
    server.pass(10);
    const tokens = readTokens(await pollDevice(server, deviceCode));
    assert.deepEqual([claim(tokens.access_token), claim(tokens.id_token)], [['bolt'], ['bolt']]);
    const refresh = { ...WEB, grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    assert.deepEqual(claim(readTokens(await server.post('token', refresh)).access_token), ['bolt']);
  }, ALICES_ORGANIZATIONS));

for (const [scope, expected] of [
  ['organization:acme', ['acme']],
  ['organization:*', ['acme', 'bolt']],
  ['organization:other', undefined],
] as const)
  test(`Keycloak organizations: a device with scope ${scope} gets its tokens without a choice`, () =>
    withOAuthServer(async (server) => {
      const { userCode, deviceCode } = await askForCodes(server, { scope: `openid ${scope}` });
      const { headers } = await answerCode(server, userCode);
      assert.equal(headers.get('location'), `${server.issuer}/device/status`);
      const tokens = readTokens(await pollDevice(server, deviceCode));
      assert.deepEqual(claim(tokens.access_token), expected);
    }, ALICES_ORGANIZATIONS));

for (const [scope, why] of [
  ['organization', /member of several organizations.*organization:acme/],
  ['organization:other', /organization:other is not granted.*no member/],
] as const)
  test(`Activity: a password grant with ${scope} says why the claim is left out`, () =>
    withOAuthServer(async (server) => {
      const { summary } = await server.post('token', { ...PASSWORD, scope });
      const { decisions } = server.activity.find(summary?.id ?? '', { reveal: false }) ?? { decisions: [] };
      const notes = decisions.filter(({ rule }) => rule === 'organization');
      assert.match(JSON.stringify(notes), why);
    }, ALICES_ORGANIZATIONS));
