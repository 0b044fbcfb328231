import { chromium, type Page } from '@playwright/test';
const BASE = 'http://127.0.0.1:18431';
const OUT = '/tmp/x-admin-shots';
const schemes = (process.argv[2] ?? 'light,dark').split(',') as ('light' | 'dark')[];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', headless: false, args: ['--no-sandbox', '--disable-background-networking'] });
const token = async () => (await (await fetch(`${BASE}/realms/master/protocol/openid-connect/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', username: 'admin', password: 'admin' }) })).json()).access_token;
const md = `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://wiki.example.com/saml/metadata"><md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" WantAssertionsSigned="true"><md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://wiki.example.com/saml/logout"/><md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat><md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://wiki.example.com/saml/acs" index="0" isDefault="true"/></md:SPSSODescriptor></md:EntityDescriptor>`;
for (const scheme of schemes) {
  const context = await browser.newContext({ colorScheme: scheme, viewport: { width: 1280, height: 900 } });
  const page: Page = await context.newPage();
  page.on('console', (m) => { if (m.type() === 'error') console.log('console error', m.text()); });
  page.on('pageerror', (e) => console.log('page error', e.message));
  let n = 0;
  const shot = async (name: string, full = true) => { await page.waitForTimeout(500); await page.screenshot({ path: `${OUT}/${scheme}-${String(++n).padStart(2, '0')}-${name}.png`, fullPage: full }); };
  await page.goto(`${BASE}/console/`);
  await page.fill('#username', 'admin'); await page.fill('#password', 'admin'); await page.click('#kc-login');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.setViewportSize({ width: 1280, height: 1900 });
  await shot('overview');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('link', { name: 'Clients' }).first().click();
  await page.getByRole('button', { name: 'Create client' }).click();
  await shot('new-oidc');
  await page.getByText('SAML 2.0', { exact: true }).last().click();
  await shot('new-saml-metadata');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await shot('new-saml-metadata-empty');
  await page.getByLabel('Metadata of the service provider').fill('<nothing');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await shot('new-saml-metadata-refused');
  await page.getByText('By hand', { exact: true }).click();
  await shot('new-saml-hand');
  await page.getByText('From its metadata', { exact: true }).click();
  await page.getByLabel('Metadata of the service provider').fill(md.replace('wiki.example', `wiki-${scheme}.example`));
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('tab', { name: 'Keys' }).waitFor();
  for (const tab of ['General', 'Sign-in', 'Keys', 'Logout', 'Scopes', 'Mappers', 'Snippets']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await page.setViewportSize({ width: 1280, height: 1500 });
    await shot(`tab-${tab}`);
    await page.setViewportSize({ width: 1280, height: 900 });
    if (tab === 'Keys') {
      await page.getByRole('button', { name: 'Make key pair' }).first().click();
      await shot('make-key-pair');
      await page.getByRole('dialog').getByRole('button', { name: 'Make key pair' }).click();
      await page.getByText('CN=').first().waitFor();
      await page.getByRole('switch', { name: /Client signature required/ }).click();
      await page.getByRole('switch', { name: /Encrypt assertions/ }).click();
      await page.setViewportSize({ width: 1280, height: 2100 });
      await shot('keys-filled');
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: 'Revert' }).click();
    }
    if (tab === 'Mappers') {
      await page.getByRole('button', { name: 'Add mapper' }).click();
      await shot('add-mapper');
      await page.getByLabel('Type').first().click();
      await shot('add-mapper-list');
      await page.getByRole('option', { name: 'X500 email' }).click();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('dialog', { name: /Mapper X500 email/ }).waitFor();
      await shot('mapper-drawer');
      await page.getByRole('button', { name: 'Close' }).click();
      await shot('mappers-one');
    }
    if (tab === 'Snippets') {
      for (const f of ['mod_auth_mellon', 'keycloak-saml.xml', 'Service provider metadata']) { await page.getByRole('tab', { name: f, exact: true }).click(); await page.setViewportSize({ width: 1280, height: 1500 }); await shot(`file-${f}`); }
      await page.setViewportSize({ width: 1280, height: 900 });
    }
  }
  await page.getByRole('button', { name: 'Import metadata' }).click();
  await shot('import-metadata');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Clients' }).first().click();
  await shot('clients');
  await context.close();
}
await browser.close();
