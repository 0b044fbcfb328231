// Electron's entry point: a single instance that runs the server in its own process and opens the window.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { app, type BrowserWindow, dialog } from 'electron';
import { describeStartFailure, launch, outliveReaders, suggestPort } from '#protocol/launch.ts';
import type { RunningServer } from '#protocol/server.ts';
import { declareAppScheme, handleAppScheme } from './app-protocol.ts';
import { endWithLauncher } from './end-with-launcher.ts';
import { createDesktopCalls } from './ipc/desktop-calls.ts';
import { handleCalls } from './ipc/handle-calls.ts';
import { setApplicationMenu } from './menu.ts';
import { acceptsPort } from './offer-port.ts';
import { chooseProfile } from './profile.ts';
import { announcePrompts } from './prompt-alerts.ts';
import {
  desktopTexts,
  matchDesktopLanguage,
  onDesktopLanguage,
  showDesktopLanguage,
} from './texts/desktop-language.ts';
import { closeWindow, createConsoleWindow, showConsoleWindow, showsDevice } from './window.ts';

/** How long the window's last changes may take. Milliseconds. */
const CHANGES_MS = 3000;

const profile = chooseProfile();

// The app keeps running when the terminal that started it is closed.
outliveReaders(process.stdout, process.stderr);

let window: BrowserWindow | undefined;
let stopping = false;

/** Waits until no change of the window is being sent to the server. */
let changesSent: () => Promise<void> = async () => undefined;

/** A packaged app stores its data in the user's application data folder, a checkout in its own folder. */
const dataHome = app.isPackaged ? profile : undefined;

/** A port in use is replaced by the next free one if the user agrees. */
async function startServer(...added: readonly string[]): Promise<RunningServer> {
  try {
    return await launchServer(added);
  } catch (error) {
    // Test suites and scripts cannot answer a dialog.
    const choice = process.env['CI'] === undefined ? await suggestPort(error) : undefined;
    if (choice === undefined || !(await acceptsPort(choice))) throw error;
    return startServer(...added, `--${choice.option}=${choice.free}`);
  }
}

function launchServer(added: readonly string[]): Promise<RunningServer> {
  // The executable comes first and, unless packaged, then switches and the app's path.
  const args = app.isPackaged ? process.argv.slice(1) : argumentsAfterPath(process.argv, app.getAppPath());
  return launch({
    args: [...args, ...added],
    startedAt: added.length === 0 ? 0 : performance.now(),
    environment: process.env,
    workingDirectory: process.cwd(),
    moduleUrl: import.meta.url,
    runtime: `electron ${process.versions.electron}`,
    showsDemo: true,
    ...(dataHome === undefined ? {} : { dataHome }),
  });
}

/** Understudy's own arguments: those after the app's path. Test drivers may insert switches before it. */
function argumentsAfterPath(argv: readonly string[], appPath: string): readonly string[] {
  const at = argv.findIndex(
    (argument, index) =>
      index > 0 && (argument === '.' || argument === appPath || argument === `${appPath}/`),
  );
  return argv.slice(at === -1 ? 1 : at + 1).filter((argument) => argument !== '--headless');
}

async function fail(error: unknown): Promise<void> {
  const { line, exitCode } = describeStartFailure(error);
  process.stderr.write(`${line}\n`);
  // A user who started the app from an icon sees no terminal.
  if (app.isPackaged && process.stderr.isTTY !== true && process.env['CI'] === undefined) {
    await app.whenReady();
    dialog.showErrorBox(desktopTexts().cannotStart, line);
  }
  app.exit(exitCode);
}

/** Closes the window, which sends what could still be undone. */
async function leaveWindow(): Promise<void> {
  if (window !== undefined && !window.isDestroyed()) await closeWindow(window);
  await Promise.race([changesSent(), setTimeout(CHANGES_MS)]);
}

function stop(server: Promise<RunningServer>): void {
  if (stopping) return;
  stopping = true;
  leaveWindow()
    .then(() => server)
    .then((running) => running.stop())
    .then(
      () => app.exit(0),
      () => app.exit(1),
    );
}

function run(): void {
  declareAppScheme();
  showDesktopLanguage(matchDesktopLanguage(app.getPreferredSystemLanguages()));
  const server = startServer();
  server.catch(fail);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(server));
  endWithLauncher(process.env, () => stop(server));
  app.on('second-instance', () => {
    if (window !== undefined) showConsoleWindow(window);
  });
  app.on('window-all-closed', () => stop(server));
  app.on('before-quit', (event) => {
    if (stopping) return;
    event.preventDefault();
    stop(server);
  });
  // Not awaited: an entry module that waits for 'ready' would prevent it.
  void app.whenReady().then(() => openWindow(server));
}

async function openWindow(server: Promise<RunningServer>): Promise<void> {
  setApplicationMenu();
  onDesktopLanguage(setApplicationMenu);
  // `fail` reports the error and ends the process.
  const running = await server.catch(() => undefined);
  if (running === undefined) return;
  changesSent = handleAppScheme(running);
  handleCalls(createDesktopCalls(() => window, running.dataDir));
  const icon = join(app.getAppPath(), 'main', 'icon.png');
  const opened = createConsoleWindow({
    preload: join(app.getAppPath(), 'dist', 'main', 'preload.cjs'),
    icon,
    state: join(profile, 'window-state.json'),
  });
  window = opened;
  const alertWindow = {
    show: (hash?: string) => showConsoleWindow(opened, hash),
    showsDevice: () => showsDevice(opened),
  };
  announcePrompts(running.prompts, alertWindow, icon);
}

if (app.requestSingleInstanceLock()) run();
else {
  process.stderr.write('Understudy is already running. Its window was brought to the front.\n');
  app.quit();
}
