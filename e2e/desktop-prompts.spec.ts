import { expect, test } from '@playwright/test';
import { askForSignIn, pollResult } from './support/consumption-device.ts';
import { type Desktop, startDesktop } from './support/desktop.ts';

let desktop: Desktop;

/** Notifications and badges that the desktop passes to the system, recorded by a fake. */
interface Shown {
  readonly title: string;
  readonly body: string;
}

test.beforeAll(async () => {
  desktop = await startDesktop();
  await desktop.app.evaluate(({ Notification }) => {
    const shown: Electron.Notification[] = [];
    (globalThis as { shown?: Electron.Notification[] }).shown = shown;
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: Electron.Notification) {
      shown.push(this);
    };
  });
});
test.afterAll(async () => {
  await desktop.close();
});

function readShown(): Promise<Shown[]> {
  return desktop.app.evaluate(() =>
    ((globalThis as { shown?: Electron.Notification[] }).shown ?? []).map(({ title, body }) => ({
      title,
      body,
    })),
  );
}

test('console "Device": a notification names client, user and binding message, and a click opens the prompt', async () => {
  const { window, app, url } = desktop;
  await window.getByRole('combobox', { name: 'Realm' }).click();
  await window.getByRole('option', { name: 'master' }).click();
  await window.getByRole('link', { name: 'Users' }).first().click();
  const request = await askForSignIn(url, { binding_message: 'W4SCT' });
  await expect
    .poll(readShown)
    .toEqual([{ title: 'Consumption device asks Alice Archer to sign in', body: 'W4SCT' }]);
  await app.evaluate(() => {
    (globalThis as { shown?: Electron.Notification[] }).shown?.at(-1)?.emit('click');
  });
  const card = window.getByRole('article', { name: 'W4SCT' });
  await expect(card).toBeVisible();
  await expect(window.getByRole('combobox', { name: 'Realm' })).toHaveValue('demo');
  await expect(card).toBeFocused();
  await window.keyboard.press('a');
  await expect(window.getByRole('region', { name: 'Answered prompts' })).toContainText('Approved');
  expect(await pollResult(url, request)).toBe('tokens');
});

test('console "Device": a prompt answered by a rule causes no notification', async () => {
  const { window, url } = desktop;
  const before = await readShown();
  await window.evaluate(async () => {
    await fetch('/emulator/v1/realms/demo/device/rules', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ username: 'bob', answer: 'deny', afterSeconds: 0 }]),
    });
  });
  const request = await askForSignIn(url, { login_hint: 'bob', binding_message: 'RULE' });
  await expect(window.getByRole('region', { name: 'Answered prompts' })).toContainText('by a rule');
  expect(await readShown()).toEqual(before);
  expect(await pollResult(url, request)).toBe('access_denied');
});

test('console "Device": closing the window ends the app, with or without a tray icon', async () => {
  const { app } = desktop;
  const closed = new Promise<void>((done) => app.once('close', () => done()));
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await closed;
});
