// A flow that asks for name and password one after the other, without organizations.
import { expect, test } from '@playwright/test';
import {
  ACCOUNT_REALM,
  type AccountSite,
  expectSignedIn,
  openBrowser,
  startAccountSite,
} from './support/account-site.ts';
import { realmOf } from './support/kit.ts';
import { PlainBrowser, signIn } from './support/sign-in.ts';

const execution = (authenticator: string, priority: number): object => ({
  authenticator,
  requirement: 'REQUIRED',
  priority,
});

let site: AccountSite;
test.beforeAll(async () => {
  site = await startAccountSite(['amy'], {
    browserFlow: 'one by one',
    authenticationFlows: [
      {
        alias: 'one by one',
        providerId: 'basic-flow',
        topLevel: true,
        authenticationExecutions: [
          { authenticator: 'auth-cookie', requirement: 'ALTERNATIVE', priority: 10 },
          { flowAlias: 'forms', authenticatorFlow: true, requirement: 'ALTERNATIVE', priority: 20 },
        ],
      },
      {
        alias: 'forms',
        providerId: 'basic-flow',
        topLevel: false,
        authenticationExecutions: [execution('auth-username-form', 10), execution('auth-password-form', 20)],
      },
    ],
  });
});
test.afterAll(() => site.stop());

test('test kit: the form of the name and that of the password are submitted one after the other', async ({
  browser,
}) => {
  const idp = await realmOf(site.server, ACCOUNT_REALM);
  const amy = await idp.user('amy', { password: 'first-password' });
  const { context, page } = await openBrowser(browser);
  await page.goto(site.authorizationUrl());
  await expect(page.locator('#password')).toHaveCount(0);
  await amy.submitForm(page, { password: 'wrong' });
  await expect(page.getByRole('alert')).toBeVisible();
  await amy.submitForm(page, { password: 'first-password' });
  await expectSignedIn(page);
  await context.close();
});

test('over HTTP, both forms are submitted, and an unknown name never gets to the password', async () => {
  const callback = await signIn(new PlainBrowser(), site.authorizationUrl(), 'amy', 'first-password');
  expect(callback.searchParams.get('code')).toBeTruthy();
  const refused = signIn(new PlainBrowser(), site.authorizationUrl(), 'nemo', 'first-password');
  await expect(refused).rejects.toThrow(/never asked for/);
});
