// The language of the desktop: that of the system, and the switch in the window.
import { expect, test } from '@playwright/test';
import { askForSignIn } from './support/consumption-device.ts';
import { type Desktop, startDesktop } from './support/desktop.ts';
import { createFolder } from './support/server.ts';

// Other systems have no variable for their language.
test.skip(process.platform !== 'linux', 'the language of the system is set by LANGUAGE');

const started = new Set<Desktop>();

test.afterEach(async () => {
  for (const desktop of started) await desktop.close();
  started.clear();
});

async function start(language: 'en_US' | 'de_DE', profile = createFolder('profile')): Promise<Desktop> {
  const desktop = await startDesktop([], profile, language);
  started.add(desktop);
  return desktop;
}

const ENGLISH_MENUS = ['File', 'Edit', 'View', 'Window'];
const GERMAN_MENUS = ['Datei', 'Bearbeiten', 'Ansicht', 'Fenster'];

function readMenus({ app }: Desktop): Promise<string[]> {
  return app.evaluate(({ Menu }) => (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label));
}

/** The entries of a menu. */
function readEntries({ app }: Desktop, menu: string): Promise<string[]> {
  return app.evaluate(
    ({ Menu }, name) =>
      (Menu.getApplicationMenu()?.items.find(({ label }) => label === name)?.submenu?.items ?? [])
        .filter(({ type }) => type !== 'separator')
        .map(({ label }) => label),
    menu,
  );
}

async function choose({ window }: Desktop, button: string, name: string): Promise<void> {
  await window.getByRole('button', { name: button }).click();
  await window.getByRole('menuitemradio', { name }).click();
}

test('issue 18 "Console in languages": window and menu of a German system are German', async () => {
  const desktop = await start('de_DE');
  const { window } = desktop;
  await window.getByRole('navigation', { name: 'Seiten' }).getByRole('link', { name: 'Benutzer' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Benutzer' })).toBeVisible();
  await expect(window.getByRole('button', { name: 'Benutzer erstellen' })).toBeVisible();
  await expect(window.locator('html')).toHaveAttribute('lang', 'de');
  expect(await readMenus(desktop)).toEqual(GERMAN_MENUS);
  expect(await readEntries(desktop, 'Bearbeiten')).toEqual([
    'Rückgängig',
    'Wiederholen',
    'Ausschneiden',
    'Kopieren',
    'Einfügen',
    'Löschen',
    'Alles auswählen',
  ]);
  expect(await readEntries(desktop, 'Fenster')).toEqual(['Minimieren', 'Schließen']);
});

test('issue 18 "Console in languages": the switch in the window reaches menu and notifications', async () => {
  const desktop = await start('en_US');
  const { window, app, url } = desktop;
  await expect(window.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  expect(await readMenus(desktop)).toEqual(ENGLISH_MENUS);
  await app.evaluate(({ Notification }) => {
    const shown: string[] = [];
    (globalThis as { titles?: string[] }).titles = shown;
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: Electron.Notification) {
      shown.push(this.title);
    };
  });
  await choose(desktop, 'Language: System', 'Deutsch');
  await expect.poll(() => readMenus(desktop)).toEqual(GERMAN_MENUS);
  await askForSignIn(url, {});
  const titles = () => app.evaluate(() => (globalThis as { titles?: string[] }).titles ?? []);
  await expect.poll(titles).toEqual(['Consumption device bittet Alice Archer um Anmeldung']);
});

test('issue 18 "Console in languages": the choice is kept for the next start, and "System" follows the system again', async () => {
  const profile = createFolder('profile');
  const first = await start('de_DE', profile);
  await choose(first, 'Sprache: System', 'English');
  await expect.poll(() => readMenus(first)).toEqual(ENGLISH_MENUS);
  await first.close();
  started.delete(first);
  const second = await start('de_DE', profile);
  await expect(second.window.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect.poll(() => readMenus(second)).toEqual(ENGLISH_MENUS);
  await choose(second, 'Language: English', 'System');
  await expect.poll(() => readMenus(second)).toEqual(GERMAN_MENUS);
  await expect(second.window.getByRole('navigation', { name: 'Seiten' })).toBeVisible();
});
