// Takes the screenshots in docs/images and out/screenshots: every page and screen, light and dark.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.mjs';

const root = resolve(import.meta.dirname, '..');
const out = join(root, 'out/screenshots');
mkdirSync(out, { recursive: true });

function startServer() {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'understudy-pictures-')), 'data');
  const child = spawn(
    process.execPath,
    [
      join(root, 'dist/main/headless.js'),
      '--http-port=0',
      '--demo-realm=true',
      `--data-dir=${dataDir}`,
      '--features=docker',
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  return new Promise((started) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const url = /Listening on: (\S+)/.exec(text)?.[1];
      if (url !== undefined) started({ url, stop: () => child.kill('SIGTERM') });
    });
  });
}

const executablePath = findChromium();
const args = [
  '--disable-dev-shm-usage',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
];
const browser = await chromium.launch({ executablePath, args });
const server = await startServer();
const oidc = `${server.url}/realms/demo/protocol/openid-connect`;
const callbackPage = createServer((_request, response) => response.end('called back')).listen(0, '127.0.0.1');
await once(callbackPage, 'listening');
const callback = `http://127.0.0.1:${callbackPage.address().port}/callback`;
const authorize = (extra = {}) =>
  `${oidc}/auth?${new URLSearchParams({ client_id: 'demo-web', redirect_uri: callback, response_type: 'code', scope: 'openid profile email', state: 's', ...extra })}`;

async function newPage(colorScheme, viewport) {
  const context = await browser.newContext({ colorScheme, viewport });
  const page = await context.newPage();
  return page;
}

/** Retries once, because drawing may fail on a busy machine. */
const shot = (page, name) => {
  const draw = () => page.screenshot({ path: join(out, `${name}.png`) });
  return draw().catch(draw);
};

async function pages(scheme, viewport, suffix) {
  const page = await newPage(scheme, viewport);
  await page.goto(authorize());
  await shot(page, `page-sign-in-${suffix}`);
  await page.fill('#username', 'alice');
  await page.fill('#password', 'wrong');
  await page.click('#kc-login');
  await shot(page, `page-wrong-password-${suffix}`);
  await page.goto(authorize({ redirect_uri: 'https://evil.example/callback' }));
  await shot(page, `page-error-${suffix}`);
  await page.goto(authorize());
  await page.fill('#username', 'alice');
  await page.fill('#password', 'alice-password');
  await page.click('#kc-login');
  await page.goto(authorize({ prompt: 'login' }));
  await shot(page, `page-again-${suffix}`);
  await devicePages(page, suffix);
  await page.goto(`${oidc}/logout`);
  await shot(page, `page-sign-out-${suffix}`);
  await page.click('#kc-logout');
  await shot(page, `page-signed-out-${suffix}`);
  await page.context().close();
}

async function devicePages(page, suffix) {
  const form = new URLSearchParams({ client_id: 'demo-tv', scope: 'openid profile email' });
  const codes = await (await fetch(`${oidc}/auth/device`, { method: 'POST', body: form })).json();
  await page.goto(codes.verification_uri);
  await page.fill('#device-user-code', 'WDJB-MJHT');
  await page.click('button[type=submit]');
  await shot(page, `page-device-code-${suffix}`);
  await page.fill('#device-user-code', codes.user_code.toLowerCase());
  await page.click('button[type=submit]');
  await shot(page, `page-device-consent-${suffix}`);
  await page.click('#kc-login');
  await shot(page, `page-device-result-${suffix}`);
}

/** Starts a sample application from its card on Overview; returns a page that shows it. */
async function openSample(console, name) {
  const card = console.getByRole('region', { name });
  await card.getByRole('button', { name: 'Try it' }).click();
  const url = await card.getByRole('link', { name: /127\.0\.0\.1:\d+/ }).getAttribute('href');
  const page = await newPage('light', { width: 1000, height: 800 });
  await page.goto(url);
  return page;
}

/** A SAML sign-in at the sample service provider: request by redirect, response by POST. */
async function serviceProviderFlow(console) {
  const page = await openSample(console, /Service provider/);
  await shot(page, 'service-provider-home');
  await page.click('#sign-in');
  await page.fill('#username', 'alice');
  await page.fill('#password', 'alice-password');
  await page.click('#kc-login');
  await page.waitForSelector('#signed-in');
  await shot(page, 'service-provider-signed-in');
  await page.context().close();
}

/** A sign-in in the sample application, so that Activity has something to show. */
async function sampleFlow(console) {
  const page = await openSample(console, /Web application/);
  await shot(page, 'app-home');
  await page.click('#sign-in');
  await page.fill('#username', 'alice');
  await page.fill('#password', 'wrong');
  await page.click('#kc-login');
  await page.fill('#password', 'alice-password');
  await page.click('#kc-login');
  await page.waitForSelector('#signed-in');
  await shot(page, 'app-signed-in');
  await page.goto(authorize({ redirect_uri: 'https://evil.example/callback' }));
  await page.context().close();
}

/** Every tab of the open screen, by name. */
async function tabs(page, name, suffix) {
  for (const tab of await page.getByRole('tab').all()) {
    const title = ((await tab.textContent()) ?? '').trim().toLowerCase().replaceAll(' ', '-');
    await tab.click();
    await page.waitForTimeout(700);
    await shot(page, `screen-${name}-${title}-${suffix}`);
  }
}

/** The screens with tabs: realm, client and user. */
async function tabbedScreens(page, suffix) {
  await page.getByRole('link', { name: 'Realm', exact: true }).click();
  await tabs(page, 'realm', suffix);
  for (const [list, entry] of [
    ['Clients', 'demo-web'],
    ['Clients', 'demo-saml'],
    ['Clients', 'demo-registry'],
    ['Users', 'alice'],
  ]) {
    await page.getByRole('link', { name: list }).first().click();
    await page.getByRole('link', { name: entry, exact: true }).click();
    await page.getByRole('tab').first().waitFor();
    await tabs(page, entry, suffix);
  }
}

/** The sign-in of the sample application, starting at its first redirect: the picture of the README. */
async function wholeFlow(page, suffix) {
  await page
    .getByRole('link', { name: /Activity/ })
    .first()
    .click();
  await page
    .getByRole('navigation', { name: 'Flows' })
    .getByRole('link', { name: /^Sign-in with .*alice/s })
    .first()
    .click();
  await page.waitForTimeout(700);
  await shot(page, `screen-activity-flow-${suffix}`);
}

/** The response of a SAML sign-on, as XML. */
async function samlFlow(page, suffix) {
  await page
    .getByRole('link', { name: /Activity/ })
    .first()
    .click();
  const search = page.getByRole('textbox', { name: 'Search activity' });
  await search.fill('demo-saml');
  await page
    .getByRole('navigation', { name: 'Flows' })
    .getByRole('link', { name: /^SAML sign-in · alice/s })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Response' }).click();
  await page.waitForTimeout(700);
  await shot(page, `screen-activity-saml-${suffix}`);
  await search.fill('');
}

/** The phone with pending prompts, an answered one, and a device code. */
async function deviceScreen(page, suffix) {
  const ask = (message, parameters = {}) =>
    fetch(`${oidc}/ext/ciba/auth`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: 'demo-ciba',
        client_secret: 'demo-ciba-secret',
        scope: 'openid profile',
        login_hint: 'alice',
        binding_message: message,
        ...parameters,
      }),
    });
  const link = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: /^Device/ });
  await link.click();
  await page.waitForTimeout(900);
  await shot(page, `screen-device-empty-${suffix}`);
  await ask('TABLE-7');
  const approve = page.getByRole('article', { name: 'TABLE-7' }).getByRole('button', { name: 'Approve' });
  await approve.click();
  await ask('W4SCT-42');
  await ask('K9XRT-17', { login_hint: 'bob', acr_values: 'silver' });
  await fetch(`${oidc}/auth/device`, { method: 'POST', body: new URLSearchParams({ client_id: 'demo-tv' }) });
  await page.mouse.move(0, 0);
  // The answered card disappears, and the codes arrive with the next request to the server.
  await page.waitForTimeout(3500);
  await shot(page, `screen-device-${suffix}`);
  for (const answer of ['Deny', 'Deny']) {
    await page.locator('article:not([data-settled])').first().getByRole('button', { name: answer }).click();
    await page.waitForTimeout(500);
  }
}

async function consoleScreens(scheme, viewport, suffix, first) {
  const page = await newPage(scheme, viewport);
  await page.goto(`${server.url}/console/`);
  await page.waitForSelector('#username, nav');
  if (await page.locator('#username').isVisible()) {
    await page.fill('#username', 'admin');
    await page.fill('#password', 'admin');
    await page.click('#kc-login');
  }
  await page.waitForSelector('nav');
  await page.waitForTimeout(800);
  if (first) {
    await serviceProviderFlow(page);
    await sampleFlow(page);
  }
  for (const screen of [
    'Overview',
    'Activity',
    'Faults',
    'Clients',
    'Users',
    'Sessions',
    'Realm',
    'Logs',
    'Settings',
  ]) {
    await page
      .getByRole('link', { name: new RegExp(screen) })
      .first()
      .click();
    await page.waitForTimeout(900);
    await shot(page, `screen-${screen.toLowerCase()}-${suffix}`);
  }
  await deviceScreen(page, suffix);
  await samlFlow(page, suffix);
  await wholeFlow(page, suffix);
  await tabbedScreens(page, suffix);
  await page.context().close();
}

try {
  await pages('light', { width: 1100, height: 760 }, 'light');
  await pages('dark', { width: 1100, height: 760 }, 'dark');
  await pages('light', { width: 320, height: 640 }, 'narrow');
  await consoleScreens('light', { width: 1280, height: 800 }, 'light', true);
  await consoleScreens('dark', { width: 1280, height: 800 }, 'dark', false);
  await consoleScreens('light', { width: 900, height: 640 }, 'narrow', false);
  console.log(`screenshots in ${out}`);
} finally {
  callbackPage.close();
  server.stop();
  await browser.close();
}
