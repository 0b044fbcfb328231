// The entry of the desktop app. Everything is in the imported parts, so that the npm package, which always contains
// the entry, does not contain the app. Electron waits for this module before it starts Chromium: an installed app
// without a window runs its whole life within this wait, and needs neither a display nor Chromium's memory.
import { app } from 'electron';

if (app.isPackaged) {
  const { hasDisplay, wantsWindow } = await import('./wants-window.ts');
  const wanted = wantsWindow(process.argv.slice(1));
  if (wanted && !hasDisplay(process.env))
    process.stderr.write(
      'No display (DISPLAY and WAYLAND_DISPLAY are not set): starting headless, without the window.\n',
    );
  if (!(wanted && hasDisplay(process.env))) {
    const { runWithoutWindow } = await import('./without-window.ts');
    await runWithoutWindow();
  }
}
await import('./desktop.ts');
