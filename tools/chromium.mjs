// Finds the browser that the tests drive.
import { findProgram } from './setup/run-command.mjs';

/**
 * The path of an installed Chromium, or undefined, in which case Playwright uses its own.
 * `UNDERSTUDY_CHROMIUM` overrides it. The headless shell comes first: a full Chromium spends as much on the
 * frame of its invisible window as on the page.
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
