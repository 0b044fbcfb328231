// Finds the browser that the tests drive.
import { findProgram } from './setup/run-command.mjs';

/**
 * The path of an installed Chromium, or undefined: then Playwright looks for its own. `UNDERSTUDY_CHROMIUM` names another.
 * The headless shell comes first: a whole Chromium spends as much on the frame of a window that nobody sees as on the page.
 */
export function findChromium(environment = process.env) {
  return (
    environment.UNDERSTUDY_CHROMIUM ||
    findProgram(
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
    )
  );
}
