import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import { ALICE, type LoginFixture } from '#protocol/login/testing/login-fixture.ts';
import { listIdentities } from '#protocol/realm/users/federated-identities.ts';
import { readDelivered } from '#protocol/saml/testing/server.ts';
import { buttonOf, provider, review, standInAction, withProviders } from '../testing/brokering.ts';
import {
  endpointOf,
  newestRefusal,
  renderAnswer,
  samlProvider,
  waitFor,
  withWaiting,
} from './testing/saml-provider.ts';
import { NAMED, postOn, signInAtSaml } from './testing/saml-stand-in.ts';
import { withTwoRealms } from './testing/two-realms.ts';

const ELSEWHERE = {
  singleSignOnServiceUrl: 'https://idp.example/sso',
  idpEntityId: 'https://idp.example/metadata',
  validateSignature: 'true',
};

for (const [name, config] of [
  ['HTTP-Redirect', {}],
  ['HTTP-POST', { postBindingAuthnRequest: 'true', postBindingResponse: 'true' }],
  [
    'a signed request by HTTP-Redirect',
    { wantAuthnRequestsSigned: 'true', addExtensionsElementWithKeyInfo: 'true' },
  ],
  ['a signed request by HTTP-POST', { wantAuthnRequestsSigned: 'true', postBindingAuthnRequest: 'true' }],
  ['signed and encrypted assertions', { wantAssertionsSigned: 'true', wantAssertionsEncrypted: 'true' }],
  ['HTTP-Artifact', { artifactBindingResponse: 'true' }],
  ['HTTP-Artifact by POST', { artifactBindingResponse: 'true', postBindingResponse: 'true' }],
  [
    'HTTP-Artifact, signatures and encryption',
    {
      artifactBindingResponse: 'true',
      wantAuthnRequestsSigned: 'true',
      wantAssertionsSigned: 'true',
      wantAssertionsEncrypted: 'true',
    },
  ],
  ['an entity ID of its own', { entityId: 'urn:my:service-provider' }],
] as const)
  test(`Keycloak SAML brokering: with ${name}, a person signs in and is the same user the next time`, () =>
    withProviders(
      [provider('corp', 'saml', { ...ELSEWHERE, ...config })],
      async ({ browser, store }, first) => {
        const done = await signInAtSaml(first, 'corp', 'ada@example.com');
        assert.ok(done.leadsTo['code'], done.text);
        const user = (await store.users.findByEmail('r-id', 'ada@example.com')) ?? assert.fail();
        const [link] = listIdentities(user);
        assert.equal(link?.identityProvider, 'corp');
        assert.equal(link?.userId, 'ada');
        const again = await signInAtSaml(browser(), 'corp', 'ada@example.com');
        assert.ok(again.leadsTo['code'], again.text);
      },
      NAMED,
    ));

test('SAML Profiles §4.1.4.2: a person who refuses at the provider is back on the sign-in page', () =>
  withProviders([provider('corp', 'saml', ELSEWHERE)], async (_f, browser) => {
    const page = await browser.follow(await browser.get(buttonOf(await browser.open(), 'corp')));
    const back = await postOn(browser, await browser.post(standInAction(page), { person: 'refuse' }));
    assert.match(back.text, /Access denied when authenticating with corp/);
    assert.match(back.text, /kc-form-login/);
  }));

test('Keycloak SAML brokering: a provider without singleSignOnServiceUrl is refused with the setting', () =>
  withProviders(
    [provider('corp', 'saml', { 'understudy.stand-in': 'never' })],
    async ({ activity }, browser) => {
      const page = await browser.follow(await browser.get(buttonOf(await browser.open(), 'corp')));
      assert.match(page.text, /Could not send authentication request/);
      const refusals = activity.list().records.map(({ id }) => activity.find(id, { reveal: false })?.refusal);
      assert.ok(refusals.some((refusal) => /config\.singleSignOnServiceUrl/.test(refusal?.remedy ?? '')));
    },
  ));

test('Keycloak SAML brokering: an unsupported signatureAlgorithm is refused with the setting', () =>
  withProviders(
    [samlProvider({ wantAuthnRequestsSigned: 'true', signatureAlgorithm: 'DSA_SHA1' })],
    async (_f, browser) => {
      const page = await browser.follow(await browser.get(buttonOf(await browser.open(), 'corp')));
      assert.match(page.text, /Could not send authentication request/);
    },
  ));

test('SAML Bindings §3.4.3: the state is the RelayState, and a new request replaces an older one', () =>
  withProviders([samlProvider()], async (fixture, browser) => {
    const waiting = await waitFor(fixture, browser);
    assert.match(waiting.request.relayState ?? '', /^[\w-]+\.[\w-]+\.[\w-]+$/);
    const done = await waiting.send(await waiting.answer());
    assert.match(done.text, /kc-idp-review-profile-form/);
  }));

for (const [name, relayState, reason] of [
  ['no RelayState', undefined, /has no RelayState of a sign-in/],
  ['a RelayState that is none of ours', 'no-state', /has no RelayState of a sign-in/],
] as const)
  test(`SAML Bindings §3.4.3: a Response with ${name} is refused`, () =>
    withWaiting({}, async (waiting) => {
      const fields = {
        SAMLResponse: Buffer.from(await waiting.answer()).toString('base64'),
        ...(relayState === undefined ? {} : { RelayState: relayState }),
      };
      const page = await waiting.browser.post('/realms/r/broker/corp/endpoint', fields);
      assert.equal(page.status, 400);
      assert.match(waiting.reasonOf(page), reason);
    }));

test('SAML Bindings §3.4.3: a RelayState with an unknown tab is refused', () =>
  withWaiting({}, async (waiting) => {
    const page = await waiting.send(await waiting.answer(), 'x.unknown-tab.c2hvcA');
    assert.equal(page.leadsTo['code'], undefined);
    assert.ok(page.status >= 400 || /kc-form-login/.test(page.text));
  }));

test('SAML Profiles §4.1.4.5: an answer that comes twice signs in once', () =>
  withWaiting({}, async (waiting) => {
    const xml = await waiting.answer();
    assert.match((await waiting.send(xml)).text, /kc-idp-review-profile-form/);
    assert.match(waiting.reasonOf(await waiting.send(xml)), /old, or came twice/);
  }));

const named = (clientId: string, name: string, members: object = {}, attributes: object = {}) => ({
  clientId,
  protocol: 'saml',
  ...members,
  attributes: {
    'saml.client.signature': 'false',
    saml_assertion_consumer_url_post: `http://${clientId}.test/acs`,
    saml_idp_initiated_sso_url_name: name,
    ...attributes,
  },
});

const CLIENTS = [
  named('sp', 'shop', {}, { saml_idp_initiated_sso_relay_state: '/start' }),
  named('off', 'off', { enabled: false }),
  named('web', 'web', { protocol: 'openid-connect', publicClient: true, baseUrl: 'http://web.test/' }),
  named('bare', 'bare', {}, { saml_assertion_consumer_url_post: '' }),
  named(
    'page',
    'page',
    {},
    {
      saml_assertion_consumer_url_post: '',
      saml_assertion_consumer_url_redirect: 'http://page.test/',
    },
  ),
];

/** A browser brings a response for a client, which no one has asked for. `id`: of the assertion. */
async function bring(fixture: LoginFixture, browser: LoginBrowser, name: string, id = '_a') {
  const endpoint = `${endpointOf(fixture)}/clients/${name}`;
  const xml = await renderAnswer(fixture, { endpoint, requestId: undefined }, { assertion: { id } });
  return browser.post(endpoint, {
    SAMLResponse: Buffer.from(xml).toString('base64'),
    RelayState: '/of-the-provider',
  });
}

const withClients = (
  run: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>,
  members: Readonly<Record<string, unknown>> = {},
  changes: Readonly<Record<string, unknown>> = {},
): Promise<void> => withProviders([samlProvider({}, members)], run, { clients: CLIENTS, ...changes });

const ADA = { username: 'ada', email: 'ada@example.com', firstName: 'Ada', lastName: 'Moreno' };

test('Keycloak SAML brokering: a sign-in that begins at the provider is a first sign-in, and the client gets an unsolicited response', () =>
  withClients(async (fixture, browser) => {
    const page = await bring(fixture, browser, 'shop');
    const first = readDelivered(await browser.follow(await review(browser, page, ADA)));
    assert.deepEqual([first.destination, first.relayState], ['http://sp.test/acs', '/start']);
    assert.doesNotMatch(first.xml, /InResponseTo/);
    const again = readDelivered(await bring(fixture, fixture.browser(), 'shop', '_b'));
    assert.equal(again.destination, 'http://sp.test/acs');
    assert.match(again.xml, /status:Success"/);
  }));

test('Keycloak SAML brokering: a client with an address for redirects only gets the response by redirect', () =>
  withClients(async (fixture, browser) => {
    const page = await bring(fixture, browser, 'page');
    const { binding, destination } = readDelivered(await browser.follow(await review(browser, page, ADA)));
    assert.deepEqual([binding, destination], ['redirect', 'http://page.test/']);
  }));

for (const [name, text, reason] of [
  ['nothing', 'Client not found.', /has the name nothing.*saml_idp_initiated_sso_url_name/],
  ['sp', 'Client not found.', /has the name sp.*not the clientId/],
  ['off', 'Client disabled.', /Client off is disabled/],
  ['web', 'Wrong client protocol.', /Client web .*protocol/],
  ['bare', 'Invalid redirect uri', /Client bare .*saml_assertion_consumer_url_post|client bare/],
] as const)
  test(`Keycloak SAML brokering: a sign-in that begins at the provider for the name ${name} is refused: ${text}`, () =>
    withClients(async (fixture, browser) => {
      const page = await bring(fixture, browser, name);
      assert.equal(page.status, 400);
      assert.ok(page.text.includes(text), page.text);
      assert.match(newestRefusal(fixture) ?? '', reason);
    }));

test('Keycloak SAML brokering: a provider that only links accounts signs no one in, wherever the sign-in begins', () =>
  withClients(
    async (fixture, browser) => {
      assert.equal((await bring(fixture, browser, 'shop')).status, 400);
      assert.match(newestRefusal(fixture) ?? '', /linkOnly/);
    },
    { linkOnly: true },
  ));

test('Keycloak SAML brokering: a linked user who is disabled is refused, wherever the sign-in begins', () =>
  withClients(
    async (fixture, browser) => {
      const { text } = await bring(fixture, browser, 'shop');
      assert.match(text, /Account is disabled/);
      assert.match(newestRefusal(fixture) ?? '', /User alice is disabled/);
    },
    {},
    {
      users: [
        {
          ...ALICE,
          enabled: false,
          federatedIdentities: [{ identityProvider: 'corp', userId: 'ada@example.com', userName: 'ada' }],
        },
      ],
    },
  ));

test('Keycloak identity brokering: with an OpenID Connect provider no sign-in begins at the provider', () =>
  withProviders([provider('corp', 'oidc')], async (fixture, browser) => {
    const page = await browser.get('/realms/r/broker/corp/endpoint/clients/shop?code=c&state=s');
    assert.equal(page.status, 404);
    assert.match(newestRefusal(fixture) ?? '', /has the type "oidc".*type saml/);
  }));

test('Keycloak SAML brokering: an artifact for a client is refused, as no sign-in begins by one', () =>
  withClients(async (fixture, browser) => {
    const page = await browser.get(`${endpointOf(fixture)}/clients/shop?SAMLart=AAQAAA`);
    assert.equal(page.status, 400);
    assert.match(newestRefusal(fixture) ?? '', /has no SAMLResponse/);
  }));

test('SAML Profiles §4.1.5: a link of a realm leads through another one to the client, without a request', () =>
  withTwoRealms({}, async (realms) => {
    const { server, atIdp, atApp } = realms;
    const endpoint = `${server.baseUrl}/realms/r/broker/idp/endpoint/clients/shop`;
    await server.store.realms.update('r', (realm) => ({ ...realm, clients: [named('sp', 'shop')] }));
    await server.store.realms.update('idp', (realm) => ({
      ...realm,
      clients: (realm.clients ?? []).map((client) =>
        client.protocol === 'saml'
          ? {
              ...client,
              attributes: {
                ...client.attributes,
                saml_idp_initiated_sso_url_name: 'to-r',
                saml_assertion_consumer_url_post: endpoint,
              },
            }
          : client,
      ),
    }));
    const login = await atIdp.get('/realms/idp/protocol/saml/clients/to-r');
    const page = await realms.carry(await atIdp.signIn(login, 'alice', 'alice-password'), atApp);
    const { destination, xml } = readDelivered(page);
    assert.equal(destination, 'http://sp.test/acs');
    assert.doesNotMatch(xml, /InResponseTo/);
    assert.match(xml, /alice/);
  }));
