import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import { callbackOf } from '#protocol/login/testing/login-browser.ts';
import type { LoginFixture } from '#protocol/login/testing/login-fixture.ts';
import { withProviders } from '../testing/brokering.ts';
import {
  type AnswerChanges,
  endpointOf,
  newestRefusal,
  renderAnswer,
  samlProvider,
  withWaiting,
} from './testing/saml-provider.ts';

test('SAML Profiles §4.1.4: another message in the place of a Response is refused', () =>
  withWaiting({}, async (waiting) => {
    const tamper = (xml: string): string => xml.replaceAll('samlp:Response', 'samlp:ArtifactResponse');
    assert.match(await waiting.refusal({ tamper }), /is samlp:ArtifactResponse, not a Response/);
  }));

test('SAML Bindings §3.5: a Response in a repeated parameter is refused', () =>
  withWaiting({}, async (waiting) => {
    const value = Buffer.from(await waiting.answer()).toString('base64');
    const page = await waiting.browser.post('/realms/r/broker/corp/endpoint', [
      ['SAMLResponse', value],
      ['SAMLResponse', value],
      ['RelayState', waiting.request.relayState ?? ''],
    ]);
    assert.match(waiting.reasonOf(page), /sent more than once/);
  }));

const SP = {
  clientId: 'sp',
  protocol: 'saml',
  attributes: {
    'saml.client.signature': 'false',
    saml_assertion_consumer_url_post: 'http://sp.test/acs',
    saml_idp_initiated_sso_url_name: 'shop',
  },
};
const SHOP = { clientId: 'shop', publicClient: true, redirectUris: [callbackOf('shop')] };

/** A browser brings a response that nothing has asked for. */
async function bring(fixture: LoginFixture, browser: LoginBrowser, changes: AnswerChanges = {}) {
  const endpoint = `${endpointOf(fixture)}/clients/shop`;
  const xml = await renderAnswer(fixture, { endpoint, requestId: undefined }, changes);
  return browser.post(endpoint, { SAMLResponse: Buffer.from(xml).toString('base64') });
}

const withShop = (
  config: Readonly<Record<string, string>>,
  run: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>,
): Promise<void> => withProviders([samlProvider(config)], run, { clients: [SP, SHOP] });

type Change = (fixture: LoginFixture) => AnswerChanges;

const REFUSED: readonly (readonly [string, Change, RegExp, Readonly<Record<string, string>>?])[] = [
  ['no signature', () => ({ signsResponse: false }), /Neither the Response nor the assertion/],
  ['a change after it was signed', () => ({ tamper: (xml) => xml.replace('ada@', 'eve@') }), /changed after/],
  [
    'the endpoint of answers as Destination',
    (fixture) => ({ response: { destination: endpointOf(fixture) } }),
    /is for .*\/endpoint, and came to .*\/endpoint\/clients\/shop/,
  ],
  [
    'another Recipient',
    (fixture) => ({ assertion: { recipient: endpointOf(fixture) } }),
    /Recipient of the assertion/,
  ],
  ['another audience', () => ({ assertion: { audiences: ['urn:other'] } }), /is for urn:other/],
  [
    'a period that has ended',
    ({ clock }) => ({ assertion: { notOnOrAfter: clock.now() } }),
    /has expired: Conditions/,
  ],
  ['another Issuer', () => ({ response: { issuer: 'urn:evil' } }), /Issuer of the Response/],
  [
    'an InResponseTo',
    () => ({ response: { inResponseTo: '_1' } }),
    /answers request _1, and came to an address for sign-ins that begin at the provider/,
  ],
  [
    'an assertion with InResponseTo',
    () => ({ assertion: { inResponseTo: '_1' } }),
    /assertion answers request _1/,
  ],
  ['no assertion', () => ({ assertion: undefined }), /has 0 assertions/],
  ['an assertion that is not encrypted', () => ({}), /not encrypted/, { wantAssertionsEncrypted: 'true' }],
];

for (const [name, change, reason, config = {}] of REFUSED)
  test(`SAML Profiles §4.1.5: an unsolicited Response with ${name} is refused on a page`, () =>
    withShop(config, async (fixture, browser) => {
      const page = await bring(fixture, browser, change(fixture));
      assert.equal(page.status, 400, page.text);
      assert.match(newestRefusal(fixture) ?? '', reason);
      assert.equal(await fixture.store.users.findByEmail('r-id', 'ada@example.com'), undefined);
    }));

test('SAML Profiles §4.1.4.5: the assertion of an unsolicited Response is accepted once, in any browser', () =>
  withShop({}, async (fixture, browser) => {
    assert.match((await bring(fixture, browser)).text, /kc-idp-review-profile-form/);
    const again = await bring(fixture, fixture.browser());
    assert.equal(again.status, 400);
    assert.match(newestRefusal(fixture) ?? '', /Assertion _assertion .*has been used already/);
  }));

test('SAML Profiles §4.1.5: the address of the client may be the audience', () =>
  withShop({}, async (fixture, browser) => {
    const assertion = { audiences: [`${endpointOf(fixture)}/clients/shop`] };
    assert.match((await bring(fixture, browser, { assertion })).text, /kc-idp-review-profile-form/);
  }));
