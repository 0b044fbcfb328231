// The same life of an account at the desktop's server: its links are read in the window, by keyboard as well.
import { expect, test } from '@playwright/test';
import { JOURNEY_REALM, liveThrough, type TakeLink } from './support/account-journey.ts';
import { ACCOUNT_REALM, createAccountRealm, openBrowser } from './support/account-site.ts';
import { type Desktop, startDesktop } from './support/desktop.ts';
import { ENGLISH } from './support/journey-words.ts';
import { press } from './support/keyboard-person.ts';

/** What the window has handed to the system browser. */
async function watchSystemBrowser({ app }: Desktop): Promise<() => Promise<string>> {
  await app.evaluate(({ shell }) => {
    shell.openExternal = async (url: string) => {
      (globalThis as { opened?: string }).opened = url;
    };
  });
  return () => app.evaluate(() => (globalThis as { opened?: string }).opened ?? '');
}

test('the life of an account: in the desktop window, each link arrives on the screen Mail and is opened by keyboard', async ({
  browser,
}) => {
  const desktop = await startDesktop();
  const { window } = desktop;
  try {
    const realm = await createAccountRealm(desktop, [], JOURNEY_REALM);
    const opened = await watchSystemBrowser(desktop);
    await window.reload();
    await press(window, 'button', /^Search/);
    await window.keyboard.type(ACCOUNT_REALM);
    await expect(window.getByRole('button', { name: `Switch to realm ${ACCOUNT_REALM}` })).toBeVisible();
    await window.keyboard.press('Enter');
    await press(window, 'link', 'Mail');
    const message = window.getByRole('region', { name: 'Message', exact: true });
    let links = 0;
    const takeLink: TakeLink = async (address, subject) => {
      links += 1;
      const list = window.getByRole('navigation', { name: 'Messages' }).getByRole('link');
      await expect(list).toHaveCount(links);
      await expect(message).toContainText(address);
      await expect(message).toContainText(subject);
      await press(window, 'button', 'Open link');
      await expect.poll(opened).toContain('/login-actions/action-token?');
      return opened();
    };
    const { context, page } = await openBrowser(browser);
    await liveThrough({ page, site: realm, takeLink, words: ENGLISH, username: 'zoe' });
    await context.close();
    await realm.stop();
  } finally {
    await desktop.close();
  }
});
