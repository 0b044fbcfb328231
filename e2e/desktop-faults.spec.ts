import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { startDesktop } from './support/desktop.ts';

test('console "Faults": in the desktop window, a preset hits one real token request and is disarmed', async () => {
  const { window, url, close } = await startDesktop();
  try {
    const requestToken = (): Promise<Response> =>
      fetch(`${url}/realms/demo/protocol/openid-connect/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: 'demo-service',
          client_secret: 'demo-service-secret',
        }),
      });
    await window.getByRole('link', { name: 'Faults' }).click();
    const entry = window.getByRole('list', { name: 'Faults' }).getByRole('listitem');
    await window.getByRole('button', { name: 'Next token request: 503' }).click();
    await expect(entry).toContainText('0 of 1 hit');
    expect((await requestToken()).status).toBe(503);
    await expect(entry).toContainText('1 of 1 hit');
    await window.getByRole('button', { name: 'Next tokens: expired' }).click();
    await expect(window.getByRole('link', { name: 'Faults 1 armed' })).toBeVisible();
    await expectAccessible(window);
    await window.getByRole('button', { name: 'Disarm: Tokens that have already expired' }).click();
    await expect(entry).toHaveCount(1);
    expect((await requestToken()).status).toBe(200);
  } finally {
    await close();
  }
});
