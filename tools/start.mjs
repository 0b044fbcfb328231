// Starts Understudy for start.cjs: the window if there is a display, otherwise (or with --headless) the
// server only, in this process.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasDisplay } from './display.mjs';
import { watchParent } from './parent.mjs';
import { DIST, ROOT } from './paths.mjs';
import { runTool, say } from './progress.mjs';
import { obtainWindowCommand } from './setup/window-command.mjs';

const args = process.argv.slice(2);

/** Arguments that need neither window nor runtime: those of bin/understudy.sh. */
const HEADLESS_ARGUMENTS = [
  ...['--headless', '--help', '--help-all', '-h', '--version', '-V'],
  ...[
    'start-dev',
    'import',
    'export',
    'bootstrap-admin',
    'show-config',
    'verify',
    'mcp',
    'build',
    'help',
    'version',
  ],
];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs the window as a child with this process's terminal, signals and exit code; they end together. */
function runInPlace(command, commandArgs) {
  const env = { ...process.env, UNDERSTUDY_LAUNCHER_PID: String(process.pid) };
  const child = spawn(command, commandArgs, { stdio: 'inherit', env });
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // On a terminal, Ctrl+C also reaches the child directly.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.once('error', (error) => {
    process.stderr.write(`[understudy] ${command} did not start: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.once('exit', (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal]);
  });
}

async function startHeadless() {
  await import(pathToFileURL(join(DIST, 'main/headless.js')));
}

async function startWindow() {
  const [executable, ...switches] = await obtainWindowCommand();
  runInPlace(executable, [...switches, ROOT, ...args]);
}

await runTool(async () => {
  const startedByNpm = process.env.npm_lifecycle_event === 'start';
  if (startedByNpm || process.platform === 'win32') {
    // Until the server or the window is running, nothing handles the signal.
    watchParent(() => process.emit('SIGTERM') || process.exit(1), { startedByNpm });
  }
  if (args.some((argument) => HEADLESS_ARGUMENTS.includes(argument))) return startHeadless();
  if (hasDisplay()) return startWindow();
  say('No display (DISPLAY and WAYLAND_DISPLAY are not set): starting headless, without the window.');
  return startHeadless();
});
