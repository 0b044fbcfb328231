import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postOn, signInAtSaml } from '#protocol/broker/saml/testing/saml-stand-in.ts';
import { buttonOf, provider, standInAction, withProviders } from '#protocol/broker/testing/brokering.ts';
import type { TestPage } from '#protocol/login/testing/browser.ts';
import type { LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import { redirectQuery } from '#protocol/saml/testing/server.ts';
import { NAMESPACES } from '#protocol/saml/xml-names.ts';

const CONFIG = { singleSignOnServiceUrl: 'https://idp.example/sso' };
const corp = (config: Readonly<Record<string, string>> = {}) =>
  provider('corp', 'saml', { ...CONFIG, ...config });

const open = async (browser: LoginBrowser, query = ''): Promise<TestPage> =>
  postOn(browser, await browser.get(buttonOf(await browser.open(query), 'corp')));

for (const config of [{}, { postBindingAuthnRequest: 'true' }])
  test(`the page says that it is a stand-in, and lists people (${JSON.stringify(config)})`, () =>
    withProviders([corp(config)], async (_f, browser) => {
      const page = await open(browser);
      assert.match(page.text, /<h1>Stand-in for corp<\/h1>/);
      assert.match(page.text, /Ada Moreno/);
      const none = await browser.post(standInAction(page), { person: 'other', email: '' });
      assert.match(none.text, /Choose a person/);
    }));

test('SAML Core §3.4.1: the requested Subject is the initial address', () =>
  withProviders([corp({ loginHint: 'true' })], async (_f, browser) => {
    const page = await open(browser, 'login_hint=eve%40example.com');
    assert.match(page.text, /value="eve@example\.com"/);
  }));

test('a private address is not sent to the realm', () =>
  withProviders([corp()], async (_f, browser) => {
    const page = await open(browser);
    const fields = { person: '0', private: 'on' };
    const review = await postOn(browser, await browser.post(standInAction(page), fields));
    assert.match(review.text, /kc-idp-review-profile-form/);
    assert.doesNotMatch(review.text, /ada@example\.com/);
  }));

for (const [fault, message] of [
  ['access_denied', /Access denied when authenticating with corp/],
  ['server_error', /Unexpected error when authenticating/],
  ['temporarily_unavailable', /Access denied/],
] as const)
  test(`config "understudy.stand-in.fault": ${fault} is answered without asking`, () =>
    withProviders([corp({ 'understudy.stand-in.fault': fault })], async (_f, browser) => {
      const page = await open(browser);
      assert.match(page.text, message);
      assert.match(page.text, /kc-form-login/);
    }));

const request = (issuer: string, attributes = '', name = 'AuthnRequest'): string =>
  `<samlp:${name} xmlns:samlp="${NAMESPACES.protocol}" ID="_1" Version="2.0" IssueInstant="2030-01-01T00:00:00Z"${attributes}><saml:Issuer xmlns:saml="${NAMESPACES.assertion}">${issuer}</saml:Issuer></samlp:${name}>`;

for (const [name, xml, reason] of [
  ['another service provider', request('urn:evil'), /service provider .*urn:evil.* is not the one/],
  [
    'another consumer service',
    request('BASE/realms/r', ' AssertionConsumerServiceURL="https://evil.example/"'),
    /AssertionConsumerServiceURL is not the endpoint/,
  ],
  ['a document that is no XML', 'hello', /not accepted XML/],
  ['a request without an ID', request('BASE/realms/r').replace('ID="_1"', ''), /has no ID/],
  ['a sign-out of another service provider', request('urn:evil', '', 'LogoutRequest'), /is not the one/],
] as const)
  test(`SAML Profiles §4.1.4.1: a stand-in refuses ${name}`, () =>
    withProviders([corp()], async ({ baseUrl }, browser) => {
      const query = await redirectQuery(xml.replace('BASE', baseUrl));
      const page = await browser.get(`/stand-ins/r/corp/saml?${query}`);
      assert.equal(page.status, 400);
      assert.match(page.text.replaceAll('&quot;', '"'), reason);
    }));

test('SAML Bindings §3.4: a request without a message is refused', () =>
  withProviders([corp()], async (_f, browser) => {
    const page = await browser.get('/stand-ins/r/corp/saml');
    assert.equal(page.status, 400);
    assert.match(page.text, /not base64: it is empty/);
  }));

test('config "understudy.stand-in": a provider on this machine has no stand-in', () =>
  withProviders([corp({ singleSignOnServiceUrl: 'http://localhost:9999/sso' })], async (_f, browser) => {
    assert.equal((await browser.get('/stand-ins/r/corp/saml')).status, 404);
    const answer = await browser.get(buttonOf(await browser.open(), 'corp'));
    assert.match(answer.headers.get('location') ?? '', /^http:\/\/localhost:9999\/sso\?SAMLRequest=/);
  }));

test('Keycloak principalType: the attributes of a stand-in identify people', () =>
  withProviders(
    [corp({ principalType: 'ATTRIBUTE', principalAttribute: 'username' })],
    async ({ store }, browser) => {
      const page = await signInAtSaml(browser, 'corp', 'ada@example.com');
      assert.match(page.text, /kc-idp-review-profile-form/);
      assert.equal(await store.users.count('r-id', { linked: { provider: 'corp', userId: 'ada' } }), 0);
    },
  ));
