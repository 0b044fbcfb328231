// The pages of docs/how-to, followed as they are written: their files, their commands, from an empty folder.
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAML } from '@node-saml/node-saml';
import { expect, test } from '@playwright/test';
import { ConfigCli } from './support/config-cli.ts';
import type { ConfigFile } from './support/config-file.ts';
import { freePort } from './support/free-port.ts';
import { type GuidePage, openGuidePage } from './support/guide-page.ts';
import { createNpmProject } from './support/npm-project.ts';
import { AdminSession } from './support/replay.ts';
import { ROOT } from './support/server.ts';

/** The reader's application: signs users in with a library, and greets them. */
const APPLICATION = `
import { createServer } from 'node:http';
import * as client from 'openid-client';

const { ISSUER, CLIENT_ID, CLIENT_SECRET } = process.env;
const options = { execute: [client.allowInsecureRequests] };
const config = await client.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, options);
const own = 'http://127.0.0.1:' + process.argv[2];
const redirect_uri = own + '/callback';
const pkceCodeVerifier = client.randomPKCECodeVerifier();

createServer(async (request, response) => {
  const { searchParams } = new URL(request.url, own);
  if (searchParams.has('code')) {
    const tokens = await client.authorizationCodeGrant(config, new URL(request.url, own), { pkceCodeVerifier });
    response.end('<h1>Hello, ' + tokens.claims().preferred_username + '</h1>');
  } else if (request.method === 'HEAD' || request.headers.accept?.includes('text/html') !== true) response.end();
  else {
    const code_challenge = await client.calculatePKCECodeChallenge(pkceCodeVerifier);
    const parameters = { redirect_uri, scope: 'openid', code_challenge, code_challenge_method: 'S256' };
    response.writeHead(302, { location: client.buildAuthorizationUrl(config, parameters).href }).end();
  }
}).listen(Number(process.argv[2]), '127.0.0.1');
`;

/** A realm as somebody might have it, with a setting that has no effect. */
const SHOP = {
  realm: 'shop',
  browserSecurityHeaders: { xRobotsTag: 'all' },
  clients: [{ clientId: 'web', secret: 'web-secret', redirectUris: ['http://127.0.0.1:3000/*'] }],
};

let project: string;
let page: GuidePage;
let port: number;

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  ({ folder: project } = await createNpmProject());
  // What the readers install beside it, in this suite's own versions.
  for (const name of [
    '@playwright',
    'playwright',
    'playwright-core',
    'openid-client',
    'oauth4webapi',
    'jose',
  ])
    symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
});

test.afterEach(() => page.close());

async function open(name: string, texts: Readonly<Record<string, string>> = {}): Promise<void> {
  port = await freePort();
  // The pages use the default port; the tests have one each.
  const replaced = { ...texts, ':8080': `:${port}`, 'start-dev ': `start-dev --http-port=${port} ` };
  page = openGuidePage(`how-to/${name}.md`, join(project, name), replaced);
}

const url = (path: string): string => `http://127.0.0.1:${port}${path}`;

async function ready(): Promise<void> {
  await expect
    .poll(
      () =>
        fetch(url('/health/ready'))
          .then(({ status }) => status)
          .catch(() => 0),
      { timeout: 60_000 },
    )
    .toBe(200);
}

/** Writes a file into the folder of the page. */
const put = (name: string, value: object): void =>
  writeFileSync(join(page.folder, name), JSON.stringify(value));

test('docs "test my application with Playwright": the test of the page signs a user in to the application', async () => {
  test.setTimeout(120_000);
  const applicationPort = String(await freePort());
  await open('test-with-playwright', {
    '3000': applicationPort,
    'node app.mjs': `node app.mjs ${applicationPort}`,
    'port: 8080': `port: ${await freePort()}`,
  });
  writeFileSync(join(page.folder, 'app.mjs'), APPLICATION);
  const config = join(page.folder, 'playwright.config.ts');
  const { launchOptions } = test.info().project.use;
  const text = readFileSync(config, 'utf8').replace(
    "isolation: 'realm'",
    `isolation: 'realm', launchOptions: ${JSON.stringify(launchOptions)}`,
  );
  const issuerPort = /port: (\d+)/.exec(text)?.[1] ?? '';
  writeFileSync(config, text.replace(/127\.0\.0\.1:\d+\/realms/, `127.0.0.1:${issuerPort}/realms`));
  const { output, code } = await page.typeBlock('npx playwright test');
  expect(output).toContain('1 passed');
  expect(code).toBe(0);
});

test('docs "run it in CI": the server starts, is waited for, gives its trace and stops with 0', async () => {
  test.setTimeout(90_000);
  await open('run-in-ci');
  // The page's folder is a project of its own; here it is in the project.
  await page.type('ln -s ../node_modules node_modules');
  expect((await page.type('mkdir realms')).code).toBe(0);
  put('realms/shop.json', SHOP);
  const started = await page.typeBlock('start-dev');
  expect(started).toMatchObject({ code: 0, output: expect.stringContaining('"UP"') });
  expect((await fetch(url('/realms/shop'))).status).toBe(200);
  expect(await page.typeBlock('trace.html')).toMatchObject({ code: 0 });
  expect(readFileSync(join(page.folder, 'trace.html'), 'utf8')).toContain('<!doctype html>');
  expect(await page.typeBlock('kill %1')).toMatchObject({ code: 0 });
  expect(await fetch(url('/health/ready')).catch(() => 'gone')).toBe('gone');
});

test('docs "debug a failing login": the query names the rule that refused and the remedy', async () => {
  test.setTimeout(90_000);
  await open('debug-a-failing-login');
  await page.type('mkdir realms');
  put('realms/shop.json', SHOP);
  await page.typeBlock('start-dev');
  await ready();
  const query = new URLSearchParams({
    client_id: 'web',
    response_type: 'code',
    redirect_uri: 'http://127.0.0.1:9999/callback',
  });
  await fetch(url(`/realms/shop/protocol/openid-connect/auth?${query}`));
  const { output, code } = await page.typeBlock('outcome=refused');
  expect(code).toBe(0);
  const [refused] = (JSON.parse(output) as { exchanges: { refusal: { rule: string; remedy: string } }[] })
    .exchanges;
  expect(refused?.refusal.rule).toBe('check-redirect-uri');
  expect(refused?.refusal.remedy).toContain('http://127.0.0.1:9999/callback');
});

test('docs "approve CIBA prompts": a request is made, approved and polled', async () => {
  test.setTimeout(90_000);
  await open('approve-ciba-prompts');
  await page.typeBlock('start-dev');
  await ready();
  expect(await page.typeBlock('ext/ciba/auth')).toMatchObject({ code: 0 });
  expect(await page.typeBlock('device/wait')).toMatchObject({ code: 0 });
  const { output } = await page.typeBlock('grant_type=urn:openid:params:grant-type:ciba');
  expect(JSON.parse(output)).toMatchObject({ token_type: 'Bearer', access_token: expect.any(String) });
});

test('docs "import a realm": at the start, without a server and over the admin API, with the report', async () => {
  test.setTimeout(120_000);
  await open('import-a-realm');
  put('realm.json', SHOP);
  expect(await page.typeBlock('npx understudy import')).toMatchObject({ code: 0 });
  put('realm.json', { ...SHOP, realm: 'at-the-start' });
  await page.typeBlock('start-dev');
  await ready();
  put('realm.json', { ...SHOP, realm: 'over-http' });
  expect(await page.typeBlock('--data-binary')).toMatchObject({ code: 0 });
  for (const realm of ['shop', 'at-the-start', 'over-http'])
    expect((await fetch(url(`/realms/${realm}`))).status).toBe(200);
  const { output, code } = await page.typeBlock('import-report');
  expect(code).toBe(0);
  expect(output).toContain('browserSecurityHeaders');
});

test('docs "set up realms with Terraform or keycloak-config-cli": the settings and the file of the page, applied twice', async () => {
  test.setTimeout(90_000);
  await open('set-up-realms-with-terraform');
  await page.typeBlock('start-dev');
  await ready();
  // The programs are not on the machine: their requests are sent, with the values from the page.
  const main = readFileSync(join(page.folder, 'main.tf'), 'utf8');
  const setting = (name: string): string => new RegExp(`^ +${name} += "(.*)"`, 'm').exec(main)?.[1] ?? '';
  const [id, username, password] = ['client_id', 'username', 'password'].map(setting);
  const token = await fetch(`${setting('url')}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: id ?? '',
      username: username ?? '',
      password: password ?? '',
    }),
  });
  const { access_token: accessToken } = (await token.json()) as { access_token: string };
  const file = JSON.parse(readFileSync(join(page.folder, 'config/store.json'), 'utf8')) as ConfigFile;
  const cli = new ConfigCli(new AdminSession(setting('url'), accessToken, file.realm));
  await cli.import(file, false);
  expect(cli.writes.length).toBeGreaterThan(0);
  await cli.import(file, false);
  expect(cli.writes).toEqual([]);
});

test('docs "write a SAML service provider": the client that is created accepts a sign-in', async () => {
  test.setTimeout(90_000);
  await open('write-a-saml-service-provider');
  await page.typeBlock('start-dev');
  await ready();
  expect((await page.typeBlock('descriptor')).output).toContain('<md:IDPSSODescriptor');
  expect(await page.typeBlock('/admin/realms/demo/clients')).toMatchObject({ code: 0 });
  const application = new SAML({
    entryPoint: url('/realms/demo/protocol/saml'),
    issuer: 'http://127.0.0.1:3000',
    callbackUrl: 'http://127.0.0.1:3000/saml/acs',
    idpCert: 'unused before a response comes',
  });
  const signIn = await fetch(await application.getAuthorizeUrlAsync('', undefined, {}));
  expect(signIn.status).toBe(200);
  expect(await signIn.text()).toContain('id="kc-login"');
});

test('docs "collect GELF logs": the receiver of the page prints the records of the server', async () => {
  test.setTimeout(90_000);
  const gelfPort = String(await freePort());
  await open('collect-gelf-logs', { '12201': gelfPort });
  await page.typeBlock('node receiver.mjs');
  const log = (): string => readFileSync(join(page.folder, 'server.log'), 'utf8');
  await expect.poll(() => existsSync(join(page.folder, 'server.log')) && log()).toContain('Waiting for GELF');
  await page.typeBlock('--log-gelf-host=localhost');
  await ready();
  await expect.poll(log).toMatch(/\{.*"short_message":"Listening on: http.*"_.*\}/);
});

test('docs "run it for a team": without a password it does not start, with one it listens on every address with its name', async () => {
  test.setTimeout(90_000);
  const httpsPort = String(await freePort());
  await open('run-it-for-a-team', { '8443': httpsPort });
  await page.type('mkdir realms');
  put('realms/shop.json', SHOP);
  const { output, code } = await page.type(
    `timeout 20 npx understudy start-dev --http-port=${port} --http-host=0.0.0.0`,
  );
  expect(code).not.toBe(0);
  expect(output).toContain('bootstrap-admin-password');
  await page.typeBlock('export UNDERSTUDY_BOOTSTRAP_ADMIN_PASSWORD');
  await page.typeBlock('--hostname=');
  await ready();
  const discovery = await fetch(url('/realms/shop/.well-known/openid-configuration'));
  expect(await discovery.json()).toMatchObject({
    issuer: `https://sso.team.example:${httpsPort}/realms/shop`,
  });
  expect(existsSync(join(page.folder, 'data/https/certificate.pem'))).toBe(true);
});
