import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listIdentities } from '#protocol/realm/users/federated-identities.ts';
import {
  beAt,
  buttonOf,
  ELSEWHERE,
  openStandIn,
  provider,
  signInAt,
  withProviders,
} from './testing/brokering.ts';

const KINDS = [
  ['google', {}],
  ['github', {}],
  ['microsoft', {}],
  ['facebook', {}],
  ['gitlab', {}],
  ['linkedin-openid-connect', {}],
  ['oidc', ELSEWHERE],
  ['keycloak-oidc', { ...ELSEWHERE, pkceEnabled: 'true', pkceMethod: 'S256' }],
] as const;

for (const [type, config] of KINDS)
  test(`Keycloak identity brokering: a person signs in with ${type} and is the same user the next time`, () =>
    withProviders([provider('idp', type, config)], async ({ browser, store }, first) => {
      const done = await signInAt(first, 'idp', 'ada@example.com');
      assert.ok(done.leadsTo['code'], done.text);
      const user = (await store.users.findByEmail('r-id', 'ada@example.com')) ?? assert.fail();
      const [link] = listIdentities(user);
      assert.equal(link?.identityProvider, 'idp');
      const again = await signInAt(browser(), 'idp', 'ada@example.com');
      assert.ok(again.leadsTo['code'], again.text);
      assert.equal(
        await store.users.count('r-id', { linked: { provider: 'idp', userId: link?.userId ?? '' } }),
        1,
      );
    }));

test('Keycloak sign-in page: providers have buttons with the ids of its theme', () =>
  withProviders(
    [provider('a', 'google'), provider('b', 'github', {}, { hideOnLogin: true })],
    async (_f, browser) => {
      const page = await browser.open();
      assert.match(page.text, /id="kc-social-providers"/);
      assert.match(buttonOf(page, 'a'), /\/realms\/r\/broker\/a\/login\?/);
      assert.doesNotMatch(page.text, /social-b/);
    },
  ));

test('the page of a stand-in says that it is one, and lists people', () =>
  withProviders([provider('google', 'google')], async (_f, browser) => {
    const page = await openStandIn(browser, 'google');
    assert.match(page.text, /<h1>Stand-in for Google<\/h1>/);
    assert.match(page.text, /Ada Moreno/);
    assert.ok((await beAt(browser, page, { person: '0' })).leadsTo['code']);
  }));

for (const path of ['login', 'endpoint', 'endpoint/clients/shop', 'endpoint/descriptor'])
  test(`Keycloak identity brokering: ${path} of an unknown provider, and of a disabled one, is refused with 404`, () =>
    withProviders([provider('off', 'saml', {}, { enabled: false })], async ({ activity }, browser) => {
      for (const [alias, remedy] of [
        ['nothing', /Add it to identityProviders/],
        ['off', /Set enabled of identity provider off/],
      ] as const) {
        const page = await browser.get(`/realms/r/broker/${alias}/${path}`);
        assert.equal(page.status, 404, page.text);
        const [{ id = '' } = {}] = activity.list().records;
        assert.match(activity.find(id, { reveal: false })?.refusal?.remedy ?? '', remedy);
      }
    }));
