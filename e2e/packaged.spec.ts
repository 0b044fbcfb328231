import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from '@playwright/test';
import { callAdmin, collect, createFolder, ROOT } from './support/server.ts';

const executable = join(ROOT, 'release/linux-unpacked/understudy');
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

test.skip(
  process.platform !== 'linux' || !existsSync(executable),
  'there is no unpacked app: npm run package makes it, on Linux here',
);

/** Starts the packaged app and waits for its URL. */
function start(): Promise<{ url: string; child: ChildProcess; ended: Promise<number | null> }> {
  const folders = [`--user-data-dir=${createFolder('profile')}`, `--data-dir=${createFolder()}`];
  const child = spawn(executable, [...sandbox, '--disable-gpu', '--http-port=0', ...folders], {
    env: { ...process.env, CI: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  const output = collect(child);
  return new Promise((started, failed) => {
    void ended.then((code) => failed(new Error(`the packaged app ended with ${code}:\n${output()}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', () => {
        const url = /Listening on: (\S+)/.exec(output())?.[1];
        if (url !== undefined) started({ url, child, ended });
      });
    }
  });
}

test('the packaged app starts, serves its console and its sample applications, and ends on SIGTERM with exit code 0', async () => {
  const { url, child, ended } = await start();
  expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ status: 'UP' });
  expect(await (await fetch(`${url}/console/`)).text()).toContain('<title>Understudy');
  for (const id of ['web', 'consumption-device', 'service-provider']) {
    const application = await callAdmin(url, 'POST', `/emulator/v1/realms/demo/applications/${id}`);
    expect(await application.json()).toMatchObject({ id, state: 'running' });
  }
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

/** States of a fuse as bytes in the executable: the characters 0 and 1. */
const OFF = 0x30;
const ON = 0x31;

test('the packaged app is hardened: its fuses are set', async () => {
  const fuses = await getCurrentFuseWire(executable);
  const states = {
    RunAsNode: OFF,
    EnableNodeOptionsEnvironmentVariable: OFF,
    EnableNodeCliInspectArguments: OFF,
    EnableEmbeddedAsarIntegrityValidation: ON,
    OnlyLoadAppFromAsar: ON,
    GrantFileProtocolExtraPrivileges: OFF,
  } as const;
  for (const [name, state] of Object.entries(states))
    expect(fuses[FuseV1Options[name as keyof typeof states]], name).toBe(state);
});

test('the packaged app is hardened: it cannot be run as Node', () => {
  const options = { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' }, timeout: 10_000 };
  const run = () => execFileSync(executable, ['-e', 'process.stdout.write("I am Node")'], options).toString();
  let output = '';
  try {
    output = run();
  } catch (error) {
    output = String((error as { stdout?: Buffer }).stdout ?? '');
  }
  expect(output).not.toContain('I am Node');
});
