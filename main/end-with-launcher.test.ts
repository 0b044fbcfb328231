import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { endWithLauncher } from './end-with-launcher.ts';

const SCRIPT = `
import { endWithLauncher } from ${JSON.stringify(new URL('end-with-launcher.ts', import.meta.url).href)};
endWithLauncher(process.env, () => { process.stdout.write('ended'); process.exit(0); });
process.stdout.write('up');
setInterval(() => undefined, 1000);
`;
const NODE_ARGUMENTS = ['--import', 'tsx', '--input-type=module', '--eval', SCRIPT];

/** A launcher with a child process that watches it and writes to this process. */
function startLauncher(): ChildProcess {
  const launcher = `require('node:child_process').spawn(process.execPath, ${JSON.stringify(NODE_ARGUMENTS)},
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, UNDERSTUDY_LAUNCHER_PID: String(process.pid) } })
    .on('spawn', () => process.send('started'));`;
  return spawn(process.execPath, ['--eval', launcher], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
}

/** Resolves when the watching process is running; `rest` is what it writes until it ends. */
async function follow(launcher: ChildProcess): Promise<{ rest: Promise<string> }> {
  await once(launcher, 'message');
  launcher.disconnect();
  let text = '';
  const output = launcher.stdout;
  assert.ok(output);
  await new Promise<void>((up) =>
    output.on('data', (chunk) => {
      text += chunk;
      if (text.startsWith('up')) up();
    }),
  );
  return { rest: once(output, 'close').then(() => text.slice('up'.length)) };
}

test('launcher: the desktop ends when its launcher is killed', async () => {
  const launcher = startLauncher();
  const { rest } = await follow(launcher);
  launcher.kill('SIGKILL');
  assert.equal(await rest, 'ended');
});

/** How often `end` is called within ten seconds. */
function countEnds(context: TestContext, launcher: string | undefined): number {
  context.mock.timers.enable({ apis: ['setInterval'] });
  let ends = 0;
  endWithLauncher({ UNDERSTUDY_LAUNCHER_PID: launcher }, () => {
    ends += 1;
  });
  context.mock.timers.tick(10_000);
  return ends;
}

test('launcher: the desktop ends when the launcher is no longer its parent', (context) => {
  assert.notEqual(countEnds(context, String(process.pid)), 0);
});

test('launcher: the desktop keeps running while its launcher runs', (context) => {
  assert.equal(countEnds(context, String(process.ppid)), 0);
});

for (const launcher of [undefined, '', '0', '-1', '1.5', 'npm']) {
  test(`launcher: without the process ID of a launcher nothing is watched (${launcher})`, (context) => {
    assert.equal(countEnds(context, launcher), 0);
  });
}
