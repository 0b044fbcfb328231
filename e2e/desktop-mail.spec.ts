import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { startDesktop } from './support/desktop.ts';

test('console "Mail": in the desktop window, a message arrives, and its link opens in the system browser', async () => {
  const { window, app, close } = await startDesktop();
  try {
    await app.evaluate(({ shell }) => {
      shell.openExternal = async (url: string) => {
        (globalThis as { opened?: string }).opened = url;
      };
    });
    await window.getByRole('link', { name: 'Mail' }).click();
    await expect(window.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
    await window.getByRole('link', { name: 'Choose a user' }).click();
    await window.getByRole('link', { name: 'alice', exact: true }).click();
    await window.getByRole('tab', { name: 'Access' }).click();
    await window.getByRole('button', { name: 'Send message' }).click();
    await window.getByRole('link', { name: 'Mail 1 unread' }).click();
    const message = window.getByRole('region', { name: 'Message', exact: true });
    await expect(message).toContainText('alice@example.test');
    await message.getByRole('tab', { name: 'HTML' }).click();
    const frame = window.frameLocator('iframe[title="HTML of the message"]');
    await expect(frame.getByRole('link')).toContainText('/login-actions/action-token');
    await expectAccessible(window);
    await message.getByRole('button', { name: 'Open link' }).click();
    const opened = () => app.evaluate(() => (globalThis as { opened?: string }).opened ?? '');
    await expect.poll(opened).toContain('/login-actions/action-token?');
    expect((await fetch(await opened())).status).toBe(200);
    await expect(window.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible();
  } finally {
    await close();
  }
});
