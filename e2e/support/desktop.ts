// Starts the built app in Electron, with its own data directory.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type ElectronApplication, _electron as electron, type Page } from '@playwright/test';
import { collect } from './collect.ts';
import { copyPreparedDataDir, createFolder, type Ended, ROOT } from './server.ts';

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

interface LaunchOptions {
  /** Electron's user data folder; default: a new one. */
  readonly profile?: string;
  /** The button that the user chooses in a message box. By default the app shows none. */
  readonly dialogResponse?: 0 | 1;
  /** The language of the system, on Linux; default: English. */
  readonly language?: 'en_US' | 'de_DE';
}

async function argumentsOf(
  args: readonly string[],
  { profile = createFolder('profile'), dialogResponse }: LaunchOptions,
): Promise<string[]> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const preload = dialogResponse === undefined ? [] : ['-r', join(ROOT, 'e2e/support/answer-dialog.cjs')];
  return [
    ...preload,
    ...sandbox,
    '--disable-gpu',
    `--user-data-dir=${profile}`,
    ROOT,
    '--http-port=0',
    `--data-dir=${await copyPreparedDataDir()}`,
    ...args,
  ];
}

/** Launches the app on a free port, with its own data directory, and does not wait for its window. */
export async function launchDesktop(
  args: readonly string[],
  options: LaunchOptions = {},
): Promise<ElectronApplication> {
  return electron.launch({
    executablePath: runtimePath(),
    args: await argumentsOf(args, options),
    cwd: ROOT,
    env: environmentWith(options),
  });
}

/** Runs the app to its end, for failing starts. */
export async function runDesktopToEnd(args: readonly string[], options: LaunchOptions): Promise<Ended> {
  const child = spawn(runtimePath(), await argumentsOf(args, options), {
    cwd: ROOT,
    env: environmentWith(options),
  });
  const output = collect(child);
  return new Promise((done) => child.once('close', (code) => done({ code, output: output() })));
}

/** In CI, the app asks nobody. The language does not depend on who runs the tests. */
function environmentWith({ dialogResponse, language = 'en_US' }: LaunchOptions): Record<string, string> {
  const answer = dialogResponse === undefined ? { CI: '1' } : { DIALOG_RESPONSE: String(dialogResponse) };
  const own = { ...answer, LANG: `${language}.UTF-8`, LANGUAGE: language };
  const given = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[0] !== 'CI' && entry[1] !== undefined,
  );
  return { ...Object.fromEntries(given), ...own };
}

/** Starts the app and waits for its window. */
export async function startDesktop(
  args: readonly string[] = [],
  profile?: string,
  language: LaunchOptions['language'] = 'en_US',
): Promise<Desktop> {
  const app = await launchDesktop(args, { language, ...(profile === undefined ? {} : { profile }) });
  const window = await app.firstWindow();
  await window.waitForLoadState('domcontentloaded');
  // As in browser tests: what is clicked does not move.
  await window.emulateMedia({ reducedMotion: 'reduce' });
  const url = await window.evaluate(async () => {
    const answer = await fetch('/emulator/v1/server');
    return ((await answer.json()) as { addresses: string[] }).addresses[0] ?? '';
  });
  return { app, window, url, close: () => app.close() };
}
