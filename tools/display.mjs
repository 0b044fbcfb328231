// A display for tests on machines without one: Xvfb, on a display number that it chooses.
import { spawn } from 'node:child_process';
import { ToolError } from './progress.mjs';

/** True if windows can be shown without Xvfb. */
export function hasDisplay(environment = process.env) {
  if (process.platform !== 'linux') return true;
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
}

function readNumber(server) {
  return new Promise((done, failed) => {
    let text = '';
    server.stdio[3].on('data', (chunk) => {
      text += chunk;
      if (text.endsWith('\n')) done(Number(text));
    });
    server.once('error', (error) =>
      failed(new ToolError(`Xvfb: ${error.message}`, 'Run: node tools/setup.mjs test')),
    );
    server.once('exit', (code) =>
      failed(new ToolError(`Xvfb ended with ${code}.`, 'To see why, run: Xvfb :99')),
    );
  });
}

/**
 * Starts Xvfb unless there is a display; returns the environment for programs that show windows, and `stop`.
 * Xvfb ends with this process at the latest.
 * @throws ToolError if Xvfb does not start.
 */
export async function startDisplay(size = '1440x900x24') {
  if (hasDisplay()) return { environment: {}, stop: () => undefined };
  const args = ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp', '-noreset'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await readNumber(server);
  server.stdio[3].destroy();
  server.unref();
  const stop = () => server.kill();
  process.once('exit', stop);
  return { environment: { DISPLAY: `:${number}`, UNDERSTUDY_OWN_DISPLAY: '1' }, stop };
}
