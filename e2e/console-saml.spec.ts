import { readFileSync } from 'node:fs';
import { SAML, type SamlConfig } from '@node-saml/node-saml';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import {
  createSamlClient,
  findSamlClient,
  readCertificate,
  readDescriptor,
  sampleKeys,
} from './support/saml.ts';
import { deliver } from './support/saml-sign-in.ts';
import { startServer, type TestServer } from './support/server.ts';
import { PlainBrowser } from './support/sign-in.ts';

const ENTITY = 'https://wiki.example.com/saml/metadata';
const CONSUMER = 'https://wiki.example.com/saml/acs';
const keys = sampleKeys();

let server: TestServer;

test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(async () => {
  await server.stop();
});

/** A third-party service provider. */
async function serviceProvider(changes: Partial<SamlConfig> = {}): Promise<SAML> {
  return new SAML({
    issuer: ENTITY,
    callbackUrl: CONSUMER,
    logoutCallbackUrl: 'https://wiki.example.com/saml/logout',
    entryPoint: `${server.url}/realms/demo/protocol/saml`,
    idpCert: await readCertificate(server.url),
    privateKey: keys.signing.key,
    decryptionPvk: keys.encryption.key,
    signatureAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    disableRequestedAuthnContext: true,
    identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    ...changes,
  });
}

function metadataOf(provider: SAML): string {
  return provider.generateServiceProviderMetadata(keys.encryption.certificate, keys.signing.certificate);
}

async function openNewSamlClient(page: Page): Promise<void> {
  await openConsole(page, server.url, 'Clients');
  await page.getByRole('button', { name: 'Create client' }).click();
  await page.getByRole('dialog').getByText('SAML 2.0', { exact: true }).click();
}

async function openClient(page: Page, clientId: string, tab: string): Promise<void> {
  await openConsole(page, server.url, 'Clients');
  await page.getByRole('textbox', { name: 'Search clients' }).fill(clientId);
  await page.getByRole('link', { name: clientId, exact: true }).click();
  await page.getByRole('tab', { name: tab, exact: true }).click();
}

const metadataField = (page: Page) => page.getByRole('textbox', { name: 'Metadata of the service provider' });

async function attributesOf(clientId: string): Promise<Readonly<Record<string, string>>> {
  return (await findSamlClient(server.url, clientId)).attributes ?? {};
}

test('SAML Metadata §2.4.4: a service provider with pasted metadata signs users in, signed and encrypted', async ({
  page,
}) => {
  const provider = await serviceProvider();
  await openNewSamlClient(page);
  await metadataField(page).fill(metadataOf(provider));
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: ENTITY })).toBeVisible();
  const attributes = await attributesOf(ENTITY);
  expect(attributes['saml.client.signature']).toBe('true');
  expect(attributes['saml.encrypt']).toBe('true');
  const start = { url: await provider.getAuthorizeUrlAsync('', undefined, {}) };
  const delivered = await deliver(new PlainBrowser(), start, 'alice');
  expect(delivered.target).toBe(CONSUMER);
  const { profile } = await provider.validatePostResponseAsync({ ...delivered.fields });
  expect(profile?.nameID).toBe('alice@example.test');
});

test('SAML Metadata §2.4.4: a file is read like pasted text, and shown', async ({ page }) => {
  const metadata = metadataOf(await serviceProvider());
  await openNewSamlClient(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name: 'sp.xml', mimeType: 'text/xml', buffer: Buffer.from(metadata) });
  await expect(metadataField(page)).toHaveValue(metadata.replaceAll('\r\n', '\n'));
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: ENTITY })).toBeVisible();
});

for (const [name, text, expected] of [
  ['words', 'hello', /Unsupported format; send one of: SAML metadata of a service provider/],
  [
    'a client of another protocol',
    JSON.stringify({ clientId: 'wiki', protocol: 'openid-connect' }),
    /not the metadata of a service provider\. Paste XML/,
  ],
  ['broken XML', '<md:EntityDescriptor', /cannot be read as XML/],
  [
    'a document type',
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    /cannot be read as XML/,
  ],
] as const) {
  test(`SAML Metadata §2.4.4: ${name} in place of metadata is refused with the reason, and nothing is created`, async ({
    page,
  }) => {
    await openNewSamlClient(page);
    await metadataField(page).fill(text);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText(expected)).toBeVisible();
    await expect(metadataField(page)).toHaveValue(text);
  });
}

test('SAML Metadata §2.4.4: metadata of an identity provider is refused, and so is an existing ID', async ({
  page,
}) => {
  await openNewSamlClient(page);
  await metadataField(page).fill(await readDescriptor(server.url));
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText(/No entity in the document is a service provider/)).toBeVisible();
  await createSamlClient(server.url, { clientId: ENTITY });
  await metadataField(page).fill(metadataOf(await serviceProvider()));
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText(`Client ${ENTITY} already exists`)).toBeVisible();
});

test('console "Clients": entered manually, an entity ID and a URL create a client that can sign in', async ({
  page,
}) => {
  await openNewSamlClient(page);
  await page.getByText('Manual', { exact: true }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Enter the entity ID', { exact: false })).toBeVisible();
  await page.getByRole('textbox', { name: /Entity ID/ }).fill(ENTITY);
  await page.getByRole('textbox', { name: /Assertion consumer service/ }).fill(CONSUMER);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: ENTITY })).toBeVisible();
  const provider = await serviceProvider({ wantAssertionsSigned: false });
  const start = { url: await provider.getAuthorizeUrlAsync('', undefined, {}) };
  const delivered = await deliver(new PlainBrowser(), start, 'alice');
  const { profile } = await provider.validatePostResponseAsync({ ...delivered.fields });
  expect(profile?.issuer).toBe(`${server.url}/realms/demo`);
});

test('SAML Metadata §2.4.4: changed metadata is imported again, and what it no longer contains is removed', async ({
  page,
}) => {
  await createSamlClient(server.url, {
    clientId: 'old',
    attributes: { saml_single_logout_service_url_soap: 'https://old.example.com', 'own.attribute': 'kept' },
  });
  await openClient(page, 'old', 'General');
  await page.getByRole('button', { name: 'Import metadata' }).click();
  await metadataField(page).fill(metadataOf(await serviceProvider()));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: ENTITY })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Services by index' })).toContainText(CONSUMER);
  const attributes = await attributesOf(ENTITY);
  expect(attributes['saml_single_logout_service_url_soap']).toBeUndefined();
  expect(attributes['own.attribute']).toBe('kept');
});

test('SAML Metadata §2.4.4: a document without a service provider is not imported, and the SAML client is unchanged', async ({
  page,
}) => {
  await createSamlClient(server.url, { clientId: 'wiki' });
  await openClient(page, 'wiki', 'General');
  await page.getByRole('button', { name: 'Import metadata' }).click();
  await metadataField(page).fill(JSON.stringify({ clientId: 'other', redirectUris: ['https://a.test/*'] }));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(
    'This is not the metadata of a service provider. Paste XML',
  );
  expect(await findSamlClient(server.url, 'wiki')).toMatchObject({ clientId: 'wiki', protocol: 'saml' });
});

test('SAML Metadata §2.3.1: of several service providers in one document, the selected one becomes the client', async ({
  page,
}) => {
  const describe = (entityId: string): string =>
    `<md:EntityDescriptor entityID="${entityId}"><md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
    `<md:AssertionConsumerService index="0" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${entityId}/acs"/>` +
    '</md:SPSSODescriptor></md:EntityDescriptor>';
  const several = `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${['https://a.test', 'https://b.test'].map(describe).join('')}</md:EntitiesDescriptor>`;
  await openNewSamlClient(page);
  await metadataField(page).fill(several);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('https://a.test, https://b.test');
  await page.getByRole('textbox', { name: /Entity ID/ }).fill('https://b.test');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'https://b.test' })).toBeVisible();
  expect((await attributesOf('https://b.test'))['saml_assertion_consumer_url_post']).toBe(
    'https://b.test/acs',
  );
});

test('SAML Metadata §2.4.4: a file that the server would reject is not even read, and the field says what to do', async ({
  page,
}) => {
  await openNewSamlClient(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  const buffer = Buffer.alloc(1024 * 1024 + 1, ' ');
  await (await chooser).setFiles({ name: 'federation.xml', mimeType: 'text/xml', buffer });
  await expect(
    page.getByText(/larger than 1 MiB\. Copy the service provider’s EntityDescriptor/),
  ).toBeVisible();
  await expect(metadataField(page)).toHaveValue('');
});

test('console "Clients": several certificates of one client are distinguishable', async ({ page }) => {
  const both = `${keys.signing.certificate}${keys.encryption.certificate}`;
  await createSamlClient(server.url, { clientId: 'wiki', attributes: { 'saml.signing.certificate': both } });
  await openClient(page, 'wiki', 'Keys');
  for (const place of [1, 2])
    await expect(page.getByRole('table', { name: `signing certificate ${place}` })).toContainText('RSA 2048');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download signing certificate 2' }).click();
  expect((await download).suggestedFilename()).toBe('signing-2.pem');
});

test('console "Clients": a setting is changed under its own name, and an invalid certificate is rejected at its field', async ({
  page,
}) => {
  await createSamlClient(server.url, { clientId: 'wiki' });
  await openClient(page, 'wiki', 'Sign-in');
  await page.getByRole('switch', { name: /OneTimeUse/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved: Sign-in of wiki.')).toBeVisible();
  expect((await attributesOf('wiki'))['saml.onetimeuse.condition']).toBe('true');
  await page.getByRole('tab', { name: 'Keys' }).click();
  await page.getByRole('textbox', { name: /Signing certificate/ }).fill('no certificate!');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/must be an X\.509 certificate.*neither PEM nor base64/).first()).toBeVisible();
  await page.getByRole('textbox', { name: /Signing certificate/ }).fill(keys.signing.certificate);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved: Keys of wiki.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'signing certificate' })).toContainText('RSA 2048');
});

test('console "Clients": a key pair is generated, described and saved as files', async ({ page }) => {
  await createSamlClient(server.url, { clientId: 'wiki' });
  await openClient(page, 'wiki', 'Keys');
  const section = page.getByRole('region', { name: 'Encryption certificate' });
  await section.getByRole('button', { name: 'Generate key pair' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Generate key pair' }).click();
  await expect(section.getByRole('table', { name: 'encryption certificate' })).toContainText('CN=wiki');
  const download = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download encryption certificate' }).click();
  const path = await (await download).path();
  expect(readFileSync(path, 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
});

test('SAML Profiles §8.2: a predefined mapper adds its attribute to the assertion', async ({ page }) => {
  await createSamlClient(server.url, {
    clientId: ENTITY,
    redirectUris: [CONSUMER],
    attributes: { 'saml.client.signature': 'false' },
  });
  await openClient(page, ENTITY, 'Mappers');
  await page.getByRole('button', { name: 'Add mapper' }).click();
  await page.getByRole('combobox', { name: /Type/ }).click();
  await page.getByRole('option', { name: 'X500 email' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Mapper X500 email' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('table', { name: 'Mappers' })).toContainText('urn:oid:1.2.840.113549.1.9.1');
  const provider = await serviceProvider({ wantAssertionsSigned: false });
  const start = { url: await provider.getAuthorizeUrlAsync('', undefined, {}) };
  const delivered = await deliver(new PlainBrowser(), start, 'alice');
  const { profile } = await provider.validatePostResponseAsync({ ...delivered.fields });
  expect(profile?.['urn:oid:1.2.840.113549.1.9.1']).toBe('alice@example.test');
});

test('console "Overview": the metadata URL and the certificate can be copied', async ({ page }) => {
  await openConsole(page, server.url);
  await page.getByRole('button', { name: 'SAML 2.0' }).click();
  const section = page.getByRole('region', { name: 'SAML 2.0' });
  await expect(section).toContainText(`${server.url}/realms/demo/protocol/saml/descriptor`);
  await expect(section.getByRole('table', { name: 'certificate of the realm' })).toContainText('CN=demo');
  const download = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download certificate of the realm' }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  expect(text.trim()).toBe((await readCertificate(server.url)).trim());
});

test('Keycloak SAML installers: installation files are shown and saved', async ({ page }) => {
  await openClient(page, 'demo-saml', 'Guides');
  await expect(page.getByRole('region', { name: 'app.mjs' })).toContainText('demo-saml');
  await page.getByRole('tab', { name: 'SP metadata' }).click();
  await expect(page.getByRole('region', { name: 'SP metadata' })).toContainText('<md:SPSSODescriptor');
  await page.getByRole('tab', { name: 'mod_auth_mellon' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download mod_auth_mellon.zip' }).click();
  const archive = readFileSync(await (await download).path());
  expect(archive.toString('latin1', 0, 4)).toBe('PK\x03\x04');
  expect(archive.toString('latin1')).toContain('idp-metadata.xml');
});

test('WCAG 2.2 AA: every tab of a SAML client, its dialogs and Overview pass the accessibility checks', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 900, height: 700 });
  await openNewSamlClient(page);
  await expectAccessible(page);
  await page.getByText('Manual', { exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'demo-saml', exact: true }).click();
  for (const tab of ['General', 'Sign-in', 'Keys', 'Logout', 'Scopes', 'Mappers', 'Guides']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(page.getByRole('tabpanel').locator('h2, pre').first()).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'Overview' }).first().click();
  await page.getByRole('button', { name: 'SAML 2.0' }).click();
  await expect(page.getByRole('table', { name: 'certificate of the realm' })).toBeVisible();
  await expectAccessible(page);
});
