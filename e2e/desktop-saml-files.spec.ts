import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { startDesktop } from './support/desktop.ts';

test('console "Clients": the window saves the archive for mod_auth_mellon to the selected place', async () => {
  const desktop = await startDesktop();
  try {
    const { window, app } = desktop;
    const saved = app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<string>((done) => {
          const [first] = BrowserWindow.getAllWindows();
          first?.webContents.session.once('will-download', (_event, item) => {
            const path = `${process.cwd()}/out/${Date.now()}-${item.getFilename()}`;
            item.setSavePath(path);
            item.once('done', () => done(path));
          });
        }),
    );
    await window.getByRole('link', { name: 'Clients' }).first().click();
    await window.getByRole('link', { name: 'demo-saml', exact: true }).click();
    await window.getByRole('tab', { name: 'Guides' }).click();
    await window.getByRole('tab', { name: 'mod_auth_mellon' }).click();
    await window.getByRole('button', { name: 'Download mod_auth_mellon.zip' }).click();
    const path = await saved;
    expect(path).toMatch(/mod_auth_mellon\.zip$/);
    expect(readFileSync(path).toString('latin1', 0, 4)).toBe('PK\x03\x04');
  } finally {
    await desktop.close();
  }
});
