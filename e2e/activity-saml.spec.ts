import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { person } from './support/clients.ts';
import { openConsole } from './support/console.ts';
import { findSamlClient, setSamlAttributes } from './support/saml.ts';
import { startSampleServiceProvider } from './support/sample-service-provider.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

/** Posts a message to the realm, as a browser would. */
async function post(page: Page, xml: string): Promise<number> {
  const form = { SAMLRequest: Buffer.from(xml).toString('base64') };
  const answer = await page.request.post(`${server.url}/realms/demo/protocol/saml`, { form });
  return answer.status();
}

async function openNewest(page: Page): Promise<void> {
  await openConsole(page, server.url);
  await page.getByRole('link', { name: /Activity/ }).click();
  await page.getByText('Refused', { exact: true }).click();
}

test('console: Activity shows a SAML message indented, with its signature explained and the signature value masked', async ({
  page,
}) => {
  const xml = await readFile(new URL('../fixtures/saml/sound-authn-request.xml', import.meta.url), 'utf8');
  expect(await post(page, xml)).toBe(400);
  await openNewest(page);
  await page.getByText('SAML sign-in request').first().click();
  const document = page.getByRole('region', { name: 'SAMLRequest as XML' });
  await expect(document).toContainText('<samlp:AuthnRequest');
  await expect(document).toContainText('    Destination="http://localhost:8080/realms/demo/protocol/saml"');
  await expect(document).toContainText('<dsig:SignatureValue>••••</dsig:SignatureValue>');
  const signature = page.getByRole('table', { name: 'Signature of AuthnRequest' });
  await expect(signature.getByRole('row', { name: /Algorithm/ })).toContainText('RSA with SHA-256');
  await expect(signature.getByRole('row', { name: /Refers to/ })).toContainText(
    'the AuthnRequest that contains it',
  );
  await expectAccessible(page);
});

test('console: a message with unreadable XML is shown unchanged, with the reason', async ({ page }) => {
  const xml = await readFile(new URL('../fixtures/saml/external-entity.xml', import.meta.url), 'utf8');
  expect(await post(page, xml)).toBe(400);
  await openNewest(page);
  await page.getByText('SAML message').first().click();
  await expect(page.getByRole('region', { name: 'SAMLRequest as XML' })).toContainText('<!DOCTYPE x');
  await expect(page.getByRole('table', { name: 'Not readable' })).toContainText('document type declaration');
});

test('console: Activity shows the response of a sign-in, with its encryption explained', async ({ page }) => {
  const application = await startSampleServiceProvider(server.url);
  const { id } = await findSamlClient(server.url, 'demo-saml');
  await setSamlAttributes(server.url, id, { 'saml.encrypt': 'true' });
  const { username, password } = person('alice');
  await page.goto(application);
  await page.click('#sign-in');
  await page.fill('#username', username);
  await page.fill('#password', password);
  await page.click('#kc-login');
  await expect(page.locator('#signed-in')).toBeVisible();
  await openConsole(page, server.url);
  await page.getByRole('link', { name: /Activity/ }).click();
  await page.getByText('demo-saml').first().click();
  await page.getByText('Sign-in form').first().click();
  await page.getByRole('tab', { name: 'Response' }).click();
  await expect(page.getByRole('region', { name: 'SAMLResponse as XML' })).toContainText(
    '<saml:EncryptedAssertion',
  );
  const signature = page.getByRole('table', { name: 'Signature of Response' });
  await expect(signature.getByRole('row', { name: /Certificate/ })).toContainText('CN=demo');
  await expect(signature.getByRole('row', { name: /Valid/ })).toContainText(/\d{4}-\d\d-\d\d to \d{4}/);
  const encryption = page.getByRole('table', { name: 'Encryption of EncryptedAssertion' });
  await expect(encryption.getByRole('row', { name: /Content/ })).toContainText(/AES-\d+-(GCM|CBC)/);
  await expect(encryption.getByRole('row', { name: /^Key / })).toContainText('RSA-OAEP');
  await expectAccessible(page);
});
