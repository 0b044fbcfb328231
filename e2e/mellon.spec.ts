import { expect, type Page, test } from '@playwright/test';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import { person } from './support/clients.ts';
import { signInWithEnhancedClient } from './support/enhanced-client.ts';
import { realmOf } from './support/kit.ts';
import { type Mellon, type MellonOptions, startMellon, whyNoMellon } from './support/mellon.ts';
import { createMellonClient } from './support/mellon-client.ts';
import { artifactMetadata, withCertificate, withoutServices } from './support/mellon-metadata.ts';
import { certificateText, readDescriptor, setSamlAttributes } from './support/saml.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let idp: IdentityProvider;
let descriptor: string;
const alice = person('alice');
const running: Mellon[] = [];
let count = 0;

test.skip(whyNoMellon() !== undefined, whyNoMellon() ?? '');

test.beforeAll(async () => {
  server = await startServer();
  idp = await realmOf(server);
  descriptor = await readDescriptor(server.url);
});
test.afterEach(async () => {
  for (const mellon of running.splice(0)) expect(await mellon.stop()).toBe(0);
});
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

/** A separate mellon for one test, stopped afterwards. */
async function start(options: Partial<MellonOptions> = {}): Promise<Mellon> {
  const entityId = `urn:example:mellon:${++count}`;
  const mellon = await startMellon({ entityId, identityProvider: descriptor, ...options });
  running.push(mellon);
  return mellon;
}

async function enterPassword(page: Page): Promise<void> {
  await page.fill('#username', alice.username);
  await page.fill('#password', alice.password);
  await page.click('#kc-login');
}

async function signIn(page: Page, mellon: Mellon): Promise<void> {
  await page.goto(`${mellon.url}/secret/`);
  await enterPassword(page);
  await page.waitForURL(`${mellon.url}/secret/`);
  await expect(page.locator('#user')).toHaveText(/^G-[\da-f-]{36}$/);
}

async function expectSignedOut(page: Page, mellon: Mellon): Promise<void> {
  await page.goto(`${mellon.url}/`);
  await expect(page.locator('#user')).toHaveText('(none)');
  await page.goto(`${mellon.url}/secret/`);
  await expect(page.locator('#kc-login')).toBeVisible();
}

function logoutUrl(mellon: Mellon): string {
  return `${mellon.url}/mellon/logout?ReturnTo=${encodeURIComponent(`${mellon.url}/`)}`;
}

for (const [binding, without] of [
  ['HTTP-Redirect', 'HTTP-POST'],
  ['HTTP-POST', 'HTTP-Redirect'],
] as const) {
  test(`SAML Profiles §4.1: mellon signs a user in and out, with its request by ${binding}`, async ({
    page,
  }) => {
    const mellon = await start({
      identityProvider: withoutServices(descriptor, ['SingleSignOnService', without]),
    });
    await createMellonClient(server.url, mellon);
    await signIn(page, mellon);
    await expect(page.locator('#variables')).toContainText('MELLON_Role=');
    await expect(page.locator('#variables')).toContainText('user');
    await page.goto(logoutUrl(mellon));
    await page.waitForURL(`${mellon.url}/`);
    await expectSignedOut(page, mellon);
  });
}

for (const [method, without] of [
  ['GET', 'HTTP-POST'],
  ['POST', 'HTTP-Redirect'],
] as const) {
  test(`SAML Bindings §3.6: mellon resolves over SOAP an artifact received by ${method}`, async ({
    page,
  }) => {
    const mellon = await start({
      metadata: artifactMetadata(`urn:example:mellon:${count + 1}`),
      identityProvider: withoutServices(descriptor, ['SingleSignOnService', without]),
    });
    const attributes = {
      'saml.artifact.binding': 'true',
      'saml.force.post.binding': String(method === 'POST'),
    };
    await createMellonClient(server.url, mellon, attributes);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${request.url().split('?')[0]}`));
    await signIn(page, mellon);
    const consumers = requests.filter((request) => request.endsWith('Response'));
    expect(new Set(consumers)).toEqual(new Set([`${method} ${mellon.url}/mellon/artifactResponse`]));
    await page.goto(logoutUrl(mellon));
    await expectSignedOut(page, mellon);
  });
}

test('SAML Bindings §3.5: mellon accepts a posted LogoutResponse', async ({ page }) => {
  const mellon = await start();
  const logout = `${mellon.url}/mellon/logout`;
  await createMellonClient(server.url, mellon, { saml_single_logout_service_url_post: logout });
  const posted = page.waitForRequest((request) => request.method() === 'POST' && request.url() === logout);
  await signIn(page, mellon);
  await page.goto(logoutUrl(mellon));
  expect((await posted).postData()).toContain('SAMLResponse=');
  await expectSignedOut(page, mellon);
});

for (const algorithm of ['aes128-cbc', 'aes256-cbc'] as const) {
  test(`SAML Core §2.3.4: mellon decrypts an assertion, ${algorithm}`, async ({ page }) => {
    const mellon = await start();
    await createMellonClient(server.url, mellon, {
      'saml.encrypt': 'true',
      'saml.encryption.algorithm': `http://www.w3.org/2001/04/xmlenc#${algorithm}`,
      'saml.encryption.keyAlgorithm': 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
      'saml.encryption.digestMethod': 'http://www.w3.org/2000/09/xmldsig#sha1',
    });
    await signIn(page, mellon);
  });
}

for (const [method, algorithm] of [
  ['rsa-sha256', 'RSA_SHA256'],
  ['rsa-sha384', 'RSA_SHA256'],
  ['rsa-sha512', 'RSA_SHA512'],
] as const) {
  test(`XML Signature §6.4: mellon signs with ${method} and verifies ${algorithm}`, async ({ page }) => {
    const mellon = await start({ settings: [`MellonSignatureMethod ${method}`] });
    await createMellonClient(server.url, mellon, { 'saml.signature.algorithm': algorithm });
    await signIn(page, mellon);
    await page.goto(logoutUrl(mellon));
    await expectSignedOut(page, mellon);
  });
}

test('SAML Profiles §4.4: one sign-out ends the session at both service providers through the browser', async ({
  page,
}) => {
  const [first, second] = [await start(), await start()];
  await createMellonClient(server.url, first);
  await createMellonClient(server.url, second);
  await signIn(page, first);
  await page.goto(`${second.url}/secret/`);
  await expect(page.locator('#user')).toHaveText(/^G-/);
  await page.goto(logoutUrl(first));
  await page.waitForURL(`${first.url}/`);
  await expectSignedOut(page, second);
});

test('SAML Profiles §4.4: mellon is notified over SOAP that the session has ended', async ({ page }) => {
  const mellon = await start();
  const attributes = { saml_single_logout_service_url_soap: `${mellon.url}/mellon/logout` };
  await createMellonClient(server.url, mellon, attributes, { frontchannelLogout: false });
  await signIn(page, mellon);
  await (await idp.user('alice')).signOut();
  await page.goto(`${mellon.url}/`);
  await expect(page.locator('#user')).toHaveText('(none)');
});

test('SAML Profiles §4.1.5: mellon accepts an unsolicited assertion and continues to the page', async ({
  page,
}) => {
  const mellon = await start();
  await createMellonClient(server.url, mellon, { saml_idp_initiated_sso_url_name: 'portal' });
  const relayState = encodeURIComponent(`${mellon.url}/secret/`);
  await page.goto(`${server.url}/realms/demo/protocol/saml/clients/portal?RelayState=${relayState}`);
  await enterPassword(page);
  await page.waitForURL(`${mellon.url}/secret/`);
  await expect(page.locator('#user')).toHaveText(/alice|^G-/);
});

test('SAML Profiles §4.1.4.1: a request of an unregistered mellon is refused', async ({ page }) => {
  const mellon = await start();
  const answer = await page.goto(`${mellon.url}/secret/`);
  expect(answer?.status()).toBe(400);
  await expect(page.locator('body')).toContainText('Invalid Request');
});

test('SAML Core §5: a request signed with another key than the client’s is refused', async ({ page }) => {
  const mellon = await start();
  await createMellonClient(server.url, mellon, { 'saml.signing.certificate': certificateText('encryption') });
  const answer = await page.goto(`${mellon.url}/secret/`);
  expect(answer?.status()).toBe(400);
  await expect(page.locator('body')).toContainText('Invalid requester');
});

test('SAML Core §5: mellon refuses an assertion of another identity provider', async ({ page }) => {
  const mellon = await start({
    identityProvider: withCertificate(descriptor, certificateText('encryption')),
  });
  await createMellonClient(server.url, mellon);
  await page.goto(`${mellon.url}/secret/`);
  const posted = page.waitForResponse(`${mellon.url}/mellon/postResponse`);
  await enterPassword(page);
  expect((await posted).status()).toBeGreaterThanOrEqual(400);
});

test('SAML Core §2.5.1.2: mellon refuses an expired assertion', async ({ page }) => {
  const mellon = await start();
  const id = await createMellonClient(server.url, mellon);
  await setSamlAttributes(server.url, id, { 'saml.assertion.lifespan': '1' });
  await page.goto(`${mellon.url}/secret/`);
  // mellon allows a minute of clock skew.
  await idp.clock.set(new Date(Date.now() - 180_000));
  try {
    const posted = page.waitForResponse(`${mellon.url}/mellon/postResponse`);
    await enterPassword(page);
    expect((await posted).status()).toBeGreaterThanOrEqual(400);
  } finally {
    await idp.clock.reset();
  }
});

test('SAML Profiles §4.2: an enhanced client signs in at mellon without a browser', async () => {
  const mellon = await start();
  await createMellonClient(server.url, mellon, { 'saml.allow.ecp.flow': 'true' });
  const page = await signInWithEnhancedClient(`${mellon.url}/secret/`, server.url, alice);
  expect(page).toMatch(/<p id="user">G-[\da-f-]{36}</);
});

test('SAML Profiles §4.2: an enhanced client with a wrong password does not get the page', async () => {
  const mellon = await start();
  await createMellonClient(server.url, mellon, { 'saml.allow.ecp.flow': 'true' });
  const wrong = { username: 'alice', password: 'wrong' };
  await expect(signInWithEnhancedClient(`${mellon.url}/secret/`, server.url, wrong)).rejects.toThrow(
    /status:(Responder|Requester)/,
  );
});

test('SAML Profiles §4.2: a client without the ECP profile gets a fault', async () => {
  const mellon = await start();
  await createMellonClient(server.url, mellon, { 'saml.allow.ecp.flow': 'false' });
  await expect(signInWithEnhancedClient(`${mellon.url}/secret/`, server.url, alice)).rejects.toThrow(
    /not allowed to use ECP profile/,
  );
});
