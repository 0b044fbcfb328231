import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listIdentities } from '#protocol/realm/users/federated-identities.ts';
import { buttonOf, provider, standInAction, withProviders } from '../testing/brokering.ts';
import { samlProvider, waitFor, withWaiting } from './testing/saml-provider.ts';
import { NAMED, postOn, signInAtSaml } from './testing/saml-stand-in.ts';

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
