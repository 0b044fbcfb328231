import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { unpackZip } from '../tools/setup/unpack-runtime.mjs';
import { person } from './support/clients.ts';
import { freePort } from './support/free-port.ts';
import { type Mellon, startMellon, whyNoMellon } from './support/mellon.ts';
import { artifactMetadata } from './support/mellon-metadata.ts';
import { createSamlClient, describeClient, readDescriptor } from './support/saml.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let descriptor: string;
const alice = person('alice');
const running: Mellon[] = [];

test.skip(whyNoMellon() !== undefined, whyNoMellon() ?? '');

test.beforeAll(async () => {
  server = await startServer();
  descriptor = await readDescriptor(server.url);
});
test.afterEach(async () => {
  for (const mellon of running.splice(0)) expect(await mellon.stop()).toBe(0);
});
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

async function signIn(page: Page, url: string, user: RegExp): Promise<void> {
  await page.goto(url);
  await page.fill('#username', alice.username);
  await page.fill('#password', alice.password);
  await page.click('#kc-login');
  await page.waitForURL(url);
  await expect(page.locator('#user')).toHaveText(user);
}

async function signOut(page: Page, mellon: Mellon): Promise<void> {
  await page.goto(`${mellon.url}/mellon/logout?ReturnTo=${encodeURIComponent(`${mellon.url}/`)}`);
  await page.goto(`${mellon.url}/secret/`);
  await expect(page.locator('#kc-login')).toBeVisible();
}

for (const [what, metadata] of [
  ['metadata that mellon writes', undefined],
  ['metadata with the artifact binding first', artifactMetadata],
] as const) {
  test(`SAML Metadata §2.4.4: ${what} create a client that signs in and out`, async ({ page }) => {
    const entityId = `urn:example:described:${metadata === undefined ? 'own' : 'artifact'}`;
    const mellon = await startMellon({
      entityId,
      identityProvider: descriptor,
      ...(metadata === undefined ? {} : { metadata: metadata(entityId) }),
    });
    running.push(mellon);
    const client = await describeClient(server.url, await mellon.metadata());
    expect(client.clientId).toBe(entityId);
    expect(client.attributes?.['saml.client.signature']).toBe('true');
    await createSamlClient(server.url, client);
    await signIn(page, `${mellon.url}/secret/`, /^G-[\da-f-]{36}$/);
    await signOut(page, mellon);
  });
}

/** The files of an archive, by name. */
async function unpack(archive: ArrayBuffer): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-archive-'));
  const file = join(folder, 'archive.zip');
  writeFileSync(file, Buffer.from(archive));
  const target = join(folder, 'files');
  await unpackZip(file, target);
  return Object.fromEntries(
    readdirSync(target).map((name) => [name, readFileSync(join(target, name), 'utf8')]),
  );
}

test('SAML reference A15: Apache needs only the archive mod-auth-mellon', async ({ page }) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const entityId = 'urn:example:archive';
  const id = await createSamlClient(server.url, {
    clientId: entityId,
    redirectUris: [`${url}/mellon/*`],
    frontchannelLogout: true,
    attributes: {
      'saml.assertion.signature': 'true',
      saml_assertion_consumer_url_post: `${url}/mellon/postResponse`,
      saml_single_logout_service_url_redirect: `${url}/mellon/logout`,
    },
  });
  const path = `/admin/realms/demo/clients/${id}/installation/providers/mod-auth-mellon`;
  const answer = await callAdmin(server.url, 'GET', path);
  expect(answer.status).toBe(200);
  const files = await unpack(await answer.arrayBuffer());
  const { 'auth_mellon.conf': configuration = '' } = files;
  expect(configuration).toContain('/etc/apache2/saml2/client-private-key.pem');
  const mellon = await startMellon({
    entityId,
    identityProvider: descriptor,
    port,
    given: {
      files,
      locations: (folder) =>
        [
          '<Location />',
          'Options +Includes',
          'SetOutputFilter INCLUDES',
          'MellonSecureCookie Off',
          'MellonSubjectConfirmationDataAddressCheck Off',
          '</Location>',
          configuration.replaceAll('/etc/apache2/saml2', folder),
        ].join('\n'),
    },
  });
  running.push(mellon);
  await signIn(page, `${url}/secret/`, /alice|^G-/);
  await signOut(page, mellon);
});

test('SAML Metadata §2.4.4: truncated metadata creates no client, and the error says where it ends', async () => {
  const mellon = await startMellon({ entityId: 'urn:example:cut', identityProvider: descriptor });
  running.push(mellon);
  const metadata = await mellon.metadata();
  await expect(describeClient(server.url, metadata.slice(0, metadata.length / 2))).rejects.toThrow(
    /line \d+/,
  );
});
