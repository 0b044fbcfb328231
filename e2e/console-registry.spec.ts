import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { createImage } from './support/oci-image.ts';
import { createSkopeo, startRegistry, whyNoRegistry } from './support/registry.ts';
import { startServer } from './support/server.ts';

async function openRegistry(page: Page, url: string): Promise<void> {
  await openConsole(page, url);
  await page.getByRole('link', { name: 'Set up demo-registry' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'demo-registry' })).toBeVisible();
}

test('console "Clients": while the feature is off, every screen of a registry client says how to turn it on', async ({
  page,
}) => {
  const server = await startServer();
  await openConsole(page, server.url);
  const card = page.getByRole('region', { name: 'Try it: Container registry' });
  await expect(card.getByText('--features=docker')).toBeVisible();
  await card.getByRole('link', { name: 'Set up demo-registry' }).click();
  for (const tab of ['Guides', 'General']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByText('Registry tokens are disabled')).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'Settings screen' }).click();
  await expect(page.getByText('features', { exact: true }).first()).toBeVisible();
  await server.stop();
});

test('console "Clients": a registry client is created, and its guides contain its name', async ({ page }) => {
  const server = await startServer({ args: ['--features=docker'] });
  await openConsole(page, server.url);
  await expect(page.getByText('docker', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Clients' }).first().click();
  await page.getByRole('button', { name: 'Create client' }).click();
  await page.getByText('Container registry', { exact: true }).last().click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Enter a client ID')).toBeVisible();
  await page.getByLabel('Client ID').fill('team-registry');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'team-registry' })).toBeVisible();
  await expect(page.getByText('Registry tokens are disabled')).toHaveCount(0);
  await expect(page.getByText('service: "team-registry"').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Variables for docker run' }).click();
  await expect(page.getByText('REGISTRY_AUTH_TOKEN_SERVICE=team-registry')).toBeVisible();
  await page.getByRole('tab', { name: 'Mappers' }).click();
  await expect(page.getByText('Allow all')).toBeVisible();
  await expectAccessible(page);
  await server.stop();
});

test('console "Clients": the only mapper of a registry client is removed, explained, and added again', async ({
  page,
}) => {
  const server = await startServer({ args: ['--features=docker'] });
  await openRegistry(page, server.url);
  await page.getByRole('tab', { name: 'Mappers' }).click();
  await page.getByRole('button', { name: 'Delete mapper docker-v2-allow-all-mapper' }).click();
  await expect(page.getByText(/tokens of this registry grant no access/)).toBeVisible();
  await page.getByRole('button', { name: 'Add mapper' }).click();
  await expect(page.getByRole('combobox', { name: /Type/ })).toHaveValue('Allow all');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('dialog', { name: 'Mapper Allow all' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: 'Mappers' }).getByRole('row')).toHaveCount(2);
  await server.stop();
});

test('console "Clients" and "Activity": a registry configured from the screen only accepts a push, which Activity explains', async ({
  page,
}) => {
  test.skip(whyNoRegistry() !== undefined, whyNoRegistry() ?? '');
  const server = await startServer({ args: ['--features=docker'] });
  await openRegistry(page, server.url);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download bundle.pem' }).click();
  const bundle = readFileSync(await (await downloading).path(), 'utf8');
  expect(bundle).toContain('-----BEGIN CERTIFICATE-----');
  const issuer = `${server.url}/realms/demo`;
  await expect(page.getByText(`issuer: "${issuer}"`).first()).toBeVisible();
  const registry = await startRegistry({ issuer, service: 'demo-registry', bundle });
  const skopeo = createSkopeo();
  await skopeo.login(registry.host, 'alice', 'alice-password');
  const pushed = await skopeo.copy(createImage('console'), `docker://${registry.host}/team/app:1`);
  expect(pushed.code).toBe(0);
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByText('Registry token request').first().click();
  await page.getByRole('tab', { name: /Decisions/ }).click();
  await expect(page.getByText(/Requested: repository:team\/app:pull,push/).first()).toBeVisible();
  await expect(page.getByText(/Granted: repository:team\/app:pull,push/).first()).toBeVisible();
  await registry.stop();
  await server.stop();
});
