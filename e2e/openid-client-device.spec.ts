import { expect, type Page, test } from '@playwright/test';
import * as oidc from 'openid-client';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import { person, secretOf } from './support/clients.ts';
import { realmOf } from './support/kit.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let idp: IdentityProvider;
let device: oidc.Configuration;
const alice = person('alice');

test.beforeAll(async () => {
  server = await startServer();
  idp = await realmOf(server);
  device = await discover('demo-tv');
});
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

function discover(clientId: string, secret?: string): Promise<oidc.Configuration> {
  const issuer = new URL(`${server.url}/realms/demo`);
  const authentication = secret === undefined ? oidc.None() : oidc.ClientSecretPost(secret);
  return oidc.discovery(issuer, clientId, undefined, authentication, {
    execute: [oidc.allowInsecureRequests],
  });
}

/** The library's error when the server refuses. */
async function refusal(request: Promise<unknown>): Promise<oidc.ResponseBodyError> {
  const error = await request.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof oidc.ResponseBodyError) return error;
  throw new Error(`not refused by the server: ${String(error)}`);
}

/** Types the code as if read from a television, and signs in. */
async function typeCode(page: Page, uri: string, code: string): Promise<void> {
  await page.goto(uri);
  await page.fill('#device-user-code', code);
  await page.keyboard.press('Enter');
  await page.fill('#username', alice.username);
  await page.fill('#password', alice.password);
  await page.click('#kc-login');
  await expect(page.locator('#kc-oauth')).toBeVisible();
  await expect(page.locator('h1')).toHaveText('Grant Access to Television');
}

test('RFC 8628 §3.4: a device polls while a user types its code, signs in and consents, and gets the tokens', async ({
  page,
}) => {
  const codes = await oidc.initiateDeviceAuthorization(device, { scope: 'openid profile email' });
  const tokens = oidc.pollDeviceAuthorizationGrant(device, codes);
  await typeCode(page, codes.verification_uri, codes.user_code.toLowerCase().replace('-', ' '));
  await page.click('#kc-login');
  await expect(page.locator('h1')).toHaveText('Device Login Successful');
  const granted = await tokens;
  expect(granted.claims()).toMatchObject({ preferred_username: 'alice', email: alice.email, aud: 'demo-tv' });
  const fresh = await oidc.refreshTokenGrant(device, granted.refresh_token ?? '');
  expect(fresh.claims()?.sub).toBe(granted.claims()?.sub);
});

test('RFC 8628 §3.3.1: with the complete URI nothing is typed, and an existing session still requires consent', async ({
  page,
}) => {
  const first = await oidc.initiateDeviceAuthorization(device, { scope: 'openid' });
  await typeCode(page, first.verification_uri, first.user_code);
  await page.click('#kc-login');
  const second = await oidc.initiateDeviceAuthorization(device, { scope: 'openid' });
  await page.goto(second.verification_uri_complete ?? '');
  await expect(page.locator('#kc-oauth')).toBeVisible();
  await page.click('#kc-login');
  const tokens = await oidc.pollDeviceAuthorizationGrant(device, second);
  expect(tokens.claims()?.['acr']).toBe('0');
});

test('RFC 8628 §3.5: if the user denies the request, the device gets access_denied', async ({ page }) => {
  const codes = await oidc.initiateDeviceAuthorization(device, { scope: 'openid' });
  const refused = refusal(oidc.pollDeviceAuthorizationGrant(device, codes));
  await typeCode(page, codes.verification_uri, codes.user_code);
  await page.click('#kc-cancel');
  await expect(page.locator('h1')).toHaveText('Device Login Failed');
  await expect(page.locator('#kc-info-message')).toContainText('Consent denied for connecting the device.');
  expect(await refused).toMatchObject({ error: 'access_denied', status: 400 });
});

test('RFC 8628 §3.5: an unanswered code expires for the device and on the page', async ({ page }) => {
  const codes = await oidc.initiateDeviceAuthorization(device, { scope: 'openid' });
  await idp.clock.advance({ seconds: codes.expires_in });
  try {
    expect(await refusal(oidc.pollDeviceAuthorizationGrant(device, codes))).toMatchObject({
      error: 'expired_token',
    });
    await page.goto(codes.verification_uri_complete ?? '');
    await expect(page.locator('#input-error')).toContainText('The code has expired.');
  } finally {
    await idp.clock.reset();
  }
});

test('RFC 8628 §3.1: a client without the device grant is refused', async () => {
  const web = await discover('demo-web', secretOf('demo-web'));
  expect(await refusal(oidc.initiateDeviceAuthorization(web, { scope: 'openid' }))).toMatchObject({
    error: 'unauthorized_client',
    status: 400,
  });
});

test('Activity joins the requests of device and browser in one flow', async ({ page }) => {
  const codes = await oidc.initiateDeviceAuthorization(device, { scope: 'openid' });
  await typeCode(page, codes.verification_uri, codes.user_code);
  await page.click('#kc-login');
  await oidc.pollDeviceAuthorizationGrant(device, codes);
  const { exchanges } = await idp.activity.query();
  const flow = exchanges.findLast(({ title }) => title.includes('device_code'))?.flow;
  const titles = exchanges.filter((exchange) => exchange.flow === flow).map(({ title }) => title);
  expect(titles).toContain('Device authorization request');
  expect(titles).toContain('Device code typed');
  expect(titles).toContain('Sign-in form');
});
