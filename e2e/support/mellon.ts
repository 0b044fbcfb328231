// Apache with Debian's mod_auth_mellon as a service provider that nobody here wrote: started with a configuration of its own on a free port.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findApache } from '../../tools/apache.mjs';
import { type KeyPair, sampleKeys } from './saml.ts';

/** What a service provider is started with. */
export interface MellonOptions {
  readonly entityId: string;
  /** The identity provider's metadata. */
  readonly identityProvider: string;
  /** The service provider's own metadata; without them, mellon writes some. */
  readonly metadata?: (url: string) => string;
  /** More lines for the configuration: `MellonSignatureMethod rsa-sha512`. */
  readonly settings?: readonly string[];
  /** Where it listens, when the client must know it before; `freePort` gives one. */
  readonly port?: number;
  /** Files instead of those that are written here, with the configuration of the locations that goes with them. */
  readonly given?: {
    readonly files: Readonly<Record<string, string>>;
    readonly locations: (folder: string) => string;
  };
}

/** A running service provider. Its page at `/secret/` needs a sign-in. */
export interface Mellon {
  readonly url: string;
  readonly entityId: string;
  /** What it tells about itself at its metadata address. */
  metadata(): Promise<string>;
  /** Apache's error log so far. */
  log(): string;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
}

const MODULES = [
  'mpm_event',
  'authn_core',
  'authz_core',
  'authz_user',
  'mime',
  'dir',
  'include',
  'setenvif',
  'auth_mellon',
] as const;

/** Why there is no mellon on this machine; undefined where there is one. */
export function whyNoMellon(): string | undefined {
  return findApache() === undefined ? 'Apache with mod_auth_mellon is not installed' : undefined;
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The page shows who is signed in, and every variable that mellon sets. */
const PAGE =
  '<!doctype html><title>mellon</title><p id="user"><!--#echo var="REMOTE_USER" --></p><pre id="variables"><!--#printenv --></pre>';

/** Everybody sees `/`, who is signed in `/secret`. */
function locations(folder: string, port: number, options: MellonOptions): string {
  return [
    '<Location />',
    'Options +Includes',
    'SetOutputFilter INCLUDES',
    'Require all granted',
    'MellonEnable info',
    'MellonEndpointPath /mellon',
    'MellonSecureCookie Off',
    // Cookies know no ports: two of them on one machine must not share one.
    `MellonVariable port${port}`,
    'MellonMergeEnvVars On',
    'MellonSubjectConfirmationDataAddressCheck Off',
    `MellonSPentityId ${options.entityId}`,
    `MellonSPPrivateKeyFile ${folder}/key.pem`,
    `MellonSPCertFile ${folder}/certificate.pem`,
    `MellonIdPMetadataFile ${folder}/identity-provider.xml`,
    ...(options.metadata === undefined ? [] : [`MellonSPMetadataFile ${folder}/metadata.xml`]),
    ...(options.settings ?? []),
    '</Location>',
    '<Location /secret>',
    'MellonEnable auth',
    'Require valid-user',
    '</Location>',
  ].join('\n');
}

function configuration(folder: string, port: number, options: MellonOptions): string {
  const modules = MODULES.map((name) => `LoadModule ${name}_module ${findApache()?.modules}/mod_${name}.so`);
  // Apache's children give up root; an ordinary user's stay what they are.
  const account = process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : [];
  return [
    `ServerRoot ${folder}`,
    `PidFile ${folder}/httpd.pid`,
    `Mutex file:${folder}`,
    `Listen 127.0.0.1:${port}`,
    `ServerName http://127.0.0.1:${port}`,
    ...account,
    ...modules,
    `ErrorLog ${folder}/error.log`,
    'LogLevel warn auth_mellon:debug',
    'TypesConfig /dev/null',
    'AddType text/html .shtml',
    `DocumentRoot ${folder}/pages`,
    'DirectoryIndex index.shtml',
    'StartServers 1',
    // A browser drops a cookie with SameSite=None over plain HTTP.
    'SetEnvIf Request_URI . MELLON_DISABLE_SAMESITE=1',
    `MellonLockFile ${folder}/mellon.lock`,
    options.given?.locations(folder) ?? locations(folder, port, options),
    '',
  ].join('\n');
}

function writeFiles(folder: string, port: number, options: MellonOptions): void {
  const { signing }: { readonly signing: KeyPair } = sampleKeys();
  // Apache's children read as another user.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'pages/secret'), { recursive: true });
  const files = {
    'pages/index.shtml': PAGE,
    'pages/secret/index.shtml': PAGE,
    'key.pem': signing.key,
    'certificate.pem': signing.certificate,
    'identity-provider.xml': options.identityProvider,
    'metadata.xml': options.metadata?.(`http://127.0.0.1:${port}`) ?? '',
    'httpd.conf': configuration(folder, port, options),
    ...options.given?.files,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o644 });
}

/** Whether it listens; @throws {Error} when it listens and does not show its page. */
async function answers(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  if (response !== undefined && !response.ok) throw new Error(`Apache answers ${response.status} at ${url}`);
  return response !== undefined;
}

/** Starts Apache and waits until it answers. */
export async function startMellon(options: MellonOptions): Promise<Mellon> {
  const apache = findApache();
  if (apache === undefined) throw new Error(whyNoMellon());
  const folder = mkdtempSync(join(tmpdir(), 'understudy-mellon-'));
  const port = options.port ?? (await freePort());
  writeFiles(folder, port, options);
  const child = spawn(apache.program, ['-f', join(folder, 'httpd.conf'), '-DFOREGROUND'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  let running = true;
  const ended = new Promise<number | null>((done) => child.once('close', done));
  void ended.then(() => (running = false));
  const log = () => readFileSync(join(folder, 'error.log'), 'utf8');
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url))) {
    if (!running) throw new Error(`Apache ended:\n${output}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    url,
    entityId: options.entityId,
    metadata: async () => (await fetch(`${url}/mellon/metadata`)).text(),
    log,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
