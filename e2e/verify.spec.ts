// The command `verify`, as users run it: a browser signs in to sample applications at one server, and another server
// that differs on purpose is compared with what was recorded.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { realmOf } from './support/kit.ts';
import { callAdmin, createFolder, type Ended, ROOT, startServer, type TestServer } from './support/server.ts';
import { skipWithSeveralServers } from './support/several-servers.ts';

/** Why a recording of several servers is incomplete. */
const PASSWORDS_STAY = 'passwords stay in the Activity of the server that received them';

/** The service provider of the demo realm. */
const PROVIDER = 'http://127.0.0.1:8871';

let here: TestServer;
let same: TestServer;
let other: TestServer;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  [here, same, other] = await Promise.all([startServer(), startServer(), startServer()]);
  await changeOther();
  const page = await browser.newPage();
  await useWebApplication(page);
  await useServiceProvider(page);
  await page.close();
});

test.afterAll(() => Promise.all([here, same, other].map((server) => server.stop())));

/** What an administrator of the other server has set differently. */
async function changeOther(): Promise<void> {
  const idp = await realmOf(other);
  await idp.admin('PUT', '', { accessTokenLifespan: 60 });
  await idp.user('alice', { email: 'alice@other.example' });
  await idp.client('demo-saml', { enabled: false });
}

async function startApplication(id: string): Promise<string> {
  const path = `/emulator/v1/realms/demo/applications/${id}`;
  return (await (await callAdmin(here.url, 'POST', path)).json()).url;
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Username or email').fill('alice');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('#kc-login').click();
}

/** A wrong password, a sign-in, a refresh and a sign-out. */
async function useWebApplication(page: Page): Promise<void> {
  await page.goto(await startApplication('web'));
  await page.locator('#sign-in').click();
  await signIn(page, 'wrong');
  await signIn(page, 'alice-password');
  await page.locator('#refresh').click();
  await page.locator('#sign-out').click();
  await expect(page.locator('#sign-in')).toBeVisible();
}

/** An unsolicited response. Requests of the sample application are signed for this server only. */
async function useServiceProvider(page: Page): Promise<void> {
  const posted = page.waitForRequest(`${PROVIDER}/saml/acs`);
  await page.route(`${PROVIDER}/**`, (route) => route.fulfill({ body: 'signed in' }));
  await page.goto(`${here.url}/realms/demo/protocol/saml/clients/demo-saml`);
  await signIn(page, 'alice-password');
  await posted;
}

/** Runs the command as a user does, from a folder of its own. */
function verify(...args: string[]): Promise<Ended> {
  const all = ['verify', '--realm=demo', `--server=${here.url}`, ...args];
  return new Promise((done) => {
    execFile(
      join(ROOT, 'bin/understudy.sh'),
      all,
      { cwd: dirname(createFolder()) },
      (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` }),
    );
  });
}

test('contract "verify": a server with the same realm does not differ from what two applications and a browser recorded', async () => {
  skipWithSeveralServers(PASSWORDS_STAY);
  const { output, code } = await verify(`--against=${same.url}`);
  expect(output).toMatch(/\d+ exchanges: no differences/);
  expect(output).not.toContain('Not replayed');
  expect(code).toBe(0);
});

test('contract "verify": a server that differs on purpose shows each difference in status, claims, errors and SAML messages', async () => {
  skipWithSeveralServers(PASSWORDS_STAY);
  const file = createFolder('differences.json');
  const { output, code } = await verify(`--against=${other.url}/realms/demo`, `--report=${file}`);
  expect(output).toMatch(/member expires_in\n +here: +300\n +there: +60\n/);
  expect(output).toMatch(/claim id_token › email\n +here: +alice@\S+\n +there: +alice@other\.example\n/);
  expect(code).toBe(1);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  expect(report.totals.differences).toBeGreaterThan(4);
  expect(JSON.stringify(report)).not.toContain('alice-password');
});

test('contract "verify": a server that is not there, and one that is not an Understudy, end with one line and exit code 1', async () => {
  const gone = await verify('--against=http://127.0.0.1:9');
  expect(gone.output.trim().split('\n')).toHaveLength(1);
  expect(gone.output).toContain('cannot be reached');
  expect(gone.code).toBe(1);
});

test('contract "verify": missing flags end with one line and exit code 2', async () => {
  const { output, code } = await verify();
  expect(output.trim()).toMatch(/^--against: is missing\. Give the other server/);
  expect(code).toBe(2);
});
