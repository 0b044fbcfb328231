import { execFileSync } from 'node:child_process';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from '@playwright/test';
import { runPackaged, startPackaged, UNPACKED } from './support/packaged.ts';
import { callAdmin } from './support/server.ts';

const executable = UNPACKED ?? '';

test.skip(UNPACKED === undefined, 'there is no unpacked app: npm run package makes it, on Linux here');

test('the packaged app starts, serves its console and its sample applications, and ends on SIGTERM with exit code 0', async () => {
  const app = await startPackaged(executable);
  expect(await (await fetch(`${app.url}/health/ready`)).json()).toEqual({ status: 'UP' });
  expect(await (await fetch(`${app.url}/console/`)).text()).toContain('<title>Understudy');
  for (const id of ['web', 'consumption-device', 'service-provider']) {
    const application = await callAdmin(app.url, 'POST', `/emulator/v1/realms/demo/applications/${id}`);
    expect(await application.json()).toMatchObject({ id, state: 'running' });
  }
  expect(await app.stop()).toBe(0);
});

for (const args of [['--headless'], ['start-dev'], []]) {
  const how = args.length === 0 ? 'start' : args.join(' ');
  test(`contract "Start": without a display, the packaged app runs headless with ${how}, and ends with exit code 0`, async () => {
    const app = await startPackaged(executable, args, { display: false });
    expect(await (await fetch(`${app.url}/health/ready`)).json()).toEqual({ status: 'UP' });
    expect(await (await fetch(`${app.url}/console/`)).text()).toContain('<title>Understudy');
    expect((await fetch(`${app.url}/realms/demo`)).status).toBe(404);
    expect(await app.stop()).toBe(0);
  });
}

const endings: [args: string[], code: number, says: RegExp][] = [
  [['--version'], 0, /^Understudy \d\S+ \(in place of Keycloak 26\)\nRuntime: electron /m],
  [['--help'], 0, /^Usage: understudy COMMAND \[options\]$/m],
  [['show-config'], 0, /^Current Configuration:$/m],
  [['start-dev', '--http-prot=1'], 2, /^--http-prot: unknown option\. Did you mean --http-port\?$/m],
  [['--headless', '--http-port=x'], 2, /^http-port: "x" cannot be used/m],
  [['import', '--file=/nowhere.json'], 1, /\/nowhere\.json/],
];
for (const [args, code, says] of endings) {
  test(`contract "Start": without a display, the packaged app ends with exit code ${code} after ${args.join(' ')}`, async () => {
    const ended = await runPackaged(executable, args);
    expect(ended.output).toMatch(says);
    expect(ended.code).toBe(code);
  });
}

test('contract "Start": with a display, --version of the packaged app prints and ends, and shows no dialog', async () => {
  const ended = await runPackaged(executable, ['--version'], { display: true });
  expect(ended.output).toMatch(/^Understudy \d/m);
  expect(ended.code).toBe(0);
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
