import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MenuItemConstructorOptions } from 'electron';
import { menuTemplate } from './menu-template.ts';
import { ENGLISH } from './texts/english.ts';
import { GERMAN } from './texts/german.ts';

type Menus = readonly MenuItemConstructorOptions[];
type Platform = 'darwin' | 'linux' | 'win32';

const submenuOf = ({ submenu }: MenuItemConstructorOptions): Menus => (Array.isArray(submenu) ? submenu : []);
const entriesOf = (menus: Menus): Menus => menus.flatMap((entry) => [entry, ...entriesOf(submenuOf(entry))]);
const rolesOf = (menu: MenuItemConstructorOptions | undefined): readonly string[] =>
  menu === undefined ? [] : entriesOf(submenuOf(menu)).flatMap(({ role }) => role ?? []);
const menusOf = (platform: Platform, texts = ENGLISH.menu): Menus =>
  menuTemplate(texts, 'Understudy', platform);

for (const platform of ['darwin', 'linux', 'win32'] as const) {
  test(`issue 18 "Console in languages": every entry of the menu has a label of our own on ${platform}`, () => {
    const unlabelled = entriesOf(menusOf(platform)).filter(
      ({ label, type }) => type !== 'separator' && label === undefined,
    );
    assert.deepEqual(unlabelled, []);
  });

  test(`issue 18 "Console in languages": the German menu has the entries of the English one on ${platform}`, () => {
    const german = entriesOf(menusOf(platform, GERMAN.menu));
    assert.deepEqual(
      german.map(({ role, type }) => ({ role, type })),
      entriesOf(menusOf(platform)).map(({ role, type }) => ({ role, type })),
    );
    const same = entriesOf(menusOf(platform)).flatMap(({ label }, index) =>
      label !== undefined && label === german[index]?.label ? [label] : [],
    );
    assert.deepEqual(same, platform === 'darwin' ? ['Understudy'] : []);
  });
}

test('desktop: the menus of macOS start with that of the app and have the entries that macOS expects', () => {
  const [app, edit, view, window] = menusOf('darwin');
  assert.equal(app?.label, 'Understudy');
  assert.deepEqual(rolesOf(app), ['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit']);
  for (const role of ['pasteAndMatchStyle', 'startSpeaking', 'stopSpeaking'])
    assert.ok(rolesOf(edit).includes(role), role);
  assert.ok(rolesOf(view).includes('toggleDevTools'));
  assert.equal(window?.role, 'windowMenu');
  assert.deepEqual(rolesOf(window), ['minimize', 'zoom', 'close', 'front']);
});

for (const platform of ['linux', 'win32'] as const)
  test(`desktop: the menus have no entries that do nothing on ${platform}`, () => {
    const [file, edit, , window] = menusOf(platform);
    assert.deepEqual(rolesOf(file), ['quit']);
    assert.deepEqual(rolesOf(edit), ['undo', 'redo', 'cut', 'copy', 'paste', 'delete', 'selectAll']);
    assert.deepEqual(rolesOf(window), ['minimize', 'close']);
  });
