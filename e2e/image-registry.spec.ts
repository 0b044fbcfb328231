// The image, built with Debian's buildah, pushed to a registry with Understudy's tokens, pulled and run.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { collect } from './support/collect.ts';
import { freePort } from './support/free-port.ts';
import { makeImageFolder, startLine } from './support/image.ts';
import { realmCertificates, startRegistry, whyNoRegistry } from './support/registry.ts';
import { createFolder, ROOT, startServer } from './support/server.ts';

const run = promisify(execFile);
const storage = createFolder('storage');

function buildah(...args: string[]): Promise<{ stdout: string }> {
  return run('buildah', ['--root', storage, '--runroot', `${storage}-run`, ...args], { cwd: ROOT });
}

/** Why containers cannot be built and run here; undefined if they can. */
async function whyNoContainers(): Promise<string | undefined> {
  if (spawnSync('buildah', ['--version']).error !== undefined) return 'not installed: buildah';
  try {
    await buildah('from', '--name', 'probe', 'scratch');
    await buildah('mount', 'probe');
    return undefined;
  } catch (error) {
    return `buildah cannot make containers here: ${String((error as { stderr?: string }).stderr ?? error)}`;
  }
}

/** Programs of the base: Node, the shell, and what health checks use. */
const PROGRAMS = ['node', 'bash', 'cat', 'grep', 'head', 'nproc', 'readlink', 'timeout'];

/** A base image of this machine's programs, which are Debian's, with their libraries. */
async function makeBase(): Promise<void> {
  await buildah('from', '--name', 'base', 'scratch');
  const root = (await buildah('mount', 'base')).stdout.trim();
  for (const folder of ['usr/bin', 'usr/lib', 'usr/lib64', 'etc', 'tmp'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const [link, target] of [
    ['bin', 'usr/bin'],
    ['lib', 'usr/lib'],
    ['lib64', 'usr/lib64'],
  ] as const)
    symlinkSync(target, join(root, link));
  for (const program of PROGRAMS) {
    const path = realpathSync((await run('which', [program])).stdout.trim());
    copyFileSync(path, join(root, 'usr/bin', program));
    const { stdout } = await run('ldd', [path]);
    for (const [library] of stdout.matchAll(/\/\S+/g)) copyInto(root, library);
  }
  await buildah('commit', 'base', 'localhost/base');
}

function copyInto(root: string, path: string): void {
  const target = join(root, path.startsWith('/usr') ? path : `/usr${path}`);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(realpathSync(path), target);
}

test.afterAll(async () => {
  await buildah('rm', '--all').catch(() => undefined);
});

test('drop-in "The image": built without a network, pushed and pulled with tokens of the registry realm, and run', async () => {
  test.setTimeout(240_000);
  const why = whyNoRegistry() ?? (await whyNoContainers());
  test.skip(why !== undefined, why ?? '');
  await makeImageFolder();
  await makeBase();
  await buildah(
    'bud',
    '--format=docker',
    '--build-arg=BASE=localhost/base',
    '--tag=understudy',
    '--file=Containerfile',
    '.',
  );
  const server = await startServer({ args: ['--features=docker'] });
  const bundle = await realmCertificates(server.url, 'demo');
  const registry = await startRegistry({
    issuer: `${server.url}/realms/demo`,
    service: 'demo-registry',
    bundle,
  });
  const remote = `docker://${registry.host}/alice/understudy:1`;
  const login = ['--tls-verify=false', '--creds=alice:alice-password'];
  await buildah('push', ...login, 'localhost/understudy', remote);
  await buildah('rmi', '--force', 'localhost/understudy');
  await buildah('pull', ...login, remote);
  await registry.stop();
  await server.stop();

  const config = JSON.parse(
    (await buildah('inspect', '--type=image', `${registry.host}/alice/understudy:1`)).stdout,
  );
  const { User, Entrypoint, ExposedPorts, Healthcheck } = config.Docker.config;
  expect([User, Entrypoint]).toEqual(['1000', ['/opt/keycloak/bin/kc.sh']]);
  expect(Object.keys(ExposedPorts).toSorted()).toEqual(['8080/tcp', '8443/tcp', '9000/tcp']);
  expect(Healthcheck.Test).toEqual(['CMD', '/opt/keycloak/bin/health.sh']);

  await buildah('from', '--name', 'kc', `${registry.host}/alice/understudy:1`);
  const port = await freePort();
  const settings = [
    '--isolation=chroot',
    `--env=KC_HTTP_PORT=${port}`,
    '--env=KC_BOOTSTRAP_ADMIN_PASSWORD=secret',
  ];
  const container = spawn(
    'buildah',
    [
      '--root',
      storage,
      '--runroot',
      `${storage}-run`,
      'run',
      ...settings,
      'kc',
      '--',
      '/opt/keycloak/bin/kc.sh',
      'start-dev',
    ],
    { detached: true },
  );
  const output = collect(container);
  try {
    await startLine(container, output);
    expect(output()).toContain(`Listening on: http://0.0.0.0:${port}`);
    expect((await fetch(`http://127.0.0.1:${port}/realms/master`)).status).toBe(200);
    const health = await buildah(
      'run',
      '--isolation=chroot',
      `--env=KC_HTTP_PORT=${port}`,
      'kc',
      '--',
      '/opt/keycloak/bin/health.sh',
    );
    expect(health.stdout).toBe('');
    const shell = await buildah(
      'run',
      '--isolation=chroot',
      'kc',
      '--',
      '/bin/sh',
      '-c',
      'echo $BASH_VERSION',
    );
    expect(shell.stdout).toMatch(/^\d/);
  } finally {
    if (container.pid !== undefined) process.kill(-container.pid, 'SIGTERM');
  }
});
