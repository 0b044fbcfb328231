// Calls the person when a prompt arrives: notification, tray and badge, each where the system has it.
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

/** Prompts that come within this time are told together. */
const GATHER_MS = 150;
/** Prompts expire without a word: the count is looked at this often. */
const COUNT_MS = 2000;
const TRAY_ICON_SIZE = 22;

/** The server's prompts, of all realms. */
export interface PromptSource {
  subscribe(listener: (prompt: PromptWire) => void): () => void;
  pendingCount(): number;
}

/** What the alerts need of the window. */
export interface AlertWindow {
  /** Brings the window to the front, at the place that its hash names. */
  readonly show: (hash?: string) => void;
  /** Whether the person looks at the device right now. */
  readonly showsDevice: () => boolean;
}

/** Tray and notifications are comforts: a system without them is told once and the app goes on. */
function attempt<Result>(what: string, work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    process.stderr.write(`${what} is not available here: ${(error as Error).message}\n`);
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
      { label: 'Show Understudy', click: () => window.show() },
      {
        label: describeDeviceEntry(count),
        click: () => window.show(deviceHash(arrivals.waiting().at(-1)?.realm)),
      },
      { type: 'separator' },
      { label: 'Quit', click: () => app.quit() },
    ]),
  );
}

/** Notifications that are on the screen, kept so that a click on one still finds its way. */
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
      // One that tells of others, too, stays.
      if (![...open.values()].some((other) => other === notification)) notification?.close();
    },
  };
}

/** Starts to tell of prompts; `iconPath` is the picture in the tray. */
export function announcePrompts(source: PromptSource, window: AlertWindow, iconPath: string): void {
  const arrivals = createPromptArrivals();
  const notices = createNotices(window);
  const tray = attempt('The tray', () => createTray(iconPath, window));
  let shownCount: number | undefined;
  const count = (): void => {
    const pending = source.pendingCount();
    if (pending === shownCount) return;
    shownCount = pending;
    attempt('The badge', () => app.setBadgeCount(pending));
    if (tray !== undefined) attempt('The tray', () => updateTray(tray, pending, arrivals, window));
  };
  let gathered: PromptWire[] = [];
  const tell = (): void => {
    const prompts = arrivals.take(gathered);
    gathered = [];
    count();
    if (prompts.length === 0 || window.showsDevice() || !Notification.isSupported()) return;
    for (const notice of describePrompts(prompts)) attempt('Notifying', () => notices.show(notice));
  };
  source.subscribe((prompt) => {
    if (prompt.state !== 'pending') notices.closeAbout(prompt.id);
    if (gathered.length === 0) setTimeout(tell, GATHER_MS);
    gathered.push(prompt);
  });
  setInterval(count, COUNT_MS).unref();
  count();
}
