import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import type { TestUser } from '#fixtures/test/user.ts';
import { realmOf } from './support/kit.ts';
import { startSampleServiceProvider } from './support/sample-service-provider.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let idp: IdentityProvider;
let alice: TestUser;
let provider: string;
let application: Server;
let home: string;
/** Requests that the OpenID Connect applications received: method and path. */
const heard: string[] = [];

test.beforeAll(async () => {
  server = await startServer();
  idp = await realmOf(server);
  alice = await idp.user('alice');
  provider = await startSampleServiceProvider(server.url);
  application = createServer((request, response) => {
    request.resume();
    const path = request.url?.split('?')[0] ?? '';
    if (path === '/framed' || path === '/told') heard.push(`${request.method} ${path}`);
    response.setHeader('content-type', 'text/html').end('<!doctype html><p id="here">here</p>');
  });
  await new Promise<void>((done) => application.listen(0, '127.0.0.1', done));
  home = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
  const common = { publicClient: true, redirectUris: [`${home}/*`] };
  await idp.client('framed', {
    ...common,
    frontchannelLogout: true,
    attributes: { 'frontchannel.logout.url': `${home}/framed` },
  });
  await idp.client('told', { ...common, attributes: { 'backchannel.logout.url': `${home}/told` } });
  await idp.client('leaving', { ...common, attributes: { 'post.logout.redirect.uris': `${home}/cb/bye` } });
});
test.beforeEach(() => {
  heard.length = 0;
});
test.afterAll(async () => {
  application.closeAllConnections();
  application.close();
  expect(await server.stop()).toBe(0);
});

async function joinByOpenId(page: Page, client_id: string): Promise<void> {
  const query = { client_id, response_type: 'code', scope: 'openid', redirect_uri: `${home}/cb` };
  const endpoint = `${server.url}/realms/demo/protocol/openid-connect/auth`;
  await page.goto(`${endpoint}?${new URLSearchParams(query)}`);
  await expect(page.locator('#here')).toBeVisible();
}

/** Alice, signed in at the sample service provider and at OpenID Connect clients, in one session. */
async function signIn(page: Page, ...clients: readonly string[]): Promise<void> {
  await alice.signIn(page);
  await page.goto(provider);
  await page.click('#sign-in');
  await expect(page.locator('#signed-in')).toBeVisible();
  for (const client of clients) await joinByOpenId(page, client);
}

for (const binding of ['', '-post'] as const) {
  const name = binding === '' ? 'redirect' : 'POST';
  test(`SAML Profiles §4.4.3, OIDC Front-Channel Logout §2: a service provider signs out by ${name}; OpenID Connect clients are notified in a frame and by the back channel, then it gets its response`, async ({
    page,
  }) => {
    await signIn(page, 'framed', 'told');
    await page.goto(provider);
    await page.click(`#sign-out${binding}`);
    await expect(page.locator('#signed-out')).toHaveText('You are signed out');
    expect(heard.toSorted()).toEqual(['GET /framed', 'POST /told']);
    await page.click('#sign-in');
    await expect(page.locator('#kc-login')).toBeVisible();
  });
}

test('OIDC RP-Initiated Logout §2, SAML Profiles §4.4.3: an OpenID Connect client signs out; the browser visits the service provider and the frame, then goes to the client’s URL', async ({
  page,
}) => {
  await signIn(page, 'framed', 'leaving');
  const visited: string[] = [];
  page.on('request', (request) => visited.push(request.url()));
  const query = { client_id: 'leaving', post_logout_redirect_uri: `${home}/cb/bye`, state: 's1' };
  await page.goto(`${server.url}/realms/demo/protocol/openid-connect/logout?${new URLSearchParams(query)}`);
  await page.click('#kc-logout');
  await page.waitForURL(`${home}/cb/bye?state=s1`);
  expect(heard).toEqual(['GET /framed']);
  const stops = [`${provider}/`, `${home}/framed`, `${home}/cb/bye`];
  const order = stops.map((stop) => visited.findIndex((url) => url.startsWith(stop)));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
  await page.goto(provider);
  await expect(page.locator('#welcome')).toHaveText('You are not signed in');
});

test('SAML Profiles §4.4.3: the flow in Activity contains every message of the sign-out', async ({
  page,
}) => {
  await signIn(page, 'told');
  await page.goto(provider);
  const since = new Date();
  await page.click('#sign-out');
  await expect(page.locator('#signed-out')).toBeVisible();
  const { exchanges } = await idp.activity.query({ since });
  const request = exchanges.find(({ title }) => title === 'SAML sign-out request');
  expect(request?.outcome).toBe('accepted');
  const call = await idp.logouts.wait('told', { since });
  expect(call).toMatchObject({ title: 'Back-channel logout', flow: request?.flow });
});

test('an administrator ends the session: clients with a back channel are notified, and the session is gone at the service provider’s next sign-on', async ({
  page,
}) => {
  await signIn(page, 'told');
  await alice.signOut();
  expect(heard).toEqual(['POST /told']);
  await page.goto(`${server.url}/realms/demo/protocol/saml/clients/demo-saml`);
  await expect(page.locator('#kc-login')).toBeVisible();
});
