// Finds the browser that the tests drive.
import { findProgram } from './setup/run-command.mjs';

/** The path of an installed Chromium, or undefined: then Playwright looks for its own. `UNDERSTUDY_CHROMIUM` names another. */
export function findChromium(environment = process.env) {
  return (
    environment.UNDERSTUDY_CHROMIUM ||
    findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
  );
}
