import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { type CallbackPage, startCallbackPage } from './support/callback.ts';
import { person } from './support/clients.ts';
import { startDesktop } from './support/desktop.ts';
import { createFolder, ROOT, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let secureUrl: string;
let callback: CallbackPage;
const alice = person('alice');

test.use({ ignoreHTTPSErrors: true });

test.beforeAll(async () => {
  server = await startServer({ args: ['--https-port=0'] });
  await expect.poll(server.output).toMatch(/Listening on: https:/);
  secureUrl = /Listening on: (https:\S+)/.exec(server.output())?.[1] ?? '';
  callback = await startCallbackPage();
});
test.afterAll(async () => {
  callback.close();
  expect(await server.stop()).toBe(0);
});

const certificatePath = (dataDir: string): string => join(dataDir, 'https', 'certificate.pem');

/** Runs a module in a Node process that trusts the server's certificate, as docs/https.md describes. */
async function runTrusting(dataDir: string, script: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificatePath(dataDir) },
  });
  return stdout;
}

/** The status of a GET by a caller that trusts only `ca`. */
function statusFor(url: string, ca: string): Promise<number | undefined> {
  return new Promise((done, failed) => {
    const outgoing = request(url, { ca, agent: false }, (response) => {
      response.resume();
      done(response.statusCode);
    });
    outgoing.on('error', failed);
    outgoing.end();
  });
}

async function signIn(page: Page, issuer: string): Promise<void> {
  const parameters = {
    client_id: 'demo-web',
    redirect_uri: callback.url,
    response_type: 'code',
    scope: 'openid',
  };
  await page.goto(`${issuer}/protocol/openid-connect/auth?${new URLSearchParams(parameters)}`);
  await page.fill('#username', alice.username);
  await page.fill('#password', alice.password);
  await page.click('#kc-login');
  await page.waitForURL(/\/callback\?.*code=/);
}

for (const name of ['127.0.0.1', 'localhost']) {
  test(`HTTPS: a browser signs in at ${name}; its cookies are Secure and SameSite=None`, async ({ page }) => {
    const base = secureUrl.replace('127.0.0.1', name);
    await signIn(page, `${base}/realms/demo`);
    const iss = new URL(page.url()).searchParams.get('iss');
    expect(iss).toBe(`${base}/realms/demo`);
    const cookies = await page.context().cookies(`${base}/realms/demo/`);
    const identity = cookies.find((cookie) => cookie.name === 'KEYCLOAK_IDENTITY');
    expect(identity).toMatchObject({ secure: true, sameSite: 'None', httpOnly: true });
  });
}

test('HTTPS: the console works behind its sign-in', async ({ page }) => {
  await page.goto(`${secureUrl}/console/`);
  await page.fill('#username', 'admin');
  await page.fill('#password', 'admin');
  await page.click('#kc-login');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('docs/https.md: openid-client in a Node process that trusts the certificate discovers the issuer and gets tokens', async () => {
  const text = await runTrusting(
    server.dataDir,
    `import * as oidc from 'openid-client';
    const client = await oidc.discovery(new URL('${secureUrl}/realms/demo'), 'demo-service', 'demo-service-secret');
    const tokens = await oidc.clientCredentialsGrant(client);
    console.log(JSON.parse(Buffer.from(tokens.access_token.split('.')[1], 'base64url')).iss);`,
  );
  expect(text.trim()).toBe(`${secureUrl}/realms/demo`);
});

test('HTTPS: the certificate is valid for localhost and both loopback addresses, is readable by its owner only, and survives a restart', async () => {
  const dataDir = createFolder();
  const first = await startServer({ dataDir, args: ['--https-port=0'] });
  await expect.poll(first.output).toMatch(/Listening on: https:/);
  const path = certificatePath(dataDir);
  const ca = readFileSync(path, 'utf8');
  const url = /Listening on: (https:\S+)/.exec(first.output())?.[1] ?? '';
  expect(await statusFor(`${url}/health/ready`, ca)).toBe(200);
  expect(await statusFor(`${url.replace('127.0.0.1', 'localhost')}/health/ready`, ca)).toBe(200);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(first.output()).toContain(path);
  await first.stop();
  const second = await startServer({ dataDir, args: ['--https-port=0'] });
  expect(readFileSync(path, 'utf8')).toBe(ca);
  await second.stop();
});

test('HTTPS: a caller that does not trust the certificate cannot connect', async () => {
  await expect(fetch(`${secureUrl}/health/ready`)).rejects.toThrow();
});

test('HTTPS: the desktop window keeps working', async () => {
  const dataDir = createFolder();
  const desktop = await startDesktop([`--data-dir=${dataDir}`, '--https-port=0']);
  try {
    await expect(desktop.window.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    const addresses = await desktop.window.evaluate(async () => {
      const answer = await fetch('/emulator/v1/server');
      return ((await answer.json()) as { addresses: string[] }).addresses;
    });
    const url = addresses.find((address) => address.startsWith('https:')) ?? '';
    expect(await statusFor(`${url}/health/ready`, readFileSync(certificatePath(dataDir), 'utf8'))).toBe(200);
  } finally {
    await desktop.close();
  }
});
