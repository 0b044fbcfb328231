// Alerts the user when a prompt arrives: notification, tray and badge, where the system supports them.
import { app, Menu, Notification, nativeImage, Tray } from 'electron';
import type { PromptWire } from '#protocol/contract/device.ts';
import { createPromptArrivals, type PromptArrivals } from '#protocol/contract/prompt-arrivals.ts';
import {
  describeDeviceEntry,
  describePrompts,
  describeTray,
  deviceHash,
  type PromptNotice,
} from './describe-prompts.ts';
import { desktopTexts, onDesktopLanguage } from './texts/desktop-language.ts';

/** Prompts that arrive within this time are announced together. */
const GATHER_MS = 150;
/** Prompts expire without an event, so the count is polled at this interval. */
const COUNT_MS = 2000;
const TRAY_ICON_SIZE = 22;

/** The server's prompts in all realms. */
export interface PromptSource {
  subscribe(listener: (prompt: PromptWire) => void): () => void;
  pendingCount(): number;
}

/** The parts of the window that the alerts use. */
export interface AlertWindow {
  /** Brings the window to the front and opens the URL hash, if any. */
  readonly show: (hash?: string) => void;
  /** Whether the window has the focus and shows the Device screen. */
  readonly showsDevice: () => boolean;
}

/** Tray and notifications are optional: a failure is written to standard error and the app continues. */
function attempt<Result>(what: string, work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    process.stderr.write(`${what} is not available on this system: ${(error as Error).message}\n`);
    return undefined;
  }
}

function createTray(iconPath: string, window: AlertWindow): Tray {
  const icon = nativeImage.createFromPath(iconPath);
  const tray = new Tray(icon.resize({ width: TRAY_ICON_SIZE, height: TRAY_ICON_SIZE }));
  tray.on('click', () => window.show());
  return tray;
}

function updateTray(tray: Tray, count: number, arrivals: PromptArrivals, window: AlertWindow): void {
  tray.setToolTip(describeTray(count));
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: desktopTexts().showUnderstudy, click: () => window.show() },
      {
        label: describeDeviceEntry(count),
        click: () => window.show(deviceHash(arrivals.waiting().at(-1)?.realm)),
      },
      { type: 'separator' },
      { label: desktopTexts().menu.quit, click: () => app.quit() },
    ]),
  );
}

/** Open notifications. A reference keeps their click handlers alive. */
function createNotices(window: AlertWindow): {
  show(notice: PromptNotice): void;
  closeAbout(id: string): void;
} {
  const open = new Map<string, Notification>();
  return {
    show: ({ ids, title, body, hash }) => {
      const notification = new Notification({ title, body });
      const forget = (): void => {
        for (const id of ids) open.delete(id);
      };
      notification.on('click', () => {
        forget();
        window.show(hash);
      });
      notification.on('close', forget);
      for (const id of ids) open.set(id, notification);
      notification.show();
    },
    closeAbout: (id) => {
      const notification = open.get(id);
      open.delete(id);
      // A notification about further prompts stays open.
      if (![...open.values()].some((other) => other === notification)) notification?.close();
    },
  };
}

/** Starts announcing prompts. `iconPath` is the tray icon. */
export function announcePrompts(source: PromptSource, window: AlertWindow, iconPath: string): void {
  const arrivals = createPromptArrivals();
  const notices = createNotices(window);
  const tray = attempt('The tray icon', () => createTray(iconPath, window));
  let shownCount: number | undefined;
  onDesktopLanguage(() => {
    shownCount = undefined;
    updateCount();
  });
  const updateCount = (): void => {
    const pending = source.pendingCount();
    if (pending === shownCount) return;
    shownCount = pending;
    attempt('The badge', () => app.setBadgeCount(pending));
    if (tray !== undefined) attempt('The tray menu', () => updateTray(tray, pending, arrivals, window));
  };
  let gathered: PromptWire[] = [];
  const announce = (): void => {
    const prompts = arrivals.take(gathered);
    gathered = [];
    updateCount();
    if (prompts.length === 0 || window.showsDevice() || !Notification.isSupported()) return;
    for (const notice of describePrompts(prompts)) attempt('The notification', () => notices.show(notice));
  };
  source.subscribe((prompt) => {
    if (prompt.state !== 'pending') notices.closeAbout(prompt.id);
    if (gathered.length === 0) setTimeout(announce, GATHER_MS);
    gathered.push(prompt);
  });
  setInterval(updateCount, COUNT_MS).unref();
  updateCount();
}
