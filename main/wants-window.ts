// Decides whether the installed app opens its window or runs like the headless server.
import { parseCommandLine } from '#protocol/start/config/argv.ts';

/**
 * True for `start` without `--headless`. A faulty command line counts as a start, so that the window can show what
 * is wrong.
 */
export function wantsWindow(args: readonly string[]): boolean {
  if (args.includes('--headless')) return false;
  try {
    return parseCommandLine(args).command === 'start';
  } catch {
    return true;
  }
}

/** True if windows can be shown: only on Linux, a session may have no display. */
export function hasDisplay(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): boolean {
  return platform !== 'linux' || Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY']);
}
