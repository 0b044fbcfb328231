// Closing the desktop's window or quitting sends deletions that could still be undone.
import { type ElectronApplication, expect, test } from '@playwright/test';
import { startDesktop } from './support/desktop.ts';
import { copyPreparedDataDir } from './support/server.ts';

for (const [what, end] of [
  [
    'the window is closed',
    (app: ElectronApplication) =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
  ],
  ['the app quits', (app: ElectronApplication) => app.evaluate(({ app: electron }) => electron.quit())],
  ['the app gets a signal', async (app: ElectronApplication) => void app.process().kill('SIGTERM')],
] as const)
  test(`console "Undo": a deletion is sent when ${what}`, async () => {
    const dataDir = await copyPreparedDataDir();
    const first = await startDesktop([`--data-dir=${dataDir}`]);
    await first.window.getByRole('link', { name: 'Clients' }).first().click();
    await first.window.getByRole('checkbox', { name: 'Select demo-tv' }).check();
    await first.window.getByRole('checkbox', { name: 'Select demo-spa' }).check();
    await first.window.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(first.window.getByRole('button', { name: 'Undo: Deleting 2 clients' })).toBeVisible();
    const closed = first.app.waitForEvent('close');
    await end(first.app).catch(() => undefined);
    await closed;
    const second = await startDesktop([`--data-dir=${dataDir}`]);
    await second.window.getByRole('link', { name: 'Clients' }).first().click();
    await expect(second.window.getByRole('link', { name: 'demo-web', exact: true })).toBeVisible();
    await expect(second.window.getByRole('link', { name: 'demo-tv', exact: true })).toHaveCount(0);
    await expect(second.window.getByRole('link', { name: 'demo-spa', exact: true })).toHaveCount(0);
    await second.close();
  });
