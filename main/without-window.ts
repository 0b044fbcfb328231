// The installed app without its window: the headless server, and all commands that print and end.
import { app } from 'electron';
import { runHeadless } from '#protocol/launch.ts';
import { chooseProfile } from './profile.ts';

/** Runs until the process ends; it never returns, because Electron would then start Chromium. */
export function runWithoutWindow(): Promise<never> {
  runHeadless(
    {
      args: process.argv.slice(1),
      environment: process.env,
      workingDirectory: process.cwd(),
      moduleUrl: import.meta.url,
      runtime: `electron ${process.versions.electron}`,
      dataHome: chooseProfile(),
    },
    (exitCode) => app.exit(exitCode),
  );
  return new Promise(() => undefined);
}
