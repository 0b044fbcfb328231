import { expect, type Page, test } from '@playwright/test';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import { expectAccessible } from './support/accessibility.ts';
import { person } from './support/clients.ts';
import { realmOf } from './support/kit.ts';
import { findSamlClient, setSamlAttributes } from './support/saml.ts';
import { startSampleServiceProvider, stopSampleServiceProvider } from './support/sample-service-provider.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let idp: IdentityProvider;
let url: string;
const alice = person('alice');

test.beforeAll(async () => {
  server = await startServer();
  idp = await realmOf(server);
  url = await startSampleServiceProvider(server.url);
});
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

async function enterPassword(page: Page, { username, password } = alice): Promise<void> {
  await page.fill('#username', username);
  await page.fill('#password', password);
  await page.click('#kc-login');
}

async function signIn(page: Page, button = '#sign-in'): Promise<void> {
  await page.goto(url);
  await page.click(button);
  await enterPassword(page);
  await expect(page.locator('#signed-in')).toHaveText('Hello, alice');
}

for (const binding of ['', '-post'] as const) {
  const name = binding === '' ? 'redirect' : 'POST';
  test(`SAML Profiles §4.1, §4.4: sign-in and sign-out in Chromium, requests by ${name}`, async ({
    page,
  }) => {
    await signIn(page, `#sign-in${binding}`);
    const subject = page.locator('#subject');
    await expect(subject).toContainText('urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified');
    await expect(subject).toContainText('signed, not encrypted');
    await expect(page.getByRole('row', { name: /urn:oid:1\.2\.840\.113549\.1\.9\.1/ })).toContainText(
      alice.email,
    );
    await expect(page.getByRole('row', { name: /Role/ })).toContainText('user');
    await page.getByText('Response', { exact: true }).click();
    await expect(page.locator('#read-xml')).toContainText('<saml:NameID');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.click(`#sign-out${binding}`);
    await expect(page.locator('#signed-out')).toHaveText('You are signed out');
    await page.click('#sign-in');
    await expect(page.locator('#kc-login')).toBeVisible();
  });
}

test('SAML Bindings §3.5.4: without scripts, a button sends each message', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  await page.click('#sign-in-post');
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterPassword(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.locator('#signed-in')).toHaveText('Hello, alice');
  await page.click('#sign-out-post');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.locator('#signed-out')).toBeVisible();
  await context.close();
});

test('SAML Core §2.3.4: with encryption on, the assertion arrives encrypted and is read', async ({
  page,
}) => {
  const { id } = await findSamlClient(server.url, 'demo-saml');
  await setSamlAttributes(server.url, id, { 'saml.encrypt': 'true' });
  try {
    await signIn(page);
    await expect(page.locator('#subject')).toContainText('received encrypted');
    await page.getByText('Encrypted response').click();
    await expect(page.locator('#received-xml')).toContainText('<saml:EncryptedAssertion');
    await expect(page.locator('#received-xml')).not.toContainText('alice');
  } finally {
    await setSamlAttributes(server.url, id, { 'saml.encrypt': 'false' });
  }
});

test('SAML Core §3.4.1: ForceAuthn requires the password in an existing session', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/login`);
  await expect(page.locator('#signed-in')).toHaveText('Hello, alice');
  await page.goto(`${url}/login?again=true`);
  await expect(page.locator('#kc-login')).toBeVisible();
});

test('SAML Profiles §4.1.5: the identity provider starts the sign-in', async ({ page }) => {
  await page.goto(`${server.url}/realms/demo/protocol/saml/clients/demo-saml`);
  await enterPassword(page);
  await expect(page.locator('#signed-in')).toHaveText('Hello, alice');
  await expect(page.locator('#subject')).toContainText('IdP-initiated');
});

test('SAML Profiles §4.4: a sign-out started by an OpenID Connect client also ends the session here', async ({
  page,
}) => {
  await signIn(page);
  const query = { client_id: 'demo-web', post_logout_redirect_uri: `${url}/` };
  await page.goto(`${server.url}/realms/demo/protocol/openid-connect/logout?${new URLSearchParams(query)}`);
  await page.click('#kc-logout');
  await expect(page.locator('#welcome')).toHaveText('You are not signed in');
});

test('two browsers: a sign-out in one leaves the other signed in', async ({ page, browser }) => {
  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(page);
  await signIn(other);
  await page.click('#sign-out');
  await expect(page.locator('#signed-out')).toBeVisible();
  await other.goto(url);
  await expect(other.locator('#signed-in')).toBeVisible();
  await context.close();
});

for (const [what, fields, reason] of [
  ['no message', {}, /./],
  ['what is no XML', { SAMLResponse: Buffer.from('nothing').toString('base64') }, /./],
  [
    'a response that nobody signed',
    {
      SAMLResponse: Buffer.from(
        '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="a"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status></samlp:Response>',
      ).toString('base64'),
    },
    /SIGNATURE/,
  ],
  [
    'a document type',
    { SAMLResponse: Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>').toString('base64') },
    /./,
  ],
] as const) {
  test(`SAML Profiles §4.1.4.3: the sample application refuses ${what}`, async () => {
    const answer = await fetch(`${url}/saml/acs`, { method: 'POST', body: new URLSearchParams(fields) });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(/id="reason">([^<]*)</.exec(await answer.text())?.[1]).toMatch(reason);
  });
}

test('SAML Profiles §4.1.4.5: a replayed response opens no second session', async ({ page }) => {
  const posted = page.waitForRequest((request) => request.url() === `${url}/saml/acs`);
  await signIn(page);
  const body = (await posted).postData() ?? '';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${url}/saml/acs`, { method: 'POST', headers, body });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('already answered');
});

test('SAML Core §2.5.1.2: an assertion dated by a moved clock is refused, and the reason names the clock', async ({
  page,
}) => {
  await idp.clock.advance({ seconds: 40 });
  try {
    await page.goto(url);
    await page.click('#sign-in');
    await enterPassword(page);
    await expect(page.locator('#reason')).toContainText('Was the realm’s clock moved?');
  } finally {
    await idp.clock.reset();
  }
});

test('SAML Metadata §2.4.4: the sample application’s metadata contains its keys and URLs', async () => {
  const answer = await fetch(`${url}/saml/metadata`);
  expect(answer.headers.get('content-type')).toBe('application/samlmetadata+xml');
  const text = await answer.text();
  for (const part of [
    'entityID="demo-saml"',
    `${url}/saml/acs`,
    `${url}/saml/slo`,
    'AuthnRequestsSigned="true"',
  ])
    expect(text).toContain(part);
});

test('emulator-api: a second server uses another port, and its client has the new URLs', async ({ page }) => {
  const second = await startServer();
  const there = await startSampleServiceProvider(second.url);
  expect(there).not.toBe(url);
  const { attributes } = await findSamlClient(second.url, 'demo-saml');
  expect(attributes?.['saml_single_logout_service_url_post']).toBe(`${there}/saml/slo`);
  await page.goto(there);
  await page.click('#sign-in');
  await enterPassword(page);
  await page.click('#sign-out');
  await expect(page.locator('#signed-out')).toBeVisible();
  await stopSampleServiceProvider(second.url);
  expect(await second.stop()).toBe(0);
});

test('emulator-api: a realm without the client says what is missing', async () => {
  const answer = await callAdmin(
    server.url,
    'POST',
    '/emulator/v1/realms/master/applications/service-provider',
  );
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('no SAML client demo-saml');
});

test('WCAG 2.2 AA: the sample service provider passes the accessibility checks', async ({ page }) => {
  const check = () => expectAccessible(page);
  await page.goto(url);
  await check();
  await signIn(page);
  await check();
  await page.goto(`${url}/nowhere`);
  await check();
});
