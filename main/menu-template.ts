// The entries of the application menu: the usual ones of a desktop application, as the system expects them.
// They are listed here because the menus that Electron makes itself are English.
import type { MenuItemConstructorOptions } from 'electron';
import type { MenuTexts } from './texts/desktop-texts.ts';

type Entry = MenuItemConstructorOptions;
type Menus = readonly Entry[];

const separator: Entry = { type: 'separator' };

const appMenu = (texts: MenuTexts, app: string): Entry => ({
  label: app,
  submenu: [
    { role: 'about', label: texts.about(app) },
    separator,
    { role: 'services', label: texts.services },
    separator,
    { role: 'hide', label: texts.hide(app) },
    { role: 'hideOthers', label: texts.hideOthers },
    { role: 'unhide', label: texts.showAll },
    separator,
    { role: 'quit', label: texts.quitApp(app) },
  ],
});

const fileMenu = (texts: MenuTexts): Entry => ({
  label: texts.file,
  submenu: [{ role: 'quit', label: texts.quit }],
});

function editMenu(texts: MenuTexts, isMac: boolean): Entry {
  const remove: Entry = { role: 'delete', label: texts.remove };
  const selectAll: Entry = { role: 'selectAll', label: texts.selectAll };
  const speech: Entry = {
    label: texts.speech,
    submenu: [
      { role: 'startSpeaking', label: texts.startSpeaking },
      { role: 'stopSpeaking', label: texts.stopSpeaking },
    ],
  };
  const rest: Menus = isMac
    ? [{ role: 'pasteAndMatchStyle', label: texts.pasteAndMatchStyle }, remove, selectAll, separator, speech]
    : [remove, separator, selectAll];
  return {
    label: texts.edit,
    submenu: [
      { role: 'undo', label: texts.undo },
      { role: 'redo', label: texts.redo },
      separator,
      { role: 'cut', label: texts.cut },
      { role: 'copy', label: texts.copy },
      { role: 'paste', label: texts.paste },
      ...rest,
    ],
  };
}

/** Developer tools are included, because the users are developers. */
const viewMenu = (texts: MenuTexts): Entry => ({
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

function windowMenu(texts: MenuTexts, isMac: boolean): Entry {
  const minimize: Entry = { role: 'minimize', label: texts.minimize };
  const close: Entry = { role: 'close', label: texts.close };
  // Zooming and the order of windows are actions of macOS only, which also adds the open windows.
  const mac: Menus = [
    minimize,
    { role: 'zoom', label: texts.zoom },
    close,
    separator,
    { role: 'front', label: texts.bringAllToFront },
  ];
  return {
    label: texts.window,
    ...(isMac ? { role: 'windowMenu' as const } : {}),
    submenu: isMac ? [...mac] : [minimize, close],
  };
}

/** The menus of the platform. `app` is the app's name. */
export function menuTemplate(texts: MenuTexts, app: string, platform: NodeJS.Platform): Menus {
  const isMac = platform === 'darwin';
  const first = isMac ? appMenu(texts, app) : fileMenu(texts);
  return [first, editMenu(texts, isMac), viewMenu(texts), windowMenu(texts, isMac)];
}
