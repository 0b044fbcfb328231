// The application menu in the shown language.
import { app, Menu } from 'electron';
import { menuTemplate } from './menu-template.ts';
import { desktopTexts } from './texts/desktop-language.ts';

export function setApplicationMenu(): void {
  const template = menuTemplate(desktopTexts().menu, app.name, process.platform);
  Menu.setApplicationMenu(Menu.buildFromTemplate([...template]));
}
