// The one window: hardened, remembers its size, shows the console.
import { BrowserWindow, nativeTheme, type Session, shell } from 'electron';
import { APP_PAGE, externalUrl, isOwnPage } from './app-origin.ts';
import { deviceHash } from './describe-prompts.ts';

/** Opens the console's window; `preload` is the path of the bundled preload script, `icon` that of the picture in the task bar. */
export function createConsoleWindow(preload: string, icon: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 820,
    minWidth: 900,
    minHeight: 480,
    show: false,
    title: 'Understudy',
    icon,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1a1b1e' : '#ffffff',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  guardNavigation(window);
  denyPermissions(window.webContents.session);
  void window.loadURL(APP_PAGE);
  return window;
}

/** Brings the window to the front; a hash leads its page to a place, without loading it again. */
export function showConsoleWindow(window: BrowserWindow, hash?: string): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  if (hash !== undefined)
    void window.webContents.executeJavaScript(`location.hash = ${JSON.stringify(hash)}; undefined`);
}

/** Whether the person looks at the screen Device. */
export function showsDevice(window: BrowserWindow): boolean {
  if (window.isDestroyed() || !window.isFocused()) return false;
  return new URL(window.webContents.getURL()).hash.startsWith(deviceHash());
}

/** The page stays where it is; addresses of the outside go to the system browser. */
function guardNavigation(window: BrowserWindow): void {
  window.webContents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
  window.webContents.on('will-navigate', (event) => {
    if (isOwnPage(event.url)) return;
    event.preventDefault();
    openOutside(event.url);
  });
  window.webContents.on('will-attach-webview', (event) => event.preventDefault());
}

function denyPermissions(session: Session): void {
  // The console copies values to the clipboard and needs nothing else.
  const allowed = (permission: string, url: string | undefined): boolean =>
    permission === 'clipboard-sanitized-write' && isOwnPage(url);
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(allowed(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => allowed(permission, origin));
}

/** Hands an http or https address to the system browser; anything else is dropped. */
function openOutside(text: string): void {
  const url = externalUrl(text);
  if (url !== undefined) void shell.openExternal(url);
}
