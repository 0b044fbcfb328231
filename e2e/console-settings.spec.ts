import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { holdRequests, openConsole } from './support/console.ts';
import { createFolder, startServer, type TestServer } from './support/server.ts';

const WRITTEN = [
  '# Kept as it is.',
  'http-port=8080',
  '',
  'log-level = info  ',
  'unknown-key=stays',
  'data-dir=elsewhere',
  '',
].join('\r\n');

let server: TestServer;
let file: string;

test.beforeEach(async () => {
  const folder = createFolder('conf');
  mkdirSync(folder);
  file = join(folder, 'understudy.conf');
  writeFileSync(file, WRITTEN);
  server = await startServer({
    args: [`--config-file=${file}`],
    environment: { UNDERSTUDY_LOG_FILE_LEVEL: 'warn' },
  });
});
test.afterEach(async () => {
  await server.stop();
});

const option = (page: Page, key: string): Locator => page.locator(`[data-setting="${key}"]`);
const field = (page: Page, key: string): Locator => option(page, key).getByLabel(key, { exact: true });
const written = (): string => readFileSync(file, 'utf8');

async function openSettings(page: Page): Promise<void> {
  await openConsole(page, server.url, 'Settings');
  await expect(option(page, 'http-port')).toBeVisible();
}

test('console "Settings": each option shows the origin of its value and what it does', async ({ page }) => {
  await openSettings(page);
  await expect(page.getByText(file, { exact: true }).first()).toBeVisible();
  await expect(option(page, 'http-host')).toContainText('default');
  await expect(option(page, 'log-level')).toContainText('file');
  await expect(option(page, 'log-level')).toContainText(`${file}:4`);
  await expect(option(page, 'log-level')).toContainText('Default: info');
  await expect(option(page, 'log-file-level')).toContainText('environment');
  await expect(option(page, 'log-file-level')).toContainText('UNDERSTUDY_LOG_FILE_LEVEL');
  await expect(option(page, 'http-port')).toContainText('command line');
  await expect(page.getByRole('alert').filter({ hasText: 'Ignored lines' })).toContainText('unknown-key');
});

test('console "Settings": options set on the command line or in the environment, and options that name files or hosts, are read-only and say why', async ({
  page,
}) => {
  await openSettings(page);
  for (const key of ['http-port', 'log-file-level', 'config-file', 'http-host', 'hostname', 'data-dir']) {
    await expect(option(page, key).getByRole('textbox')).toHaveCount(0);
    await expect(option(page, key).getByRole('combobox')).toHaveCount(0);
  }
  await expect(option(page, 'http-port')).toContainText('It is set on the command line');
  await expect(option(page, 'log-file-level')).toContainText('It is set by the environment variable');
  await expect(option(page, 'log-gelf-host')).toContainText(
    `It names an address, so it cannot be changed over HTTP. Set it in ${file} or on the command line.`,
  );
});

test('console "Settings": only changes are written; comments, order, unknown keys and line endings are kept', async ({
  page,
}) => {
  await openSettings(page);
  await field(page, 'log-level').fill('debug');
  await expect(option(page, 'log-level')).toContainText('unsaved');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Saved 1 option' })).toBeVisible();
  expect(written()).toBe(WRITTEN.replace('log-level = info', 'log-level = debug'));
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
});

test('service description §2.3: a logging option takes effect immediately', async ({ page }) => {
  await openSettings(page);
  await field(page, 'log-console-format').fill('at once %p %s%n');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => server.output()).toContain('\nat once INFO ');
  await expect(option(page, 'log-console-format')).not.toContainText('restart');
});

test('console "Settings": an option that takes effect after a restart says so, and keeps the saved value in its field', async ({
  page,
}) => {
  await openSettings(page);
  await field(page, 'features').fill('docker');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(option(page, 'features')).toContainText(
    'Saved. Takes effect after a restart. Until then: not set',
  );
  await expect(field(page, 'features')).toHaveValue('docker');
  expect(written()).toContain('features=docker');
  await option(page, 'features').getByRole('button', { name: 'Remove features from the file' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(option(page, 'features')).not.toContainText('Saved. Takes effect');
  expect(written()).toBe(WRITTEN);
});

test('console "Settings": an invalid value is reported while it is typed and is not sent', async ({
  page,
}) => {
  await openSettings(page);
  await field(page, 'log-file-rotation-backups').fill('70000');
  await expect(option(page, 'log-file-rotation-backups')).toContainText('whole number from');
  await field(page, 'log-level').fill('loud');
  await expect(option(page, 'log-level')).toContainText('Enter a root level');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await expect(page.getByRole('status').filter({ hasText: 'Fix these options first' })).toContainText(
    'log-file-rotation-backups',
  );
  await page.getByRole('button', { name: 'Revert' }).click();
  await expect(field(page, 'log-level')).toHaveValue('info');
  expect(written()).toBe(WRITTEN);
});

test('console "Settings": the server\'s refusal of a pattern stands beside its field and shows the place', async ({
  page,
}) => {
  await openSettings(page);
  await field(page, 'log-console-format').fill('%p %d{yyyy %s%n');
  await field(page, 'log-level').fill('debug');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(option(page, 'log-console-format')).toContainText('^');
  expect(written()).toBe(WRITTEN);
  await field(page, 'log-console-format').fill('%p %s%n');
  await expect(option(page, 'log-console-format')).not.toContainText('^');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Saved 2 options' })).toBeVisible();
});

test('console "Settings": a log file outside the data and log folders is rejected at its field', async ({
  page,
}) => {
  await openSettings(page);
  await field(page, 'log-file').fill('/tmp/elsewhere/understudy.log');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(option(page, 'log-file')).toContainText('is outside the data and log folders');
  await expect(option(page, 'log-file')).toContainText(server.dataDir);
  expect(written()).toBe(WRITTEN);
  await field(page, 'log-file').fill(join(server.dataDir, 'log', 'other.log'));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Saved 1 option' })).toBeVisible();
});

test('console "Settings": a file that changed on disk is reloaded, and the input is kept', async ({
  page,
}) => {
  await openSettings(page);
  await field(page, 'log-level').fill('warn');
  const meanwhile = `${WRITTEN}log-console-color=true\r\n`;
  writeFileSync(file, meanwhile);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const reload = page.getByRole('button', { name: 'Reload' });
  await expect(page.getByRole('alert').filter({ has: reload })).toContainText('has changed on disk');
  await expect(page.getByText('Not saved. The configuration file has changed on disk')).toBeVisible();
  expect(written()).toBe(meanwhile);
  await reload.click();
  await expect(option(page, 'log-console-color')).toContainText('file');
  await expect(field(page, 'log-level')).toHaveValue('warn');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Saved 1 option' })).toBeVisible();
  expect(written()).toBe(meanwhile.replace('log-level = info', 'log-level = warn'));
});

test('console "Frame": input survives a visit to another screen', async ({ page }) => {
  await openSettings(page);
  await field(page, 'log-level').fill('trace');
  await page.getByRole('link', { name: 'Users' }).first().click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(field(page, 'log-level')).toHaveValue('trace');
  await expect(page.getByRole('status').filter({ hasText: 'unsaved option' })).toBeVisible();
});

test('console "Settings": an option is found and changed with the keyboard only', async ({ page }) => {
  await openConsole(page, server.url);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Settings');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.getByLabel('Search the options').focus();
  await page.keyboard.type('log-level');
  await expect(option(page, 'http-port')).toBeHidden();
  await field(page, 'log-level').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('warn');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Saved 1 option' })).toBeVisible();
  expect(written()).toBe(WRITTEN.replace('log-level = info', 'log-level = warn'));
});

test('console "Frame": Settings passes the accessibility checks', async ({ page }) => {
  await openSettings(page);
  await field(page, 'https-port').fill('not a port');
  await field(page, 'log-level').fill('debug');
  await expectAccessible(page);
  await page.setViewportSize({ width: 900, height: 800 });
  await expectAccessible(page);
});

test('console "Settings": leaving the screen during a save still reports the refusal and keeps the input', async ({
  page,
}) => {
  await openSettings(page);
  await field(page, 'bootstrap-admin-username').fill('boss');
  const letGo = await holdRequests(page, 'PUT', '**/emulator/v1/settings');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  writeFileSync(file, `${WRITTEN}# Somebody else was here.\r\n`);
  letGo();
  const message = page.getByRole('alert').filter({ hasText: 'The settings were not saved' });
  await expect(message).toContainText('changed');
  expect(written()).not.toContain('boss');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(field(page, 'bootstrap-admin-username')).toHaveValue('boss');
});
