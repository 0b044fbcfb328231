// Activity as a list of flows: names, filters, reads kept apart, a narrow window.
import { expect, type Locator, type Page, test } from '@playwright/test';
import * as oidc from 'openid-client';
import { expectAccessible } from './support/accessibility.ts';
import { createBindingMessage, discoverClient, pollOnce } from './support/ciba.ts';
import { CALLBACK, person, secretOf } from './support/clients.ts';
import { openConsole } from './support/console.ts';
import { realmOf } from './support/kit.ts';
import { startServer, type TestServer } from './support/server.ts';
import { PlainBrowser, signIn } from './support/sign-in.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer({ args: ['--features=docker'] });
  await driveTraffic();
});
test.afterAll(async () => {
  await server.stop();
});

const SERVICE = { client_id: 'demo-service', client_secret: secretOf('demo-service') };

/** Sends a token request of the demo realm. */
async function requestTokens(form: Record<string, string>, headers = {}): Promise<number> {
  const response = await fetch(`${server.url}/realms/demo/protocol/openid-connect/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ ...SERVICE, ...form }),
  });
  return response.status;
}

async function signInWithPkce(username: string): Promise<void> {
  const issuer = new URL(`${server.url}/realms/demo`);
  const client = await oidc.discovery(issuer, 'demo-spa', undefined, oidc.None(), {
    execute: [oidc.allowInsecureRequests],
  });
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: CALLBACK,
    scope: 'openid',
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const callback = await signIn(new PlainBrowser(), url, username, person(username).password);
  await oidc.authorizationCodeGrant(client, callback, { pkceCodeVerifier });
}

async function answerOnDevice(username: string, answer: 'approve' | 'deny'): Promise<void> {
  const client = await discoverClient(server.url);
  const binding_message = createBindingMessage();
  const request = await oidc.initiateBackchannelAuthentication(client, {
    scope: 'openid',
    login_hint: username,
    binding_message,
  });
  await (await realmOf(server)).device[answer]({ bindingMessage: binding_message });
  // A denial is an error.
  await pollOnce(client, request.auth_req_id).catch(() => undefined);
}

/** One flow of each common kind in realm demo, and one in master. */
async function driveTraffic(): Promise<void> {
  const demo = `${server.url}/realms/demo`;
  await signInWithPkce('alice');
  await answerOnDevice('bob', 'approve');
  await answerOnDevice('carol', 'deny');
  expect(await requestTokens({ grant_type: 'client_credentials' })).toBe(200);
  expect(await requestTokens({ grant_type: 'refresh_token', refresh_token: 'none' })).toBe(400);
  await fetch(`${demo}/protocol/docker-v2/auth?service=demo-registry&scope=repository:alice/app:pull,push`, {
    headers: { authorization: `Basic ${btoa('alice:alice-password')}` },
  });
  await fetch(`${demo}/protocol/saml/clients/none`);
}

const flows = (page: Page): Locator => page.getByRole('navigation', { name: 'Flows' }).getByRole('link');
const flow = (page: Page, name: RegExp): Locator => flows(page).filter({ hasText: name });
const choose = async (page: Page, filter: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: filter }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('console "Activity": a flow is named by what it is, and a refused one says why', async ({ page }) => {
  await openConsole(page, server.url, 'Activity');
  for (const name of [
    /Sign-in with code \+ PKCE · alice/,
    /CIBA · bob · approved/,
    /CIBA · carol · denied/,
    /Client credentials · demo-service/,
    /Registry push · alice/,
    /SAML sign-in \(IdP-initiated\)/,
  ])
    await expect(flow(page, name)).toHaveCount(1);
  await expect(flow(page, /Refresh · demo-service/)).toContainText(
    'Refused: The token is not signed by this realm',
  );
});

test('console "Activity": reads and the console’s own requests are hidden until they are shown', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Activity');
  await expect(flow(page, /Sign-in with code/)).toHaveCount(1);
  await expect(flow(page, /Discovery|GET \/emulator/)).toHaveCount(0);
  await page.getByRole('switch', { name: 'Show reads and the console’s own requests' }).click();
  await expect(page).toHaveURL(/background=true/);
  await choose(page, 'Filter by kind', 'Discovery, keys and metadata');
  await expect(flow(page, /Discovery · demo/).first()).toBeVisible();
  // Opening one is a request of the console, too; it must not open the next one.
  await flow(page, /Discovery · demo/)
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Flow' })).toContainText('Discovery · demo');
  await choose(page, 'Filter by kind', 'Console');
  await expect(flow(page, /GET \/emulator\/v1\/activity/).first()).toBeVisible();
  await expectAccessible(page);
});

test('console "Activity": the list follows the realm switcher, or shows all realms', async ({ page }) => {
  await openConsole(page, server.url, 'Activity');
  const consoleSignIn = flow(page, /Sign-in with code \+ PKCE · admin/);
  await expect(flow(page, /CIBA · bob/)).toHaveCount(1);
  await expect(consoleSignIn).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Realm' }).click();
  await page.getByRole('option', { name: 'master' }).click();
  await expect(consoleSignIn.first()).toBeVisible();
  await expect(flow(page, /CIBA · bob/)).toHaveCount(0);
  await page.getByRole('switch', { name: 'All realms' }).click();
  await expect(flow(page, /CIBA · bob.*demo/s)).toHaveCount(1);
  await expect(consoleSignIn.filter({ has: page.getByRole('img', { name: 'Realm' }) }).first()).toContainText(
    'master',
  );
});

test('console "Activity": filters combine, are kept in the URL, and an empty list says how to widen them', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Activity');
  await choose(page, 'Filter by kind', 'CIBA');
  await expect(flows(page)).toHaveCount(2);
  await choose(page, 'Filter by user', 'carol');
  await expect(flows(page)).toHaveCount(1);
  await flow(page, /CIBA · carol/).click();
  await expect(page).toHaveURL(/#\/activity\/\w+\?realm=demo&kind=ciba&user=carol$/);
  await page.reload();
  await expect(flows(page)).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Search activity' }).fill('no such text');
  await expect(
    page.getByText('Nothing in realm demo matches: CIBA, user carol, “no such text”.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('textbox', { name: 'Search activity' })).toHaveValue('');
  await expect(flow(page, /Registry push/)).toHaveCount(1);
});

test('console "Activity": if only other realms have matching flows, the empty list leads there', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Activity');
  await page.getByRole('textbox', { name: 'Search activity' }).fill('security-admin-console');
  await page.getByRole('button', { name: /Show all realms \(\d+ flows?\)/ }).click();
  await expect(flow(page, /Sign-in with code \+ PKCE · admin/).first()).toBeVisible();
});

test('console "Activity": the test that caused a flow is shown as it happens, and filters the list', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Activity');
  await expect(page.getByRole('combobox', { name: 'Filter by test' })).toHaveCount(0);
  const name = 'cart › pays “by phone”';
  const header = { 'X-Understudy-Test': encodeURIComponent(name) };
  expect(await requestTokens({ grant_type: 'client_credentials' }, header)).toBe(200);
  const tested = flow(page, /Client credentials · demo-service.*pays “by phone”/s);
  await expect(tested).toHaveCount(1);
  await tested.click();
  const pane = page.getByRole('region', { name: 'Flow' });
  await expect(pane).toContainText(`Test: ${name}`);
  await pane.getByRole('button', { name: 'Show only this test' }).click();
  await expect(flows(page)).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Filter by test' })).toHaveValue(name);
  await expectAccessible(page);
});

test('console "Copy as Playwright test": a flow is copied as a spec', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openConsole(page, server.url, 'Activity');
  const copy = async (name: RegExp): Promise<string> => {
    await flow(page, name).first().click();
    await expect(flow(page, name).first()).toHaveAttribute('aria-current', 'true');
    await page.getByRole('button', { name: 'Copy as Playwright test' }).click();
    await expect(page.getByText('Copied the Playwright test.')).toBeVisible();
    await page.getByRole('button', { name: 'Close this message' }).click();
    await expect(page.getByText('Copied the Playwright test.')).toHaveCount(0);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(
    await copy(/Sign-in with code \+ PKCE · alice/),
  ).toBe(`import { expect, test } from 'understudy/playwright';

test.use({ realm: 'demo' });

test('Sign-in with code + PKCE · alice', async ({ page, idp }) => {
  const user = await idp.user('alice');
  await user.signIn(page);
  // The page at which demo-spa starts the sign-in.
  await page.goto('${new URL(CALLBACK).origin}/');

  await expect(idp).toHaveSeen({ endpoint: 'authorization', client: 'demo-spa', pkce: 'S256' });
  await expect(idp).toHaveSeen({ endpoint: 'token', client: 'demo-spa', user: 'alice', grant: 'authorization_code', pkce: 'S256', outcome: 'accepted' });
  await expect(idp).toHaveNoRefusals();
});
`);
  expect(await copy(/CIBA · carol · denied/)).toContain(
    "await idp.device.deny({ user: 'carol', client: 'demo-ciba' });",
  );
  expect(await copy(/Refresh · demo-service/)).toContain('// Refused: The token is not signed by this realm');
});

for (const width of [1024, 1280])
  test(`console "Activity": no name is cut at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openConsole(page, server.url, 'Activity');
    await expect(flow(page, /CIBA · bob · approved/)).toBeVisible();
    const cut = await flows(page).evaluateAll((links) =>
      links.flatMap((link) => {
        const name = link.querySelector('span > span');
        if (!(name instanceof HTMLElement)) return ['a flow has no name'];
        const isCut = name.scrollWidth > name.clientWidth || name.clientWidth < 120;
        return isCut ? [name.textContent] : [];
      }),
    );
    expect(cut).toEqual([]);
  });
