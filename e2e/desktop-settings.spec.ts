import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import { collect } from './support/collect.ts';
import { type Desktop, startDesktop } from './support/desktop.ts';
import { createFolder } from './support/server.ts';

const WRITTEN = ['# Mine, and it stays.', 'log-level=info', '', 'unknown-key=stays', '# The end.', ''].join(
  '\n',
);

let desktop: Desktop;
let file: string;
let output: () => string;

test.beforeAll(async () => {
  const folder = createFolder('conf');
  mkdirSync(folder);
  file = join(folder, 'understudy.conf');
  writeFileSync(file, WRITTEN);
  desktop = await startDesktop([`--config-file=${file}`]);
  output = collect(desktop.app.process());
});
test.afterAll(async () => {
  await desktop.close();
});

const field = (key: string): Locator =>
  desktop.window.locator(`[data-setting="${key}"]`).getByLabel(key, { exact: true });

async function refuse(client: string): Promise<void> {
  await fetch(`${desktop.url}/realms/demo/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', client_id: client, code: 'none' }),
  });
}

test('service description §2.3: in the desktop window, log-level and console format are saved and take effect immediately', async () => {
  const { window } = desktop;
  await refuse('before');
  await window.getByRole('link', { name: 'Settings', exact: true }).click();
  await field('log-level').fill('info,http:debug');
  await field('log-console-format').fill('%-5p|%c{1}|%s%e%n');
  await window.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(window.getByRole('alert').filter({ hasText: 'Saved 2 options' })).toBeVisible();
  expect(readFileSync(file, 'utf8')).toBe(
    `${WRITTEN.replace('log-level=info', 'log-level=info,http:debug')}log-console-format=%-5p|%c{1}|%s%e%n\n`,
  );
  await refuse('after');
  // Requests are logged at DEBUG and refusals at WARN, so the earlier one is only a WARN line.
  await expect.poll(output).toMatch(/^WARN \|refusal\|.*after/m);
  await expect.poll(output).toMatch(/^DEBUG\|request\|.*\/token/m);
  expect(output()).not.toMatch(/\|.*before/);
});

test('console "Logs": the desktop window shows the same line as the console output', async () => {
  const { window } = desktop;
  await window.getByRole('link', { name: 'Logs', exact: true }).click();
  await refuse('shown');
  const lines = window.getByRole('region', { name: 'Log lines' }).getByRole('listitem');
  await expect(lines.filter({ hasText: 'shown' })).toBeVisible();
  await expect.poll(output).toContain('shown');
});
