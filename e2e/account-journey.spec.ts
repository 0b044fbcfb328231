// From registering to deleting the account, with the keyboard alone and without JavaScript, in five languages.
import { expect, test } from '@playwright/test';
import { JOURNEY_REALM, liveThrough, type TakeLink } from './support/account-journey.ts';
import { ACCOUNT_REALM, type AccountSite, openBrowser, startAccountSite } from './support/account-site.ts';
import { JOURNEY_WORDS } from './support/journey-words.ts';
import { realmOf } from './support/kit.ts';

let site: AccountSite;
test.beforeAll(async () => {
  site = await startAccountSite([], JOURNEY_REALM);
});
test.afterAll(() => site.stop());

const takeLink: TakeLink = async (to, subject) => {
  const { mail } = await realmOf(site.server, ACCOUNT_REALM);
  const message = await mail.wait({ to });
  expect(message.subject).toBe(subject);
  return message.link;
};

const HOUR_MS = 60 * 60 * 1000;

for (const [index, words] of JOURNEY_WORDS.entries())
  test(`issue 18 "Languages": the life of an account in ${words.locale}: registered, verified, secured, forgotten, changed and deleted, by keyboard and without JavaScript`, async ({
    browser,
  }) => {
    const { context, page } = await openBrowser(browser);
    await site.moveClock(index * HOUR_MS);
    await liveThrough({ page, site, takeLink, words, username: `zoe-${words.locale}` }, index * HOUR_MS);
    await context.close();
  });
