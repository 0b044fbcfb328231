// The Mail screen: messages arrive, are read, searched and deleted; their HTML can do nothing.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole, rail } from './support/console.ts';
import { realmOf } from './support/kit.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer({ args: ['--mail=send'] });
});
test.afterAll(async () => {
  await server.stop();
});
test.beforeEach(async () => {
  await (await realmOf(server)).mail.clear();
  await changeRealm({ localizationTexts: {}, smtpServer: {} });
});

const ADMIN = '/admin/realms/demo';

async function changeRealm(part: object): Promise<void> {
  expect((await callAdmin(server.url, 'PUT', ADMIN, part)).status).toBe(204);
}

async function idOf(username: string): Promise<string> {
  const answer = await callAdmin(server.url, 'GET', `${ADMIN}/users?username=${username}&exact=true`);
  return ((await answer.json()) as readonly { readonly id: string }[])[0]?.id ?? '';
}

type Message = 'send-verify-email' | 'execute-actions-email' | 'reset-password-email';

async function send(username: string, message: Message): Promise<void> {
  const body = message === 'execute-actions-email' ? ['UPDATE_PASSWORD'] : undefined;
  const path = `${ADMIN}/users/${await idOf(username)}/${message}`;
  expect((await callAdmin(server.url, 'PUT', path, body)).status).toBeLessThan(300);
}

const list = (page: Page) => page.getByRole('navigation', { name: 'Messages' }).getByRole('link');
const message = (page: Page) => page.getByRole('region', { name: 'Message', exact: true });
const badge = (page: Page, name: string) => rail(page).getByRole('link', { name, exact: true });

test('console "Mail": a message arrives on the empty screen, and its link does what it says', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Mail');
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
  await expectAccessible(page);
  await send('alice', 'send-verify-email');
  await expect(list(page)).toHaveCount(1);
  await expect(message(page)).toContainText('alice@example.test');
  const [sent] = await (await realmOf(server)).mail.list();
  await expect(message(page)).toContainText(sent?.link ?? 'no link');
  await expect(message(page).locator('pre')).toContainText(sent?.text.split('\n')[0] ?? 'no text');
  await expectAccessible(page);
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    message(page).getByRole('button', { name: 'Open link' }).click(),
  ]);
  expect(opened.url()).toBe(sent?.link);
  await expect(opened.getByText('Your email address has been verified already.')).toBeVisible();
});

test('console "Mail": the rail counts what nobody has opened; opening, or one click, marks it as read', async ({
  page,
}) => {
  await openConsole(page, server.url);
  await send('alice', 'send-verify-email');
  await send('bob', 'send-verify-email');
  await send('bob', 'execute-actions-email');
  await expect(badge(page, 'Mail 3 unread')).toBeVisible();
  await badge(page, 'Mail 3 unread').click();
  await expect(list(page)).toHaveCount(3);
  await expect(badge(page, 'Mail 2 unread')).toBeVisible();
  await list(page).nth(1).click();
  await expect(badge(page, 'Mail 1 unread')).toBeVisible();
  await expect(page.getByText('3 messages, 1 unread')).toBeVisible();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(badge(page, 'Mail')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
});

test('console "Mail": messages are searched, filtered by URL, and walked with the arrow keys', async ({
  page,
}) => {
  await send('alice', 'send-verify-email');
  await send('bob', 'send-verify-email');
  await send('bob', 'execute-actions-email');
  await openConsole(page, server.url, 'Mail');
  await page.getByRole('textbox', { name: 'Search messages' }).fill('alice@');
  await expect(list(page)).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Search messages' }).fill('nobody');
  await expect(page.getByRole('heading', { name: 'No matching messages' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all messages' }).click();
  await expect(list(page)).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Filter by reason' }).click();
  await page.getByRole('option', { name: 'Required actions' }).click();
  await expect(list(page)).toHaveCount(1);
  await page.goto(`${server.url}/console/#/mail?user=bob`);
  await expect(list(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Show those of any user' }).click();
  await expect(list(page)).toHaveCount(3);
  await list(page).first().click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(list(page).nth(2)).toBeFocused();
  await expect(message(page)).toContainText('alice@example.test');
  await page.keyboard.press('ArrowDown');
  await expect(list(page).nth(2)).toBeFocused();
});

test('console "Mail": a message is deleted and brought back; clearing asks first; a gone message is explained', async ({
  page,
}) => {
  await send('alice', 'send-verify-email');
  await send('bob', 'send-verify-email');
  await openConsole(page, server.url, 'Mail');
  await message(page).getByRole('button', { name: 'Delete message' }).click();
  await expect(list(page)).toHaveCount(1);
  await page.getByRole('button', { name: /^Undo: Deleting/ }).click();
  await expect(list(page)).toHaveCount(2);
  const [newest] = await (await realmOf(server)).mail.list();
  await page.getByRole('button', { name: 'Clear mailbox' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clear the mailbox of realm demo?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(list(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear mailbox' }).click();
  await dialog.getByRole('button', { name: 'Clear mailbox' }).click();
  // The undo has opened the message again, and now it is gone.
  await expect(page.getByRole('heading', { name: 'Message not found' })).toBeVisible();
  await rail(page).getByRole('link', { name: 'Mail' }).click();
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
  await page.goto(`${server.url}/console/#/mail/${newest?.id}`);
  await expect(page.getByRole('heading', { name: 'Message not found' })).toBeVisible();
});

test('console "Mail": HTML of a realm text keeps its looks, but loads nothing, runs nothing and leads nowhere', async ({
  page,
}) => {
  const requests: string[] = [];
  const elsewhere = createServer(({ url = '' }, response) => {
    requests.push(url);
    response.end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const html = [
    `<style>h1 '{' color: rgb(1, 2, 3); '}'</style><meta http-equiv="refresh" content="0;url=${origin}/meta">`,
    `<link rel="stylesheet" href="${origin}/style.css"><style>@import url(${origin}/import.css);</style>`,
    '<h1>Hello</h1><p style="color: rgb(4, 5, 6)" onclick="parent.hacked = 1">Styled</p>',
    `<img src="${origin}/pixel.png" alt="pixel" onerror="parent.hacked = 2">`,
    `<script>parent.hacked = 3</script><iframe src="${origin}/frame"></iframe>`,
    '<a href="javascript:parent.hacked=4">Run</a> <a href="http://localhost/ok">Open</a>',
    `<form action="${origin}/form"><button>Send</button></form>`,
  ].join('');
  await changeRealm({ localizationTexts: { en: { emailVerificationBodyHtml: html } } });
  await send('alice', 'send-verify-email');
  await openConsole(page, server.url, 'Mail');
  await page.getByRole('tab', { name: 'HTML' }).click();
  const frame = page.frameLocator('iframe[title="HTML of the message"]');
  await expect(frame.getByRole('heading', { name: 'Hello' })).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(frame.getByText('Styled')).toHaveCSS('color', 'rgb(4, 5, 6)');
  await expectAccessible(page);
  await frame.getByText('Styled').click();
  await frame.getByText('Run').click();
  await frame.getByRole('button', { name: 'Send' }).click();
  await expect(frame.getByText('Open')).toHaveAttribute('target', '_blank');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await expect(frame.getByRole('heading', { name: 'Hello' })).toBeVisible();
  // The frame was loaded, and everything in it has been tried.
  await page.getByRole('tab', { name: 'Text' }).click();
  expect(requests).toEqual([]);
  await new Promise((resolve) => elsewhere.close(resolve));
});

test('console "Mail": a delivery that failed and a text that is broken say what to correct', async ({
  page,
}) => {
  await changeRealm({
    smtpServer: { host: '127.0.0.1', port: '1', from: 'idp@shop.test' },
    localizationTexts: { en: { emailVerificationSubject: 'Hello {0' } },
  });
  await send('alice', 'send-verify-email');
  await openConsole(page, server.url, 'Mail');
  await expect(list(page).getByRole('img', { name: 'Not delivered' })).toBeVisible();
  await expect(message(page)).toContainText('Not delivered by 127.0.0.1:1.');
  await expect(message(page)).toContainText('Check smtpServer.host, smtpServer.port');
  await expect(message(page)).toContainText('emailVerificationSubject of language en is broken');
  await expectAccessible(page);
});

test('console "Mail": a user is sent a link to required actions, and refused without an address', async ({
  page,
}) => {
  const id = await idOf('alice');
  await openConsole(page, server.url, 'Users');
  await page.goto(`${server.url}/console/#/users/${id}/access`);
  const section = page.getByRole('region', { name: 'E-mail with a link' });
  await section.getByRole('button', { name: 'Send message' }).click();
  await expect(
    page.getByText('Sent to alice@example.test. The message is on the Mail screen.'),
  ).toBeVisible();
  await expectAccessible(page);
  await section.getByRole('link', { name: 'Messages to alice' }).click();
  await expect(message(page)).toContainText('Required actions');
  const created = await callAdmin(server.url, 'POST', `${ADMIN}/users`, {
    username: 'nomail',
    enabled: true,
  });
  await page.goto(
    `${server.url}/console/#/users/${created.headers.get('location')?.split('/').at(-1)}/access`,
  );
  await expect(section.getByText('nomail has no e-mail address.')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Send message' })).toBeDisabled();
});

test('console "Realm": the mail server is set, checked and tried', async ({ page }) => {
  await openConsole(page, server.url, 'Realm');
  await page.getByRole('tab', { name: 'Mail' }).click();
  const tryIt = page.getByRole('button', { name: 'Send a test message' });
  await expect(tryIt).toBeDisabled();
  await page.getByRole('textbox', { name: /^Host/ }).fill('127.0.0.1');
  await page.getByRole('textbox', { name: /^Port/ }).fill('1');
  await expect(page.getByText('Save the changes first.')).toBeVisible();
  await expect(page.getByText('Enter the address of the sender.')).toBeVisible();
  await page.getByRole('textbox', { name: /^From from/ }).fill('idp@shop.test');
  await page.getByRole('switch', { name: /^Authentication/ }).click();
  await page.getByRole('textbox', { name: /^Username/ }).fill('idp');
  await page.getByLabel(/^Password/).fill('mail-secret');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved: Mail.')).toBeVisible();
  await expectAccessible(page);
  await tryIt.click();
  await expect(page.getByText(/The message would be sent to you\. Set email of user admin/)).toBeVisible();
  const master = '/admin/realms/master/users';
  const admins = await callAdmin(server.url, 'GET', `${master}?username=admin&exact=true`);
  const [admin] = (await admins.json()) as readonly { readonly id: string }[];
  await callAdmin(server.url, 'PUT', `${master}/${admin?.id}`, { email: 'admin@example.test' });
  await tryIt.click();
  await expect(page.getByText(/127\.0\.0\.1:1 did not accept the message/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: /^Port/ })).toHaveValue('1');
  const stored = await callAdmin(server.url, 'GET', ADMIN);
  const { smtpServer } = (await stored.json()) as { readonly smtpServer: Record<string, string> };
  expect(smtpServer).toMatchObject({ host: '127.0.0.1', port: '1', auth: 'true', user: 'idp' });
  expect(JSON.stringify(smtpServer)).not.toContain('mail-secret');
});

test('console "Mail": the source can be saved for a mail program', async ({ page }) => {
  await send('alice', 'send-verify-email');
  await openConsole(page, server.url, 'Mail');
  await page.getByRole('tab', { name: 'Source' }).click();
  await expect(page.getByRole('region', { name: 'source of the message' })).toContainText(
    'To: alice@example.test',
  );
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as .eml' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('verify-email-alice.eml');
});

test('console "Mail": Activity leads from the request to the message, and the message back to the request', async ({
  page,
}) => {
  await changeRealm({ resetPasswordAllowed: true });
  await openConsole(page, server.url, 'Mail');
  const other = await page.context().newPage();
  await other.goto(
    `${server.url}/realms/demo/protocol/openid-connect/auth?client_id=account-console&response_type=code&redirect_uri=${encodeURIComponent(`${server.url}/realms/demo/account/`)}&scope=openid&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256`,
  );
  await other.getByRole('link', { name: 'Forgot Password?', exact: true }).click();
  await other.getByLabel('Username or email', { exact: true }).fill('alice');
  await other.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.bringToFront();
  await message(page).getByRole('link', { name: 'Show request' }).click();
  await expect(page.getByText('The realm sent a message.')).toBeVisible();
  await page.getByRole('link', { name: 'Show message' }).click();
  await expect(message(page)).toContainText('Forgotten password');
  await message(page).getByRole('link', { name: 'alice' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'alice' })).toBeVisible();
});
