// Starts the packaged app from wherever it was unpacked or installed.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { collect } from './collect.ts';
import { createFolder, type Ended, ended, ROOT } from './server.ts';

/** Root may not use Chromium's sandbox. */
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

const unpacked = join(ROOT, 'release/linux-unpacked/understudy');

/** The unpacked app of `npm run package`, or undefined if it was not made on this machine. */
export const UNPACKED: string | undefined =
  process.platform === 'linux' && existsSync(unpacked) ? unpacked : undefined;

/** A running packaged app. */
export interface Packaged {
  readonly url: string;
  readonly child: ChildProcess;
  /** Sends SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
}

/** `CI`, in which the app shows no dialogs, is not passed on: users do not have it. */
function spawnPackaged(executable: string, args: readonly string[], display: boolean): ChildProcess {
  const { DISPLAY, WAYLAND_DISPLAY, CI, ...others } = process.env;
  const folders = [`--user-data-dir=${createFolder('profile')}`];
  return spawn(executable, [...sandbox, '--disable-gpu', ...folders, ...args], {
    env: { ...others, ...(display ? { DISPLAY, WAYLAND_DISPLAY } : {}) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts it on a free port and waits for its URL; without `display`, it has nothing to show windows on. */
export function startPackaged(
  executable: string,
  args: readonly string[] = [],
  { display = true } = {},
): Promise<Packaged> {
  const child = spawnPackaged(executable, ['--http-port=0', ...args], display);
  const end = ended(child);
  const stop = async () => {
    child.kill('SIGTERM');
    return (await end).code;
  };
  const output = collect(child);
  return new Promise((started, failed) => {
    child.once('error', failed);
    void end.then(({ code }) => failed(new Error(`the packaged app ended with ${code}:\n${output()}`)));
    child.stdout?.on('data', () => {
      const url = /Listening on: (\S+)/.exec(output())?.[1];
      if (url !== undefined) started({ url, child, stop });
    });
  });
}

/** Runs it to its end; without `display`, it has nothing to show windows on. */
export function runPackaged(
  executable: string,
  args: readonly string[],
  { display = false } = {},
): Promise<Ended> {
  return ended(spawnPackaged(executable, args, display));
}
