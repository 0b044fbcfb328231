// From registering to deleting the account, with the keyboard alone and without JavaScript.
import { test } from '@playwright/test';
import { JOURNEY_REALM, liveThrough } from './support/account-journey.ts';
import { openBrowser, startAccountSite } from './support/account-site.ts';
import { newestLink } from './support/sent-links.ts';

test('the life of an account: registered, verified, secured, forgotten, changed and deleted, by keyboard and without JavaScript', async ({
  browser,
}) => {
  const site = await startAccountSite([], JOURNEY_REALM);
  const { context, page } = await openBrowser(browser);
  await liveThrough(page, site, (address) => newestLink(site.server, address));
  await context.close();
  await site.stop();
});
