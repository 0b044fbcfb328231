import { expect, test } from '@playwright/test';
import { startDesktop } from './support/desktop.ts';
import { dropFiles, people, realmFile, realmSwitcher } from './support/realm-files.ts';

test('contract "Console": a realm file dropped on the window of the desktop app is imported; the realm is duplicated and deleted', async () => {
  const desktop = await startDesktop();
  try {
    const { window, app } = desktop;
    const dialog = window.getByRole('dialog');
    const button = (name: string) => dialog.getByRole('button', { name, exact: true });
    const before = window.url();
    await dropFiles(window, [realmFile('dropped', { users: people(2000), clients: [{ clientId: 'web' }] })]);
    await expect(dialog.getByRole('row', { name: 'dropped 1 2,000' })).toBeVisible();
    await button('Import').click();
    await expect(dialog.getByText('Imported realm dropped.')).toBeVisible();
    await button('Done').click();
    await expect(realmSwitcher(window)).toHaveValue('dropped');
    expect(new URL(window.url()).origin).toBe(new URL(before).origin);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);

    await window.getByRole('link', { name: 'Realm', exact: true }).click();
    await window.getByRole('tab', { name: 'Manage' }).click();
    await window.getByRole('button', { name: 'Duplicate realm dropped' }).click();
    await button('Duplicate').click();
    await expect(realmSwitcher(window)).toHaveValue('dropped-copy');
    await window.getByRole('tab', { name: 'Manage' }).click();
    await window.getByRole('button', { name: 'Delete realm dropped-copy' }).click();
    await window.getByLabel('to confirm').fill('dropped-copy');
    await button('Delete').click();
    await expect(realmSwitcher(window)).not.toHaveValue('dropped-copy');
  } finally {
    await desktop.close();
  }
});
