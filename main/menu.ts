// The application menu: the usual entries of a desktop application.
import { app, Menu, type MenuItemConstructorOptions } from 'electron';

/** Sets the menu. Includes developer tools, because the users are developers. */
export function setApplicationMenu(): void {
  const edit: MenuItemConstructorOptions = { role: 'editMenu' };
  const view: MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
      { role: 'reload' },
      { role: 'toggleDevTools' },
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
    ],
  };
  const file: MenuItemConstructorOptions = { label: 'File', submenu: [{ role: 'quit' }] };
  const first: MenuItemConstructorOptions[] =
    process.platform === 'darwin' ? [{ label: app.name, role: 'appMenu' }] : [file];
  Menu.setApplicationMenu(Menu.buildFromTemplate([...first, edit, view, { role: 'windowMenu' }]));
}
