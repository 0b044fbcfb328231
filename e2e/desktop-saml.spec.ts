import { createDecipheriv, privateDecrypt } from 'node:crypto';
import { type Browser, chromium, expect, test } from '@playwright/test';
import { DOMParser } from '@xmldom/xmldom';
import { person } from './support/clients.ts';
import { type Desktop, startDesktop } from './support/desktop.ts';
import { findSamlClient, sampleKeys, setSamlAttributes } from './support/saml.ts';

const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';
const ENCRYPTION_11 = 'http://www.w3.org/2009/xmlenc11#';
const alice = person('alice');

let desktop: Desktop;
let browser: Browser;

test.beforeAll(async () => {
  desktop = await startDesktop();
  const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {};
  browser = await chromium.launch({ args, ...(executablePath === undefined ? {} : { executablePath }) });
});
test.afterAll(async () => {
  await browser.close();
  await desktop.close();
});

/** Presses "Try it" unless the application is running, and returns its URL. */
async function tryIt(): Promise<string> {
  const { window } = desktop;
  await window.getByRole('link', { name: 'Overview' }).click();
  const application = window.getByRole('region', { name: 'Try it: Service provider' });
  const link = application.getByRole('link');
  // The screen shows none as running until the server has responded.
  await expect(application.getByText(/^(Running|Ready to try|Did not start)$/)).toBeVisible();
  if (!(await link.isVisible())) await application.getByRole('button', { name: 'Try it' }).click();
  await expect(application.getByText('Running', { exact: true })).toBeVisible();
  return (await link.textContent()) ?? '';
}

/** Signs alice in with a separate browser and returns the posted response. */
async function signIn(url: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const posted = page.waitForRequest((request) => request.url() === `${url}/saml/acs`);
  await page.goto(url);
  await page.click('#sign-in');
  await page.fill('#username', alice.username);
  await page.fill('#password', alice.password);
  await page.click('#kc-login');
  const form = new URLSearchParams((await posted).postData() ?? '');
  const xml = Buffer.from(form.get('SAMLResponse') ?? '', 'base64').toString('utf8');
  return { page, xml, close: () => context.close() };
}

test('"Try it": a user signs in and out at the sample service provider, and Activity shows the messages', async () => {
  const url = await tryIt();
  const { page, close } = await signIn(url);
  await expect(page.locator('#signed-in')).toHaveText('Hello, alice');
  await page.click('#sign-out');
  await expect(page.locator('#signed-out')).toBeVisible();
  await close();
  await desktop.window.getByRole('link', { name: /Activity/ }).click();
  await expect(desktop.window.getByText(/SAML sign-out request/).first()).toBeVisible();
  await expect(desktop.window.getByText('demo-saml').first()).toBeVisible();
});

for (const algorithm of [`${ENCRYPTION}aes128-cbc`, `${ENCRYPTION_11}aes256-gcm`]) {
  test(`XML Encryption §5.2: Electron encrypts an assertion that the application decrypts, ${algorithm.split('#')[1]}`, async () => {
    const url = await tryIt();
    const { id } = await findSamlClient(desktop.url, 'demo-saml');
    await setSamlAttributes(desktop.url, id, {
      'saml.encrypt': 'true',
      'saml.encryption.algorithm': algorithm,
      'saml.encryption.keyAlgorithm': `${ENCRYPTION}rsa-oaep-mgf1p`,
      'saml.encryption.digestMethod': 'http://www.w3.org/2000/09/xmldsig#sha1',
    });
    const { page, close } = await signIn(url);
    await expect(page.locator('#subject')).toContainText('received encrypted');
    await close();
  });
}

/** The assertion, decrypted with node:crypto only: RSA-OAEP with SHA-256 throughout, AES-256-GCM. */
function decrypt(xml: string): string {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const values = Array.from(document.getElementsByTagNameNS(ENCRYPTION, 'CipherValue'), (element) =>
    Buffer.from(element.textContent ?? '', 'base64'),
  );
  const [wrapped = Buffer.alloc(0), content = Buffer.alloc(0)] = values;
  const key = privateDecrypt({ key: sampleKeys().encryption.key, oaepHash: 'sha256' }, wrapped);
  const decipher = createDecipheriv('aes-256-gcm', key, content.subarray(0, 12));
  decipher.setAuthTag(content.subarray(-16));
  return decipher.update(content.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}

test('XML Encryption 1.1 §5.5.2: Electron wraps the key with RSA-OAEP and SHA-256, Keycloak’s default', async () => {
  const url = await tryIt();
  const { id } = await findSamlClient(desktop.url, 'demo-saml');
  await setSamlAttributes(desktop.url, id, {
    'saml.encrypt': 'true',
    'saml.encryption.algorithm': '',
    'saml.encryption.keyAlgorithm': '',
    'saml.encryption.digestMethod': '',
  });
  const { xml, page, close } = await signIn(url);
  expect(xml).not.toContain('alice');
  expect(decrypt(xml)).toContain('>alice<');
  // samlify supports only the key transport of XML Encryption 1.0.
  await expect(page.locator('#fault')).toBeVisible();
  await close();
});

for (const algorithm of ['RSA_SHA1', 'RSA_SHA256_MGF1', 'RSA_SHA512_MGF1', 'RSA_SHA512']) {
  test(`XML Signature §6.4: Electron signs with ${algorithm}`, async () => {
    const url = await tryIt();
    const { id } = await findSamlClient(desktop.url, 'demo-saml');
    await setSamlAttributes(desktop.url, id, {
      'saml.encrypt': 'false',
      'saml.client.signature': 'false',
      'saml.signature.algorithm': algorithm,
    });
    const { page, xml, close } = await signIn(url);
    expect(xml).toContain('SignatureValue');
    // samlify does not support SHA-512 with MGF1.
    if (algorithm === 'RSA_SHA512_MGF1') await expect(page.locator('#fault')).toBeVisible();
    else await expect(page.locator('#signed-in')).toHaveText('Hello, alice');
    await close();
  });
}
