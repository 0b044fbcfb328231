// Playwright configuration of the black-box tests: the machine's Chromium, reports below out/.
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../tools/chromium.mjs';

const executablePath: string | undefined = findChromium();

const args: readonly string[] = [
  // Chromium refuses to run as root inside its own sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds: optimizing its code takes longer than running it.
  '--js-flags=--no-opt',
];

/** Relative to this file's folder. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../out/e2e',
  // One more than the cores, because tests also wait: for timers, for programs that they start.
  workers: Math.min(availableParallelism(), 4) + 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  // Limits for hanging tests, not for slow ones: the tests must pass on a busy machine.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../out/e2e-results.json' }]],
  use: {
    browserName: 'chromium',
    // What is clicked does not move; console-look.spec.ts tests the console with motion, too.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath === undefined ? {} : { executablePath }), args: [...args] },
  },
});
