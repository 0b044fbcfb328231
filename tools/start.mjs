// Starts Understudy: the window where there is a display, otherwise (or with --headless) the server alone under Node.
import { spawn } from 'node:child_process';
import { availableParallelism, constants } from 'node:os';
import { join } from 'node:path';
import { hasDisplay } from './display.mjs';
import { describeRuntime, runtimeSwitches } from './electron-runtime.mjs';
import { DIST, ROOT } from './paths.mjs';
import { runTool, say } from './progress.mjs';
import { obtainRuntime } from './setup/obtain-runtime.mjs';
import { ensureLibraries } from './setup/system-packages.mjs';

const args = process.argv.slice(2);

/** Arguments that end with a text on the terminal: no window, no runtime. */
const TEXT_ARGUMENTS = ['--headless', '--help', '-h', '--version', 'help', 'version', 'bootstrap-admin'];

/** Runs the program in our place: its terminal, our signals, its exit code. */
function runInPlace(command, commandArgs, environment) {
  const child = spawn(command, commandArgs, { stdio: 'inherit', env: { ...process.env, ...environment } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // On a terminal Ctrl+C has reached the child already.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.once('error', (error) => {
    process.stderr.write(`[understudy] ${command} does not start: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.once('exit', (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal]);
  });
}

function startHeadless() {
  const threads = process.env.UV_THREADPOOL_SIZE ?? String(availableParallelism());
  runInPlace(process.execPath, [join(DIST, 'main/headless.js'), ...args], { UV_THREADPOOL_SIZE: threads });
}

async function startWindow() {
  const runtime = await obtainRuntime();
  ensureLibraries(runtime.executable);
  say(describeRuntime(runtime));
  runInPlace(runtime.executable, [...runtimeSwitches(), ROOT, ...args], {});
}

await runTool(async () => {
  if (args.some((argument) => TEXT_ARGUMENTS.includes(argument))) return startHeadless();
  if (hasDisplay()) return startWindow();
  say('No display (DISPLAY and WAYLAND_DISPLAY are not set): starting headless, without the window.');
  return startHeadless();
});
