// Starts the built app in Electron, with its own data directory.
import { type ElectronApplication, _electron as electron, type Page } from '@playwright/test';
import { copyPreparedDataDir, createFolder, ROOT } from './server.ts';

/** A running desktop app. */
export interface Desktop {
  readonly app: ElectronApplication;
  readonly window: Page;
  /** Base URL of its server. */
  readonly url: string;
  close(): Promise<void>;
}

/** The runtime that setup chose, from the environment. */
function runtimePath(): string {
  const path = process.env['UNDERSTUDY_ELECTRON'];
  if (path === undefined) throw new Error('UNDERSTUDY_ELECTRON is not set; run the tests with npm test');
  return path;
}

/** Starts the app on a free port and waits for its window; `profile` is Electron's user data folder. */
export async function startDesktop(
  args: readonly string[] = [],
  profile: string = createFolder('profile'),
): Promise<Desktop> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = await electron.launch({
    executablePath: runtimePath(),
    args: [
      ...sandbox,
      '--disable-gpu',
      `--user-data-dir=${profile}`,
      ROOT,
      '--http-port=0',
      `--data-dir=${await copyPreparedDataDir()}`,
      ...args,
    ],
    cwd: ROOT,
  });
  const window = await app.firstWindow();
  await window.waitForLoadState('domcontentloaded');
  const url = await window.evaluate(async () => {
    const answer = await fetch('/emulator/v1/server');
    return ((await answer.json()) as { addresses: string[] }).addresses[0] ?? '';
  });
  return { app, window, url, close: () => app.close() };
}
