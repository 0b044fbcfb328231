// Debian's registry with token authentication as a separate process, and skopeo as its client.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collect } from './collect.ts';
import { callAdmin, createFolder } from './server.ts';

/** A running registry. */
export interface TestRegistry {
  /** `127.0.0.1:34567` */
  readonly host: string;
  readonly url: string;
  /** Output so far. */
  output(): string;
  stop(): Promise<void>;
}

/** The registry's trust settings. */
interface RegistrySettings {
  /** Base URL of the realm, which is the issuer. */
  readonly issuer: string;
  /** The registry's clientId. */
  readonly service: string;
  /** Trusted certificates, PEM. */
  readonly bundle: string;
  /** Image folder; default: a new one. */
  readonly images?: string;
}

/** The certificates of the realm's signing keys, as PEM. */
export async function realmCertificates(serverUrl: string, realm: string): Promise<string> {
  return (await callAdmin(serverUrl, 'GET', `/emulator/v1/realms/${realm}/certificates`)).text();
}

/** Starts a registry on a free port and waits until it listens. */
export async function startRegistry(settings: RegistrySettings): Promise<TestRegistry> {
  const folder = createFolder('registry');
  mkdirSync(folder, { recursive: true });
  const bundle = join(folder, 'bundle.pem');
  writeFileSync(bundle, settings.bundle);
  const config = join(folder, 'config.yml');
  writeFileSync(config, renderConfig(settings, bundle, settings.images ?? join(folder, 'images')));
  const child = spawn('docker-registry', ['serve', config], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collect(child);
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const host = await waitForAddress(child, output);
  return {
    host,
    url: `http://${host}`,
    output,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function renderConfig({ issuer, service }: RegistrySettings, bundle: string, images: string): string {
  return `version: 0.1
log:
  level: info
storage:
  filesystem:
    rootdirectory: ${images}
  delete:
    enabled: true
http:
  addr: 127.0.0.1:0
auth:
  token:
    realm: ${issuer}/protocol/docker-v2/auth
    service: ${service}
    issuer: ${issuer}
    rootcertbundle: ${bundle}
`;
}

function waitForAddress(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((found, failed) => {
    child.once('error', failed);
    child.once('close', (code) => failed(new Error(`the registry ended with ${code}:\n${output()}`)));
    const look = (): void => {
      const host = /listening on (127\.0\.0\.1:\d+)/.exec(output())?.[1];
      if (host !== undefined) found(host);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
  });
}

/** Result of a skopeo command. */
interface SkopeoResult {
  readonly code: number;
  readonly output: string;
}

/** Skopeo with separate credentials. */
export interface Skopeo {
  login(host: string, username: string, password: string): Promise<SkopeoResult>;
  /** Copies an image between an OCI folder (`oci:…`) and a registry (`docker://…`). */
  copy(from: string, to: string): Promise<SkopeoResult>;
  run(command: string, ...args: readonly string[]): Promise<SkopeoResult>;
}

/** A client without any login. */
export function createSkopeo(): Skopeo {
  const credentials = createFolder('auth.json');
  const run = (args: readonly string[]): Promise<SkopeoResult> =>
    new Promise((done) => {
      const options = { env: { ...process.env, REGISTRY_AUTH_FILE: credentials }, timeout: 60_000 };
      execFile('skopeo', ['--insecure-policy', ...args], options, (error, stdout, stderr) => {
        const code = error === null ? 0 : Number(error.code ?? 1);
        done({ code, output: `${stdout}${stderr}` });
      });
    });
  return {
    login: (host, username, password) =>
      run(['login', '--tls-verify=false', '--username', username, '--password', password, host]),
    copy: (from, to) => run(['copy', '--src-tls-verify=false', '--dest-tls-verify=false', from, to]),
    run: (command, ...args) => run([command, '--tls-verify=false', ...args]),
  };
}

/** Why registry or client are missing; undefined if both exist. Setup installs them on Debian. */
export function whyNoRegistry(): string | undefined {
  const missing = ['docker-registry', 'skopeo'].filter(
    (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error !== undefined,
  );
  return missing.length === 0 ? undefined : `not installed: ${missing.join(', ')}`;
}
