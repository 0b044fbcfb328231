// Runs a guide as the console offers it: its files and commands are read from the screen, in a folder of their own.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { submitSignInForm } from '#fixtures/test/sign-in-form.ts';
import { person } from './clients.ts';
import { collect } from './collect.ts';
import { openConsole } from './console.ts';
import { freePort } from './free-port.ts';
import { sampleKeys } from './saml.ts';
import { callAdmin, createFolder, type TestServer } from './server.ts';

/** What the console shows. */
export interface ShownGuide {
  readonly install: string | undefined;
  readonly files: Readonly<Record<string, string>>;
  readonly command: string;
}

/** A client of the demo realm with a redirect URI for an application on a free port. */
export interface GuideClient {
  readonly id: string;
  readonly clientId: string;
  /** Of the application that the guide makes. */
  readonly origin: string;
}

let count = 0;

/** Creates a client; `members` are its settings, `host` where its application listens. */
export async function createGuideClient(
  server: TestServer,
  members: Readonly<Record<string, unknown>>,
  host = 'localhost',
): Promise<GuideClient> {
  const origin = `http://${host}:${await freePort()}`;
  // Quotes and the like must not break out of a file.
  const clientId = `it's "guide" $${process.pid}-${++count}`;
  const settings = { clientId, redirectUris: [`${origin}/*`], webOrigins: ['+'], ...members };
  const answer = await callAdmin(server.url, 'POST', '/admin/realms/demo/clients', settings);
  expect(answer.status, await answer.text()).toBe(201);
  const id = answer.headers.get('location')?.split('/').at(-1) ?? '';
  return { id, clientId: String(settings.clientId), origin };
}

export const CONFIDENTIAL: Readonly<Record<string, unknown>> = { publicClient: false, secret: `s'e"c$r\\et` };
export const PUBLIC: Readonly<Record<string, unknown>> = { publicClient: true };

const RSA_OAEP_MGF1P = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';

/** Settings of SAML clients that change what a guide contains. */
export const SAML_VARIANTS: readonly (readonly [
  what: string,
  attributes: Readonly<Record<string, string>>,
])[] = [
  ['unsigned requests', { 'saml.client.signature': 'false' }],
  [
    'signed requests and encrypted assertions',
    {
      'saml.client.signature': 'true',
      'saml.encrypt': 'true',
      // What most libraries can decrypt.
      'saml.encryption.algorithm': 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
      'saml.encryption.keyAlgorithm': RSA_OAEP_MGF1P,
      'saml.encryption.digestMethod': 'http://www.w3.org/2000/09/xmldsig#sha1',
      ...keyAttributes('signing'),
      ...keyAttributes('encryption'),
    },
  ],
];

function keyAttributes(use: 'signing' | 'encryption'): Record<string, string> {
  const { key, certificate } = sampleKeys().signing;
  const base64 = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '');
  return { [`saml.${use}.private.key`]: base64(key), [`saml.${use}.certificate`]: base64(certificate) };
}

/** Creates a SAML client for a guide. */
export function createSamlGuideClient(
  server: TestServer,
  attributes: Readonly<Record<string, string>>,
): Promise<GuideClient> {
  const clientId = `urn:example:it's:${++count}`;
  const all = { saml_name_id_format: 'username', 'saml.assertion.signature': 'true', ...attributes };
  return createGuideClient(server, { clientId, protocol: 'saml', attributes: all });
}

/** Reads the guide from the client's screen in the console. */
export async function readGuide(
  browser: Browser,
  server: TestServer,
  client: GuideClient,
  guide: string,
): Promise<ShownGuide> {
  const page = await browser.newPage();
  await openConsole(page, server.url);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/clients/${client.id}/guides?guide=${guide}`);
  await expect(page.getByRole('heading', { level: 1, name: client.clientId })).toBeVisible();
  const section = page.getByRole('region', { name: / guide$/ });
  await expect(section).toBeVisible();
  const blocks = await section
    .locator('[role=region]')
    .evaluateAll((regions) =>
      regions.map((region) => [
        region.getAttribute('aria-label') ?? '',
        region.querySelector('pre')?.textContent ?? '',
      ]),
    );
  await page.close();
  const { installation, 'start command': command = '', ...files } = Object.fromEntries(blocks);
  return { install: installation, files, command };
}

/** Writes files into a folder. */
export function writeGuideInto(folder: string, files: ShownGuide['files']): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Writes the guide's files into a new folder that other accounts may read, such as Apache's. */
export function writeGuide({ files }: ShownGuide): string {
  const folder = createFolder('guide');
  mkdirSync(folder);
  chmodSync(dirname(folder), 0o755);
  writeGuideInto(folder, files);
  return folder;
}

/** A shell command of a guide. */
export interface GuideProcess {
  output(): string;
  /** Ends the command and all that it has started. */
  stop(): Promise<void>;
}

function spawnShell(folder: string, command: string, environment: Readonly<Record<string, string>>) {
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    // A process group of its own, because commands start others.
    detached: true,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NG_CLI_ANALYTICS: 'false', CI: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return {
    child,
    output: collect(child),
    ended: new Promise<number | null>((done) => child.once('close', done)),
  };
}

/** Runs a command to its end. */
export async function runInFolder(
  folder: string,
  command: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const { output, ended } = spawnShell(folder, command, environment);
  return { code: await ended, output: output() };
}

const UNREACHABLE =
  /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/;

/** Installs from the npm registry; returns why it cannot be reached. @throws {Error} if npm fails otherwise. */
export async function installFromNpm(
  folder: string,
  install: string | undefined,
): Promise<string | undefined> {
  const { code, output } = await runInFolder(folder, install ?? 'false', {
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_prefer_offline: 'true',
    npm_config_fetch_retries: '1',
  });
  if (code === 0) return undefined;
  if (UNREACHABLE.test(output)) return 'the npm registry cannot be reached';
  throw new Error(`${install} ended with ${code}:\n${output}`);
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Starts the guide's command and waits until its application answers at `origin`. */
export async function startGuide(
  folder: string,
  { command }: ShownGuide,
  origin: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<GuideProcess> {
  const { child, output, ended } = spawnShell(folder, command, environment);
  const stop = async (): Promise<void> => {
    if (isRunning(child) && child.pid !== undefined) {
      const group = -child.pid;
      process.kill(group, 'SIGTERM');
      // shibd sometimes never ends when a signal arrives while it starts its threads.
      const timer = setTimeout(() => process.kill(group, 'SIGKILL'), 10_000);
      await ended;
      clearTimeout(timer);
    }
    await ended;
  };
  while ((await fetch(origin, { redirect: 'manual' }).catch(() => undefined)) === undefined) {
    if (!isRunning(child)) throw new Error(`${command} ended:\n${output()}`);
    await new Promise((done) => setTimeout(done, 100));
  }
  return { output, stop };
}

/** Stops the guides of a test; the report of a failed test shows what they have printed. */
export async function stopGuides(running: GuideProcess[]): Promise<void> {
  for (const guide of running.splice(0)) {
    await guide.stop();
    const { status, expectedStatus } = test.info();
    if (status !== expectedStatus) await test.info().attach('output of the guide', { body: guide.output() });
  }
}

const alice = person('alice');

/** Opens the application, signs alice in, and expects the page that says so. */
export async function expectSignIn(page: Page, origin: string, shown = 'Signed in as alice'): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  // A development server discards the first page while it is still bundling packages.
  await expect(async () => {
    await page.goto(origin);
    await expect(button.or(page.locator('#username')).first()).toBeVisible({ timeout: 15_000 });
  }).toPass({ timeout: 60_000 });
  if (await button.isVisible()) await button.click();
  await submitSignInForm(page, alice);
  await expect(page.locator('body')).toContainText(shown);
}

/** Expects that the application signs nobody in with a response that it did not request. */
export async function expectForgeryRefused(page: Page, url: string): Promise<void> {
  await page.goto(`${url}?code=forged&state=forged`).catch(() => undefined);
  await expect(page.locator('body')).not.toContainText('Signed in as');
}

/** Expects that the application accepts no response without a signature; cookies that it sets remain in the page. */
export async function expectForgedAssertionRefused(page: Page, consumer: string): Promise<void> {
  const response = Buffer.from('<Response xmlns="urn:oasis:names:tc:SAML:2.0:protocol"/>').toString('base64');
  const answer = await page.request.post(consumer, { form: { SAMLResponse: response } });
  expect(await answer.text()).not.toContain('Signed in as');
}
