// Runs the black-box tests with Playwright on a display and counts the results.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../chromium.mjs';
import { startDisplay } from '../display.mjs';
import { findRuntime } from '../electron-runtime.mjs';
import { inNodeModules, OUT, ROOT } from '../paths.mjs';
import { ToolError } from '../progress.mjs';
import { showSlowestFiles } from './slowest-files.mjs';

/**
 * Playwright's filters match whole paths; ours match the part below e2e/, so that the name of the clone's
 * folder does not matter. An argument after an option may be its value and is kept.
 */
export function filtersBelowTests(args) {
  const takesValue = (arg = '') => arg.startsWith('-') && !arg.includes('=');
  const isFilter = (arg, position) => !arg.startsWith('-') && !takesValue(args[position - 1]);
  return args.map((arg, position) => (isFilter(arg, position) ? `/e2e/.*${arg.replace(/^e2e\//, '')}` : arg));
}

const SERVERS = /^--servers=(\d+)$/;

/**
 * Takes our own option from the arguments: with `--servers=3`, three servers on one database behind a load balancer
 * take the place of each server that the tests start.
 */
export function takeServers(args) {
  const own = args.find((arg) => SERVERS.test(arg));
  const environment = own === undefined ? {} : { UNDERSTUDY_TEST_SERVERS: SERVERS.exec(own)[1] };
  return { rest: args.filter((arg) => arg !== own), environment };
}

/** Runs Playwright with further arguments; returns `{ passed, failed, skipped, failures }`. */
export async function runEndToEndTests(args) {
  const runtime = findRuntime();
  if (runtime === undefined)
    throw new ToolError('There is no Electron runtime.', 'Run: node tools/setup.mjs test');
  const report = join(OUT, 'e2e-results.json');
  rmSync(report, { force: true });
  const display = await startDisplay();
  const chromium = findChromium();
  const servers = takeServers(args);
  const environment = {
    ...process.env,
    ...servers.environment,
    ...display.environment,
    UNDERSTUDY_ELECTRON: runtime.executable,
    ...(chromium === undefined ? {} : { UNDERSTUDY_CHROMIUM: chromium }),
  };
  const command = [
    inNodeModules('@playwright/test/cli.js'),
    'test',
    '-c',
    'e2e/playwright.config.ts',
    ...filtersBelowTests(servers.rest),
  ];
  const result = spawnSync(process.execPath, command, { cwd: ROOT, stdio: 'inherit', env: environment });
  display.stop();
  if (!existsSync(report)) {
    return { passed: 0, failed: 1, skipped: 0, failures: [`e2e: Playwright ended with ${result.status}`] };
  }
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = result.status === 0 ? stats.unexpected : Math.max(stats.unexpected, 1);
  const failures = suites.flatMap(listFailedSpecs);
  showSlowestFiles(sumDurations(suites));
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped, failures };
}

/** Total duration of each file's tests, from Playwright's JSON report: `[path, milliseconds]`. */
export function sumDurations(suites) {
  const durations = new Map();
  const visit = ({ specs = [], suites: inner = [] }) => {
    for (const { file, tests } of specs) {
      const sum = tests
        .flatMap(({ results }) => results)
        .reduce((total, { duration }) => total + duration, 0);
      durations.set(`e2e/${file}`, (durations.get(`e2e/${file}`) ?? 0) + sum);
    }
    inner.forEach(visit);
  };
  suites.forEach(visit);
  return [...durations];
}

/**
 * The failed tests of a suite of Playwright's JSON report, each with its location and its messages. The first message of
 * a test that exceeds its time limit says just that; the next one names the step that it was waiting for.
 */
export function listFailedSpecs(suite) {
  const failed = (suite.specs ?? []).filter(({ ok }) => !ok);
  const own = failed.map((spec) => {
    const messages = spec.tests.flatMap(({ results }) =>
      results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')),
    );
    return [`${spec.file}:${spec.line} ${spec.title}`, ...messages].join('\n');
  });
  return [...own, ...(suite.suites ?? []).flatMap(listFailedSpecs)];
}
