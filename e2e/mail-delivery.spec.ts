import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, type Page, test } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import {
  ACCOUNT_REALM,
  type AccountSite,
  addressOf,
  openBrowser,
  startAccountSite,
} from './support/account-site.ts';
import { realmOf } from './support/kit.ts';
import { callAdmin } from './support/server.ts';

const received: string[] = [];
const mailServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onRcptTo: ({ address }, _session, done) =>
    done(
      address.startsWith('bob') ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null,
    ),
  onData: (stream, _session, done) =>
    void text(stream).then((source) => done(null, String(received.push(source)))),
});

let site: AccountSite;
test.beforeAll(async () => {
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  const { port } = mailServer.server.address() as AddressInfo;
  const smtpServer = { host: '127.0.0.1', port: String(port), from: 'idp@shop.test' };
  const settings = { resetPasswordAllowed: true, smtpServer };
  site = await startAccountSite(['alice', 'bob', 'cara'], settings, ['--mail=send']);
});
test.afterAll(async () => {
  await site.stop();
  await new Promise<void>((resolve) => mailServer.close(resolve));
});

async function askForLink(page: Page, username: string): Promise<void> {
  await page.goto(site.authorizationUrl());
  await page.getByRole('link', { name: 'Forgot Password?', exact: true }).click();
  await page.getByLabel('Username or email', { exact: true }).fill(username);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(
    page.getByText('You should receive an email shortly with further instructions.'),
  ).toBeVisible();
}

async function deliveryTo(username: string) {
  const { mail } = await realmOf(site.server, ACCOUNT_REALM);
  const [message] = await mail.list({ to: addressOf(username) });
  return message?.delivery;
}

test('--mail=send: the link that arrives is the one in the mailbox', async ({ browser }) => {
  const { context, page } = await openBrowser(browser);
  await askForLink(page, 'alice');
  await expect.poll(() => deliveryTo('alice')).toMatchObject({ state: 'delivered' });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatch(/^To: alice@example\.test/m);
  expect(received[0]?.replaceAll('=\r\n', '')).toContain('/login-actions/action-token?');
  await context.close();
});

test('--mail=send: a recipient whom the server refuses sees the same page, and the message says why', async ({
  browser,
}) => {
  const { context, page } = await openBrowser(browser);
  await askForLink(page, 'bob');
  await expect
    .poll(() => deliveryTo('bob'))
    .toMatchObject({ state: 'failed', problem: expect.stringContaining('550') });
  await context.close();
});

test('--mail=send: a server that is away changes nothing for the person', async ({ browser }) => {
  const smtpServer = { host: '127.0.0.1', port: '1', from: 'idp@shop.test' };
  const changed = await callAdmin(site.server.url, 'PUT', `/admin/realms/${ACCOUNT_REALM}`, { smtpServer });
  expect(changed.status).toBe(204);
  const { context, page } = await openBrowser(browser);
  await askForLink(page, 'cara');
  await expect
    .poll(() => deliveryTo('cara'))
    .toMatchObject({
      state: 'failed',
      server: '127.0.0.1:1',
      problem: expect.stringContaining('Check smtpServer.host'),
    });
  await context.close();
});
