// Runs the black-box tests with Playwright on a display and counts them.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../chromium.mjs';
import { startDisplay } from '../display.mjs';
import { findRuntime } from '../electron-runtime.mjs';
import { inNodeModules, OUT, ROOT } from '../paths.mjs';
import { ToolError } from '../progress.mjs';

/** Runs Playwright with further arguments of its own; gives `{ passed, failed, skipped }`. */
export async function runEndToEndTests(args) {
  const runtime = findRuntime();
  if (runtime === undefined)
    throw new ToolError('There is no Electron runtime.', 'Run: node tools/setup.mjs test');
  const report = join(OUT, 'e2e-results.json');
  rmSync(report, { force: true });
  const display = await startDisplay();
  const chromium = findChromium();
  const environment = {
    ...process.env,
    ...display.environment,
    UNDERSTUDY_ELECTRON: runtime.executable,
    ...(chromium === undefined ? {} : { UNDERSTUDY_CHROMIUM: chromium }),
  };
  const command = [
    inNodeModules('@playwright/test/cli.js'),
    'test',
    '-c',
    'e2e/playwright.config.ts',
    ...args,
  ];
  const result = spawnSync(process.execPath, command, { cwd: ROOT, stdio: 'inherit', env: environment });
  display.stop();
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { stats } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = result.status === 0 ? stats.unexpected : Math.max(stats.unexpected, 1);
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped };
}
