// "Try it" of an identity provider: the console follows the sign-in and leads to its flow in Activity.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { person } from './support/clients.ts';
import { openConsole } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

const PROVIDERS = '/admin/realms/demo/identity-provider/instances';

/** The setting with the only person of a stand-in. */
const peopleOf = (one: object): object => ({ 'understudy.stand-in.people': JSON.stringify([one]) });

test.beforeAll(async () => {
  server = await startServer();
  await create('google', 'google');
  await create('denied', 'google', { 'understudy.stand-in.fault': 'access_denied' });
  await create('saml', 'saml', {
    idpEntityId: 'https://provider.example',
    singleSignOnServiceUrl: 'https://provider.example/sso',
    nameIDPolicyFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    postBindingAuthnRequest: 'true',
    postBindingResponse: 'true',
    ...peopleOf({ firstName: 'Sam', lastName: 'Lee', email: 'sam@saml.example' }),
  });
  await create(
    'clash',
    'google',
    peopleOf({ firstName: 'Alice', lastName: 'Twin', email: person('alice').email }),
  );
  await create('refusing', 'keycloak-oidc', {
    authorizationUrl: `${server.url}/realms/master/protocol/openid-connect/auth`,
    tokenUrl: `${server.url}/realms/master/protocol/openid-connect/token`,
  });
});
test.afterAll(async () => {
  await server.stop();
});

async function create(alias: string, providerId: string, config: object = {}): Promise<void> {
  const client = { clientId: 'x', clientSecret: 'x' };
  await callAdmin(server.url, 'POST', PROVIDERS, {
    alias,
    providerId,
    enabled: true,
    config: { ...client, ...config },
  });
}

async function openProvider(page: Page, alias: string): Promise<void> {
  await openConsole(page, server.url, 'Providers');
  await page.getByRole('link', { name: alias, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: alias })).toBeVisible();
}

/** Opens what "Try it" opens. */
async function tryIt(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Try it' }).click();
  return opened;
}

const result = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ has: page.getByRole('button', { name: 'Close the result' }) });
const flow = (page: Page): Locator => page.getByRole('region', { name: 'Flow' });

test('console "Providers": a try shows as whom it has signed in, and leads to the flow with both sides', async ({
  page,
}) => {
  await openProvider(page, 'google');
  const browser = await tryIt(page);
  await expect(browser.getByRole('button', { name: /Ada Moreno/ })).toBeVisible();
  await expect(result(page)).toContainText('The sign-in continues in the browser');
  await expectAccessible(page);
  await browser.getByRole('button', { name: /Ada Moreno/ }).click();
  await expect(result(page)).toContainText('Signed in as ada@example.com');
  await expectAccessible(page);
  await result(page).getByRole('link', { name: 'Show the flow in Activity' }).click();
  await expect(flow(page)).toContainText('Sign-in with code + PKCE · ada@example.com');
  for (const step of ['Authorization request', 'Stand-in answers', 'Token request to Google'])
    await expect(flow(page)).toContainText(step);
  await expect(flow(page).getByRole('heading', { name: 'Answer of an identity provider' })).toBeVisible();
});

test('console "Providers": a try leads to the user, and a second one replaces its result', async ({
  page,
}) => {
  await openProvider(page, 'google');
  const first = await tryIt(page);
  await first.getByRole('button', { name: /Ben Okafor/ }).click();
  await expect(result(page)).toContainText('Signed in as ben@example.com');
  const second = await tryIt(page);
  await expect(result(page)).not.toContainText('ben@example.com');
  await second.getByRole('button', { name: /Chiara Rossi/ }).click();
  await expect(result(page)).toContainText('Signed in as chiara@example.com');
  await result(page).getByRole('link', { name: 'Find the user' }).click();
  await expect(page.getByRole('link', { name: 'chiara@example.com' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'ben@example.com' })).toHaveCount(0);
});

test('console "Providers": a try with a SAML provider shows as whom it has signed in', async ({ page }) => {
  await openProvider(page, 'saml');
  const browser = await tryIt(page);
  await browser.getByRole('button', { name: /Sam Lee/ }).click();
  // Without mappers, SAML says no names.
  await browser.getByRole('textbox', { name: 'First name' }).fill('Sam');
  await expect(result(page)).toContainText('The sign-in continues in the browser');
  await browser.getByRole('textbox', { name: 'Last name' }).fill('Lee');
  await browser.getByRole('button', { name: 'Submit' }).click();
  await expect(result(page)).toContainText('Signed in as sam@saml.example');
});

test('console "Providers": while the sign-in asks to link an account, the try has no result', async ({
  page,
}) => {
  await openProvider(page, 'clash');
  const browser = await tryIt(page);
  await browser.getByRole('button', { name: /Alice Twin/ }).click();
  await expect(browser.getByText(/already exists/i).first()).toBeVisible();
  await expect(result(page)).toContainText('The sign-in continues in the browser');
  await expect(result(page).getByRole('link', { name: 'Find the user' })).toHaveCount(0);
});

for (const [alias, problem] of [
  ['denied', 'Identity provider denied answered access_denied'],
  ['refusing', 'There is no client "x" in realm master'],
] as const)
  test(`console "Providers": a try with the provider ${alias} shows why no one was signed in`, async ({
    page,
  }) => {
    await openProvider(page, alias);
    await tryIt(page);
    await expect(result(page)).toContainText('The sign-in failed');
    await expect(result(page)).toContainText(problem);
    await expectAccessible(page);
    await result(page).getByRole('link', { name: 'Show the flow in Activity' }).click();
    await expect(flow(page)).toContainText(problem);
  });

test('console "Providers": the result of a try is closed, and is not shown at another provider', async ({
  page,
}) => {
  await openProvider(page, 'denied');
  await tryIt(page);
  await expect(result(page)).toContainText('The sign-in failed');
  await page.goto(`${server.url}/console/#/providers/google`);
  await expect(page.getByRole('heading', { level: 1, name: 'google' })).toBeVisible();
  await expect(result(page)).toHaveCount(0);
  await page.goto(`${server.url}/console/#/providers/denied`);
  await expect(page.getByRole('heading', { level: 1, name: 'denied' })).toBeVisible();
  await tryIt(page);
  await page.getByRole('button', { name: 'Close the result' }).click();
  await expect(result(page)).toHaveCount(0);
});
