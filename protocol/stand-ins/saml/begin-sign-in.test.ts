import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAMED, postOn } from '#protocol/broker/saml/testing/saml-stand-in.ts';
import { provider, standInAction, withProviders } from '#protocol/broker/testing/brokering.ts';
import type { LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import type { LoginFixture } from '#protocol/login/testing/login-fixture.ts';
import { readDelivered } from '#protocol/saml/testing/server.ts';

type Values = Readonly<Record<string, string>>;

const named = (clientId: string, name: string, members: object = {}) => ({
  clientId,
  name: `The ${clientId} <client>`,
  protocol: 'saml',
  ...members,
  attributes: {
    'saml.client.signature': 'false',
    saml_assertion_consumer_url_post: `http://${clientId}.test/acs`,
    saml_idp_initiated_sso_url_name: name,
  },
});

const CLIENTS = [
  named('sp', 'shop&co'),
  named('off', 'off', { enabled: false }),
  named('web', 'web', { protocol: 'openid-connect', publicClient: true }),
];

const withStandIn = (
  run: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>,
  config: Values = {},
  members: object = {},
): Promise<void> =>
  withProviders(
    [
      provider('corp', 'saml', { singleSignOnServiceUrl: 'https://idp.example/sso', ...config }),
      provider('web', 'google'),
    ],
    run,
    { clients: CLIENTS, ...NAMED, ...members },
  );

const ROOT = '/stand-ins/r/corp/clients';
const SHOP = `${ROOT}/shop%26co`;

test('SAML Profiles §4.1.5: a person at the stand-in is signed in to the client, which gets an unsolicited response', () =>
  withStandIn(async ({ baseUrl, activity }, browser) => {
    const page = await browser.get(`${SHOP}?login_hint=eve%40example.com`);
    assert.match(page.text, /Ada Moreno[\s\S]*value="eve@example\.com"/);
    const posted = await browser.post(standInAction(page), { person: '0' });
    const sent = readDelivered(posted);
    const endpoint = `${baseUrl}/realms/r/broker/corp/endpoint/clients/shop%26co`;
    assert.equal(new URL(sent.destination).pathname, new URL(endpoint).pathname);
    assert.ok(sent.xml.includes(` Destination="${endpoint.replace('&', '&amp;')}"`), sent.xml);
    assert.ok(sent.xml.includes(` Recipient="${endpoint}"`), sent.xml);
    assert.doesNotMatch(sent.xml, /InResponseTo/);
    assert.equal(sent.relayState, undefined);
    const received = readDelivered(await postOn(browser, posted));
    assert.equal(received.destination, 'http://sp.test/acs');
    assert.doesNotMatch(received.xml, /InResponseTo/);
    const flows = new Set(activity.list().records.map(({ flow }) => flow));
    assert.equal(flows.size, 1, 'both sides are one flow of Activity');
  }));

test('Keycloak nameIDPolicyFormat: an unsolicited response has the name identifier of the settings', () =>
  withStandIn(
    async (_f, browser) => {
      const page = await browser.get(SHOP);
      const { xml } = readDelivered(await browser.post(standInAction(page), { person: '0' }));
      assert.match(xml, /Format="urn:oasis:names:tc:SAML:2\.0:nameid-format:persistent"/);
    },
    { nameIDPolicyFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' },
  ));

test('Keycloak SAML brokering: an unsolicited response is posted even if artifacts are asked for', () =>
  withStandIn(
    async (_f, browser) => {
      const page = await browser.get(SHOP);
      const posted = await browser.post(standInAction(page), { person: '0' });
      assert.equal(readDelivered(posted).parameter, 'SAMLResponse');
    },
    { artifactBindingResponse: 'true' },
  ));

test('the applications of a stand-in are the clients that are in use and have a name, with links', () =>
  withStandIn(async ({ baseUrl }, browser) => {
    const { status, text } = await browser.get(`${ROOT}?ui_locales=de`);
    assert.equal(status, 200);
    assert.match(text, /Stand-in for corp/);
    const links = [...text.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);
    assert.deepEqual(links, [`${baseUrl}${SHOP}?ui_locales=de`]);
    assert.match(text, /The sp &lt;client&gt;[\s\S]*shop&amp;co/);
  }));

test('without a person, the page asks again, and keeps its address', () =>
  withStandIn(async (_f, browser) => {
    const page = await browser.get(SHOP);
    const again = await browser.post(standInAction(page), { person: 'other', email: '' });
    assert.match(again.text, /Choose a person/);
    assert.equal(readDelivered(await browser.post(standInAction(again), { person: '0' })).binding, 'post');
  }));

test('SAML Core §3.2.2.2: a person who refuses is on a page that says so, and has no session', () =>
  withStandIn(async ({ store }, browser) => {
    const page = await browser.get(SHOP);
    const back = await postOn(browser, await browser.post(standInAction(page), { person: 'refuse' }));
    assert.equal(back.status, 400);
    assert.match(back.text, /Access denied when authenticating with corp/);
    assert.equal(await store.users.findByEmail('r-id', 'ada@example.com'), undefined);
  }));

test('config "understudy.stand-in.fault": a fault is sent without asking', () =>
  withStandIn(
    async (_f, browser) => {
      const back = await postOn(browser, await browser.get(SHOP));
      assert.equal(back.status, 400);
      assert.match(back.text, /Unexpected error when authenticating with identity provider/);
    },
    { 'understudy.stand-in.fault': 'server_error' },
  ));

for (const [name, text] of [
  ['nothing', /Client not found/],
  ['sp', /Client not found/],
  ['off', /Client disabled/],
  ['web', /Wrong client protocol/],
] as const)
  test(`Keycloak SAML brokering: the realm refuses a sign-in at the stand-in for the name ${name}`, () =>
    withStandIn(async (_f, browser) => {
      const page = await browser.get(`${ROOT}/${name}`);
      const back = await postOn(browser, await browser.post(standInAction(page), { person: '0' }));
      assert.equal(back.status, 400);
      assert.match(back.text, text);
    }));

for (const path of ['', '/shop'])
  test(`Keycloak identity brokering: with Google no sign-in begins at the provider (/clients${path})`, () =>
    withStandIn(async (_f, browser) => {
      const page = await browser.get(`/stand-ins/r/web/clients${path}`);
      assert.equal(page.status, 404);
      assert.match(page.text, /has the type &quot;google&quot;[\s\S]*type saml/);
    }));

test('a realm without clients for such sign-ins says which setting makes one', () =>
  withStandIn(
    async (_f, browser) => {
      const page = await browser.get(ROOT);
      assert.equal(page.status, 404);
      assert.match(page.text, /saml_idp_initiated_sso_url_name/);
    },
    {},
    { clients: CLIENTS.slice(1) },
  ));

test('a provider that is asked itself has no page to begin at', () =>
  withStandIn(
    async (_f, browser) => {
      for (const path of [ROOT, SHOP]) assert.equal((await browser.get(path)).status, 404);
    },
    { 'understudy.stand-in': 'never' },
  ));
