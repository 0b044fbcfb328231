// The console's window: sandboxed, with a remembered size and position.
import { BrowserWindow, nativeTheme, type Session, screen, shell } from 'electron';
import { APP_PAGE, externalUrl, isConsolePage, isOwnPage } from './app-origin.ts';
import { deviceHash } from './describe-prompts.ts';
import { fitToDisplays, MIN_HEIGHT, MIN_WIDTH } from './window-state.ts';
import { readWindowState, writeWindowState } from './window-state-file.ts';

/** Paths of the window's files. */
export interface WindowFiles {
  /** The bundled preload script. */
  readonly preload: string;
  /** Icon in the task bar. */
  readonly icon: string;
  /** File with the size and position. */
  readonly state: string;
}

/** Size and position are saved when they have not changed for this long. Milliseconds. */
const SETTLED_MS = 500;

/** Opens the console's window with its last size and position. */
export function createConsoleWindow({ preload, icon, state }: WindowFiles): BrowserWindow {
  const kept = readWindowState(state);
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  const areas = [primary, ...others].map(({ workArea }) => workArea);
  const window = new BrowserWindow({
    ...fitToDisplays(kept, areas),
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
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
  const isShown = showWhenReady(window, kept?.maximized === true);
  keepState(window, state, () => (isShown() ? window.isMaximized() : kept?.maximized === true));
  guardNavigation(window);
  denyPermissions(window.webContents.session);
  void window.loadURL(APP_PAGE);
  return window;
}

/**
 * Shows the window once it is painted; maximizing it earlier would show it unpainted. The returned function
 * says whether it is shown.
 */
function showWhenReady(window: BrowserWindow, maximized: boolean): () => boolean {
  let isShown = false;
  window.once('ready-to-show', () => {
    isShown = true;
    if (maximized) window.maximize();
    window.show();
  });
  return () => isShown;
}

/** Brings the window to the front. A URL hash opens that screen without reloading the page. */
export function showConsoleWindow(window: BrowserWindow, hash?: string): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  if (hash !== undefined)
    void window.webContents.executeJavaScript(`location.hash = ${JSON.stringify(hash)}; undefined`);
}

/** How long a window may take to close. Milliseconds. */
const CLOSE_MS = 2000;

/** Closes the window as its user would. A page that does not react is ended. */
export function closeWindow(window: BrowserWindow): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => window.destroy(), CLOSE_MS);
    window.once('closed', () => {
      clearTimeout(timer);
      resolve();
    });
    window.close();
  });
}

/** Whether the window has the focus and shows the Device screen. */
export function showsDevice(window: BrowserWindow): boolean {
  if (window.isDestroyed() || !window.isFocused()) return false;
  return new URL(window.webContents.getURL()).hash.startsWith(deviceHash());
}

/** Saves size and position when the window closes, and after each change in case the process is killed. */
function keepState(window: BrowserWindow, file: string, isMaximized: () => boolean): void {
  let timer: NodeJS.Timeout | undefined;
  const save = (): void => {
    clearTimeout(timer);
    // The normal bounds are those to restore when the window is no longer maximized.
    writeWindowState(file, { ...window.getNormalBounds(), maximized: isMaximized() });
  };
  const saveSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(save, SETTLED_MS);
  };
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('maximize', saveSoon);
  window.on('unmaximize', saveSoon);
  window.on('close', save);
  // A destroyed window has no size.
  window.on('closed', () => clearTimeout(timer));
}

/** Keeps the console in the window; other URLs open in the system browser. */
function guardNavigation(window: BrowserWindow): void {
  const contents = window.webContents;
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
  contents.on('will-frame-navigate', (event) => {
    if (isConsolePage(event.url)) return;
    event.preventDefault();
    if (event.isMainFrame) openOutside(event.url);
  });
  // Navigation to about: URLs emits no cancelable event. The preload script blocks it; whatever gets past it
  // is replaced by the console.
  contents.on('did-navigate', (_event, url) => {
    if (!isConsolePage(url)) void contents.loadURL(APP_PAGE);
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

function denyPermissions(session: Session): void {
  // The console only needs to write to the clipboard.
  const allowed = (permission: string, url: string | undefined): boolean =>
    permission === 'clipboard-sanitized-write' && isOwnPage(url);
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(allowed(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => allowed(permission, origin));
}

/** Opens an http or https URL in the system browser; ignores anything else. */
function openOutside(text: string): void {
  const url = externalUrl(text);
  if (url !== undefined) void shell.openExternal(url);
}
