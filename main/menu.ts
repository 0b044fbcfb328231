// The application menu: the usual entries of a desktop application.
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { desktopTexts } from './texts/desktop-language.ts';
import type { MenuTexts } from './texts/desktop-texts.ts';

const separator: MenuItemConstructorOptions = { type: 'separator' };

const editMenu = (texts: MenuTexts): MenuItemConstructorOptions => ({
  label: texts.edit,
  submenu: [
    { role: 'undo', label: texts.undo },
    { role: 'redo', label: texts.redo },
    separator,
    { role: 'cut', label: texts.cut },
    { role: 'copy', label: texts.copy },
    { role: 'paste', label: texts.paste },
    { role: 'delete', label: texts.remove },
    separator,
    { role: 'selectAll', label: texts.selectAll },
  ],
});

const viewMenu = (texts: MenuTexts): MenuItemConstructorOptions => ({
  label: texts.view,
  submenu: [
    { role: 'reload', label: texts.reload },
    { role: 'toggleDevTools', label: texts.developerTools },
    separator,
    { role: 'resetZoom', label: texts.actualSize },
    { role: 'zoomIn', label: texts.zoomIn },
    { role: 'zoomOut', label: texts.zoomOut },
    separator,
    { role: 'togglefullscreen', label: texts.fullScreen },
  ],
});

const windowMenu = (texts: MenuTexts): MenuItemConstructorOptions => ({
  label: texts.window,
  // The system adds entries of its own to a menu with this role.
  role: 'windowMenu',
  submenu: [
    { role: 'minimize', label: texts.minimize },
    { role: 'zoom', label: texts.zoom },
    { role: 'close', label: texts.close },
  ],
});

/** Sets the menu in the shown language. Includes developer tools, because the users are developers. */
export function setApplicationMenu(): void {
  const texts = desktopTexts().menu;
  const first: MenuItemConstructorOptions =
    process.platform === 'darwin'
      ? { label: app.name, role: 'appMenu' }
      : { label: texts.file, submenu: [{ role: 'quit', label: texts.quit }] };
  const menus = [first, editMenu(texts), viewMenu(texts), windowMenu(texts)];
  Menu.setApplicationMenu(Menu.buildFromTemplate(menus));
}
