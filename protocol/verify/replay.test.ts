// Own process: it takes as long as a whole group of files, so it begins first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { ONE_CLICK_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import { formAction, type TestPage } from '#protocol/login/testing/browser.ts';
import type { ComposedTestServer } from '#protocol/testing/composed-server.ts';
import {
  CALLBACK,
  compareServers,
  REALM,
  type Traffic,
  type Trial,
  WEB,
  withAlice,
  withClient,
} from './testing/two-servers.ts';

const PASSWORD_GRANT = { ...WEB, grant_type: 'password', username: 'alice', password: 'alice-password' };
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** A sign-in whose tokens are used and refreshed, and which ends with a sign-out. */
async function useAll(traffic: Traffic): Promise<void> {
  const browser = traffic.browser();
  const refused = await traffic.signIn(browser, {}, 'wrong');
  const { body } = await traffic.exchange(await browser.signIn(refused, 'alice', 'alice-password'));
  await traffic.userinfo(body['access_token']);
  const refresh = { ...WEB, grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) };
  const refreshed = await traffic.post('token', refresh);
  await traffic.post('token/introspect', { ...WEB, token: String(refreshed.body['access_token']) });
  await traffic.exchange(await traffic.authorize(browser, { state: 'state-2' }));
  const logout = new URLSearchParams({
    id_token_hint: String(refreshed.body['id_token']),
    post_logout_redirect_uri: 'http://app.test/bye',
  });
  await browser.get(`${traffic.endpoints}/logout?${logout}`);
}

/** An unsolicited response to the service provider. */
async function signInWithSaml(traffic: Traffic): Promise<void> {
  const browser = traffic.browser();
  const page = await browser.get('/realms/demo/protocol/saml/clients/sp');
  await browser.signIn(page, 'alice', 'alice-password');
}

async function askForDeviceCodes(traffic: Traffic): Promise<{ deviceCode: string; userCode: string }> {
  const { body } = await traffic.post('auth/device', { ...WEB, scope: 'openid' });
  return { deviceCode: String(body['device_code']), userCode: String(body['user_code']) };
}

const poll = (traffic: Traffic, deviceCode: string) =>
  traffic.post('token', { ...WEB, grant_type: DEVICE_GRANT, device_code: deviceCode });

/** The user types the code, signs in and consents. */
async function approveDevice(traffic: Traffic, userCode: string): Promise<void> {
  const browser = traffic.browser();
  await browser.get('/realms/demo/device');
  let page = await browser.follow(
    await browser.post('/realms/demo/device', { device_user_code: userCode.toLowerCase() }),
  );
  page = await browser.follow(await browser.signIn(page, 'alice', 'alice-password'));
  const action = /<form id="understudy-consent"[^>]* action="([^"]*)"/.exec(page.text)?.[1] ?? '';
  await browser.follow(await browser.post(action.replaceAll('&amp;', '&'), { accept: 'Yes' }));
}

const EQUAL: Readonly<Record<string, Trial>> = {
  'OIDC Core §3.1: sign-in with code and PKCE, wrong password, userinfo, refresh, introspection, single sign-on and sign-out':
    { traffic: useAll },
  'OIDC Core §3.2, §3.3: responses in the fragment and by form': {
    async traffic(traffic) {
      await traffic.signIn(traffic.browser(), { response_type: 'code id_token token' });
      await traffic.signIn(traffic.browser(), { response_mode: 'form_post' });
    },
  },
  'RFC 6749 §4.3, §4.4: password and client credentials, in the form and as Basic credentials': {
    async traffic(traffic) {
      await traffic.post('token', PASSWORD_GRANT);
      const authorization = `Basic ${btoa('web:web-secret')}`;
      await traffic.post('token', { grant_type: 'client_credentials' }, { authorization });
    },
  },
  'RFC 8628 §3: a device, its polls, and the user who types the code': {
    async traffic(traffic, { clock }) {
      const { deviceCode, userCode } = await askForDeviceCodes(traffic);
      await poll(traffic, deviceCode);
      await approveDevice(traffic, userCode);
      clock.setOffsetMs(60_000);
      await poll(traffic, deviceCode);
    },
  },
  'RFC 9126 §2: a pushed authorization request': {
    async traffic(traffic) {
      const pushed = await traffic.post('ext/par/request', {
        ...WEB,
        response_type: 'code',
        redirect_uri: CALLBACK,
        scope: 'openid',
      });
      const request_uri = String(pushed.body['request_uri']);
      const browser = traffic.browser();
      const parameters = new URLSearchParams({ client_id: 'web', request_uri });
      const page = await browser.get(`${traffic.endpoints}/auth?${parameters}`);
      await browser.signIn(page, 'alice', 'alice-password');
    },
  },
  'SAML Core §3.4: an unsolicited response': {
    here: withClient('http://sp.test/metadata', { attributes: { saml_idp_initiated_sso_url_name: 'sp' } }),
    traffic: signInWithSaml,
  },
  'RFC 6749 §5.2: refusals of every kind': {
    async traffic(traffic) {
      await traffic.post('token', { ...WEB, client_secret: 'wrong', grant_type: 'client_credentials' });
      await traffic.post('token', { ...WEB, grant_type: 'odd' });
      await traffic.post('token', { ...PASSWORD_GRANT, password: 'wrong' });
      await traffic.post('token', { ...WEB, grant_type: 'refresh_token', refresh_token: 'made-up' });
      await traffic.authorize(traffic.browser(), { client_id: 'nobody' });
      await traffic.authorize(traffic.browser(), { redirect_uri: 'https://evil.test/' });
      await traffic.authorize(traffic.browser(), { prompt: 'none' });
      await traffic.userinfo('made-up');
    },
  },
  'Fetch Standard §3.2: a preflight request and answers to another origin': {
    async traffic(traffic) {
      await fetch(`${traffic.endpoints}/token`, {
        method: 'OPTIONS',
        headers: { origin: 'http://app.test', 'access-control-request-method': 'POST' },
      });
      await traffic.post('token', PASSWORD_GRANT, { origin: 'http://app.test' });
    },
  },
  'OIDC Discovery §4, RFC 7517 §5: metadata, keys and the descriptor of the realm': {
    async traffic(traffic) {
      await traffic.get('/realms/demo/.well-known/openid-configuration');
      await traffic.get('/realms/demo/protocol/openid-connect/certs');
      await traffic.get('/realms/demo');
    },
  },
  'two browsers that take turns keep their own sessions': {
    async traffic(traffic) {
      const [first, second] = [traffic.browser(), traffic.browser()];
      const pages = [await traffic.authorize(first), await traffic.authorize(second)] as const;
      await first.signIn(pages[0], 'alice', 'alice-password');
      await traffic.authorize(second, { prompt: 'none' });
      await second.signIn(await traffic.authorize(second), 'alice', 'alice-password');
      await traffic.authorize(first, { prompt: 'none' });
    },
  },
};

for (const [title, trial] of Object.entries(EQUAL))
  test(`contract "verify": two servers with the same realm do not differ: ${title}`, async () => {
    const { differences, notReplayed, report } = await compareServers(trial);
    assert.deepEqual([differences, notReplayed], [[], []]);
    assert.ok(report.totals.exchanges > 0);
  });

const passwordGrant: Trial['traffic'] = (traffic) => traffic.post('token', PASSWORD_GRANT);
const signIn: Trial['traffic'] = async (traffic) => traffic.exchange(await traffic.signIn(traffic.browser()));
const withMappers = (...protocolMappers: readonly unknown[]): RealmRepresentation =>
  withClient('web', { protocolMappers });
const hardcoded = (value: string) => ({
  name: 'team',
  protocol: 'openid-connect',
  protocolMapper: 'oidc-hardcoded-claim-mapper',
  config: { 'claim.name': 'team', 'claim.value': value, 'access.token.claim': 'true' },
});

const DIFFERENT: Readonly<Record<string, Trial & { readonly expected: readonly string[] }>> = {
  'the lifetime of access tokens': {
    there: { ...REALM, accessTokenLifespan: 60 },
    traffic: passwordGrant,
    expected: ['claim access_token › exp − iat: 300 | 60', 'member expires_in: 300 | 60'],
  },
  'the value of a claim': {
    here: withMappers(hardcoded('red')),
    there: withMappers(hardcoded('blue')),
    traffic: passwordGrant,
    expected: ['claim access_token › team: red | blue'],
  },
  'a claim that only one of them adds': {
    here: withMappers(hardcoded('red')),
    there: REALM,
    traffic: passwordGrant,
    expected: ['claim access_token › team: red | -'],
  },
  'the profile of the user': {
    there: withAlice({ email: 'alice@other.test' }),
    traffic: async (traffic) => {
      const { body } = await traffic.exchange(await traffic.signIn(traffic.browser()));
      await traffic.userinfo(body['access_token']);
    },
    expected: [
      'claim access_token › email: alice@example.test | alice@other.test',
      'claim id_token › email: alice@example.test | alice@other.test',
      'member email: alice@example.test | alice@other.test',
    ],
  },
  'a client secret': {
    there: withClient('web', { secret: 'other' }),
    traffic: passwordGrant,
    expected: [
      'status: 200 | 401',
      'error error: - | unauthorized_client',
      'error error_description: - | Invalid client or Invalid client credentials',
    ],
  },
  'a grant that the client may not use': {
    there: withClient('web', { directAccessGrantsEnabled: false }),
    traffic: passwordGrant,
    expected: [
      'status: 200 | 400',
      'error error: - | unauthorized_client',
      'error error_description: - | Client not allowed for direct access grants',
    ],
  },
  'a redirect URI that one of them does not know': {
    there: withClient('web', { redirectUris: ['http://app.test/other'] }),
    traffic: (traffic) => traffic.authorize(traffic.browser()),
    expected: ['status: 200 | 400', 'page message: - | Invalid parameter: redirect_uri'],
  },
  'the description of an error': {
    there: withClient('web', { enabled: false }),
    traffic: (traffic) =>
      traffic.post('token', { ...WEB, grant_type: 'refresh_token', refresh_token: 'odd' }),
    expected: [
      'status: 400 | 401',
      'error error: invalid_grant | invalid_client',
      'error error_description: Invalid refresh token | Invalid client or Invalid client credentials',
    ],
  },
  'the type of an answer': {
    there: withClient('web', { attributes: { 'user.info.response.signature.alg': 'RS256' } }),
    traffic: async (traffic) => {
      const { body } = await traffic.post('token', { ...PASSWORD_GRANT, scope: 'openid' });
      await traffic.userinfo(body['access_token']);
    },
    expected: ['header content-type: application/json | application/jwt', 'body: JSON | -'],
  },
  'a page before the answer': {
    there: withClient('web', { consentRequired: true }),
    traffic: signIn,
    expected: [
      'status: 302 | 200',
      'redirect to: http://app.test/callback (query) | -',
      'page: - | Grant Access to web',
    ],
  },
  'the algorithm of signatures': {
    there: { ...REALM, defaultSignatureAlgorithm: 'PS256' },
    traffic: passwordGrant,
    expected: ['claim access_token header › alg: RS256 | PS256'],
  },
  'SAML attributes and signatures': {
    here: withClient('http://sp.test/metadata', {
      attributes: { saml_idp_initiated_sso_url_name: 'sp' },
      protocolMappers: [
        {
          name: 'mail',
          protocol: 'saml',
          protocolMapper: 'saml-user-property-mapper',
          config: { 'user.attribute': 'email', 'attribute.name': 'mail', 'attribute.nameformat': 'Basic' },
        },
      ],
    }),
    there: withClient('http://sp.test/metadata', {
      attributes: {
        saml_idp_initiated_sso_url_name: 'sp',
        'saml.assertion.signature': 'true',
        'saml.server.signature': 'false',
      },
    }),
    traffic: signInWithSaml,
    expected: [
      'saml SAMLResponse › signature of the message: http://www.w3.org/2001/04/xmldsig-more#rsa-sha256 | -',
      'saml SAMLResponse › attribute mail: ["alice@example.test"] | -',
      'saml SAMLResponse › attribute mail, format: urn:oasis:names:tc:SAML:2.0:attrname-format:basic | -',
      'saml SAMLResponse › signature of the assertion: - | http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    ],
  },
};

for (const [what, { expected, ...trial }] of Object.entries(DIFFERENT))
  test(`contract "verify": a difference is found: ${what}`, async () => {
    const { differences } = await compareServers(trial);
    assert.deepEqual(differences, expected);
  });

const ONE_CLICK = { ...REALM, attributes: { [ONE_CLICK_ATTRIBUTE]: 'true' } };

/** Signs in as alice with one click. */
async function signInWithOneClick(traffic: Traffic, here: ComposedTestServer): Promise<TestPage> {
  const browser = traffic.browser();
  const page = await traffic.authorize(browser);
  const realm = here.store.realms.find('demo');
  const alice = await here.store.users.findByUsername(realm?.id ?? '', 'alice');
  return browser.post(formAction(page, 'understudy-one-click'), { user_id: alice?.id ?? '' });
}

const NOT_REPLAYED: Readonly<Record<string, Trial & { readonly expected: readonly string[] }>> = {
  'one-click sign-in, without the password on the other server': {
    here: ONE_CLICK,
    traffic: async (traffic, here) => traffic.exchange(await signInWithOneClick(traffic, here)),
    expected: [
      'one-click sign-in exists only here; give the password of alice with --credentials',
      'needs a code that the other server did not issue',
    ],
  },
  'a token from before the recording began': {
    async traffic(traffic, here) {
      const { body } = await traffic.post('token', PASSWORD_GRANT);
      await here.activity.clear();
      await traffic.userinfo(body['access_token']);
    },
    expected: ['needs a token from before the recording began'],
  },
  'polls that got the same answer': {
    async traffic(traffic, { clock }) {
      const { deviceCode } = await askForDeviceCodes(traffic);
      for (const offset of [0, 10_000, 20_000]) {
        clock.setOffsetMs(offset);
        await poll(traffic, deviceCode);
      }
    },
    expected: ['a poll with the same answer as the one before'],
  },
  'what needs what a refused sign-in did not give': {
    there: withAlice({ credentials: [{ type: 'password', value: 'other' }] }),
    async traffic(traffic) {
      const browser = traffic.browser();
      await traffic.exchange(await traffic.signIn(browser));
      await traffic.authorize(browser, { prompt: 'none' });
    },
    expected: ['needs a code that the other server did not issue'],
  },
};

for (const [what, { expected, ...trial }] of Object.entries(NOT_REPLAYED))
  test(`contract "verify": what cannot be replayed is named: ${what}`, async () => {
    const { notReplayed, report } = await compareServers(trial);
    assert.deepEqual(notReplayed, expected);
    assert.ok(report.totals.notReplayed >= expected.length);
  });

test('contract "verify": with the password on the other server, one-click sign-in is replayed with it', async () => {
  const { differences, notReplayed } = await compareServers({
    here: ONE_CLICK,
    there: withAlice({ credentials: [{ type: 'password', value: 'other' }] }),
    credentials: { users: new Map([['alice', 'other']]) },
    traffic: async (traffic, here) => traffic.exchange(await signInWithOneClick(traffic, here)),
  });
  assert.deepEqual([differences, notReplayed], [[], []]);
});

test('contract "verify": secrets of the other server replace those of the recorded one, and wrong ones stay wrong', async () => {
  const { differences, notReplayed } = await compareServers({
    there: withClient('web', { secret: 'a+b:c' }),
    credentials: { clients: new Map([['web', 'a+b:c']]) },
    async traffic(traffic) {
      await traffic.post('token', PASSWORD_GRANT);
      const authorization = `Basic ${btoa('web:web-secret')}`;
      await traffic.post('token', { grant_type: 'client_credentials' }, { authorization });
      await traffic.post('token', { ...WEB, client_secret: 'wrong', grant_type: 'client_credentials' });
    },
  });
  assert.deepEqual([differences, notReplayed], [[], []]);
});

test('contract "verify": a server that is gone meanwhile is a difference of each exchange', async () => {
  const { differences } = await compareServers({
    traffic: async (traffic) => {
      await traffic.post('token', PASSWORD_GRANT);
      await traffic.get('/realms/demo');
    },
    before: (there) => there.stop(),
  });
  assert.equal(differences.length, 2);
  for (const difference of differences) assert.match(difference, /^answer: 200 \| .*(refused|ECONNREFUSED)/);
});
