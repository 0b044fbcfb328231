// Every page that users see, and how a browser comes to it: for tests that are about all of them.
import { expect, type Page } from '@playwright/test';
import { submitSignInForm } from '#fixtures/test/sign-in-form.ts';
import {
  confirmLink,
  describeBrokered,
  linkByMail,
  nameFirst,
  noName,
  reviewNothing,
  reviewProfile,
  selectOrganization,
} from './broker-pages.ts';
import { type CallbackPage, startCallbackPage } from './callback.ts';
import { person } from './clients.ts';
import { LANGUAGES } from './page-languages.ts';
import { callAdmin, startServer, type TestServer } from './server.ts';
import { describeSteps } from './steps-realm.ts';

const alice = person('alice');

/**
 * A server with realms `demo` and `steps`, in which each user meets another page, and a client's callback. Realm
 * `shortcuts` is like `steps`, with one-click sign-in; `brokered` has an identity provider and organizations.
 */
export interface PageSite {
  readonly server: TestServer;
  readonly callback: CallbackPage;
  stop(): Promise<void>;
}

/** `options`: of the server, such as `--spi-theme-folder-dir`. */
export async function startPageSite(options: readonly string[] = []): Promise<PageSite> {
  const server = await startServer({ args: options });
  const callback = await startCallbackPage();
  expect((await callAdmin(server.url, 'PUT', '/admin/realms/demo', LANGUAGES)).status).toBe(204);
  const steps = describeSteps(callback.url);
  const shortcuts = { ...steps, realm: 'shortcuts', attributes: { 'understudy.oneClickSignIn': 'true' } };
  for (const realm of [steps, shortcuts, describeBrokered(callback.url)])
    expect((await callAdmin(server.url, 'POST', '/admin/realms', realm)).status).toBe(201);
  return {
    server,
    callback,
    async stop() {
      callback.close();
      await server.stop();
    },
  };
}

/** Below the server's URL. */
export const DEMO_PATH = '/realms/demo/protocol/openid-connect';

export function authorizationUrl(
  { server, callback }: PageSite,
  extra: Record<string, string> = {},
  realm = 'demo',
): string {
  const parameters = {
    client_id: 'demo-web',
    redirect_uri: callback.url,
    response_type: 'code',
    scope: 'openid',
    state: 's',
    ...extra,
  };
  return `${server.url}/realms/${realm}/protocol/openid-connect/auth?${new URLSearchParams(parameters)}`;
}

const signIn = (page: Page, username: string, password: string): Promise<void> =>
  submitSignInForm(page, { username, password });

/** Signs in to realm `steps`, up to the page that the user meets after the password. */
export async function meet(
  page: Page,
  site: PageSite,
  username: string,
  clientId = 'demo-web',
  realm = 'steps',
): Promise<void> {
  await page.goto(authorizationUrl(site, { client_id: clientId }, realm));
  await signIn(page, username, 'password');
}

/** Alice has a session of realm `demo`. */
async function signInAlice(page: Page, site: PageSite): Promise<void> {
  await page.goto(authorizationUrl(site));
  await signIn(page, alice.username, alice.password);
  await expect(page.locator('h1')).toHaveText('called back');
}

async function wrongPassword(page: Page, site: PageSite): Promise<void> {
  await page.goto(authorizationUrl(site));
  await signIn(page, 'alice', 'wrong');
}

async function reauthenticate(page: Page, site: PageSite): Promise<void> {
  await signInAlice(page, site);
  await page.goto(authorizationUrl(site, { prompt: 'login' }));
}

/** A page that the sign-in page of realm `steps` links to, by the link's element. */
async function followLink(page: Page, site: PageSite, link: string): Promise<void> {
  await page.goto(authorizationUrl(site, {}, 'steps'));
  await page.click(link);
}

async function registerNobody(page: Page, site: PageSite): Promise<void> {
  await followLink(page, site, '#kc-registration a');
  await page.click('#kc-form-buttons input');
}

async function forgetNobody(page: Page, site: PageSite): Promise<void> {
  await followLink(page, site, '#kc-forgot-password');
  await page.click('#kc-form-buttons');
}

async function tryAnotherWay(page: Page, site: PageSite): Promise<void> {
  await meet(page, site, 'rita');
  await page.click('#try-another-way');
}

async function askToDelete(page: Page, site: PageSite): Promise<void> {
  const extra = { client_id: 'notified', kc_action: 'delete_account' };
  await page.goto(authorizationUrl(site, extra, 'steps'));
  await signIn(page, 'dean', 'password');
}

async function replaceAuthenticator(page: Page, site: PageSite): Promise<void> {
  await followLink(page, site, '#kc-forgot-password');
  await page.fill('#username', 'dora');
  await page.click('#kc-form-buttons');
}

async function expiredPage(page: Page, site: PageSite): Promise<void> {
  await page.goto(authorizationUrl(site));
  const stale = (await page.locator('#kc-form-login').getAttribute('action')) ?? '';
  await signIn(page, 'alice', 'wrong');
  await page.locator('#kc-form-login').evaluate((form, action) => form.setAttribute('action', action), stale);
  await signIn(page, 'alice', 'wrong');
}

async function openDeviceCode(page: Page, { server }: PageSite): Promise<void> {
  await page.goto(`${server.url}/realms/demo/device`);
}

async function wrongDeviceCode(page: Page, site: PageSite): Promise<void> {
  await openDeviceCode(page, site);
  await page.fill('#device-user-code', 'nonsense');
  await page.click('button[type=submit]');
}

async function deviceConsent(page: Page, { server }: PageSite): Promise<void> {
  const answer = await fetch(`${server.url}${DEMO_PATH}/auth/device`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'demo-tv', scope: 'openid profile email' }),
  });
  const { verification_uri_complete } = (await answer.json()) as { verification_uri_complete: string };
  await page.goto(verification_uri_complete);
  await signIn(page, alice.username, alice.password);
}

async function deviceResult(page: Page, site: PageSite): Promise<void> {
  await deviceConsent(page, site);
  await page.click('#kc-login[name=accept]');
}

async function wrongCode(page: Page, site: PageSite): Promise<void> {
  await meet(page, site, 'dora');
  await page.fill('#otp', '000000');
  await page.click('#kc-login');
}

async function fillInCode(page: Page, site: PageSite): Promise<void> {
  await meet(page, site, 'dora', 'demo-web', 'shortcuts');
  await page.click('#understudy-fill-in');
}

async function wrongRecoveryCode(page: Page, site: PageSite): Promise<void> {
  await meet(page, site, 'rick');
  await page.fill('#recoveryCodeInput', 'wrong');
  await page.click('#kc-login');
}

async function setUpByHand(page: Page, site: PageSite): Promise<void> {
  await meet(page, site, 'otto');
  await page.click('#mode-manual');
}

async function wrongNewPassword(page: Page, site: PageSite): Promise<void> {
  await meet(page, site, 'paul');
  await page.fill('#password-new', 'one');
  await page.fill('#password-confirm', 'other');
  await page.click('#kc-submit');
}

async function signOutConfirmation(page: Page, site: PageSite): Promise<void> {
  await signInAlice(page, site);
  await page.goto(`${site.server.url}${DEMO_PATH}/logout`);
}

async function signedOut(page: Page, site: PageSite): Promise<void> {
  await signOutConfirmation(page, site);
  await page.click('#kc-logout');
}

async function notifyApplications(page: Page, site: PageSite): Promise<void> {
  await meet(page, site, 'carl', 'notified');
  await expect(page.locator('h1')).toHaveText('called back');
  await page.goto(`${site.server.url}/realms/steps/protocol/openid-connect/logout?client_id=notified`);
  await page.click('#kc-logout');
}

async function error(page: Page, site: PageSite): Promise<void> {
  await page.goto(authorizationUrl(site, { redirect_uri: 'https://evil.example/' }, 'steps'));
}

/** Opens a page of realm `brokered`, whose sign-in page the function gets. */
const inBrokered =
  (open: (page: Page, url: string) => Promise<void>) =>
  (page: Page, site: PageSite): Promise<void> =>
    open(page, authorizationUrl(site, {}, 'brokered'));

interface UserPage {
  open(page: Page, site: PageSite): Promise<unknown>;
  /** Something that no other page has. */
  readonly shows: string;
}

/** Named as in docs/reference/locators.md: title of the section, and when the element is there. */
export const USER_PAGES: Readonly<Record<string, UserPage>> = {
  'Sign-in': { open: (page, site) => page.goto(authorizationUrl(site)), shows: '#kc-login' },
  'Sign-in after a wrong password': { open: wrongPassword, shows: '#input-error' },
  'Sign-in of a known user': { open: reauthenticate, shows: '#kc-attempted-username' },
  'Sign-in with links': {
    open: (page, site) => page.goto(authorizationUrl(site, {}, 'steps')),
    shows: '#kc-registration',
  },
  'Sign-in with providers': { open: inBrokered(nameFirst), shows: '#social-facebook' },
  'Name first': { open: inBrokered(nameFirst), shows: '#kc-form-login' },
  'Name first after an unknown name': { open: inBrokered(noName), shows: '#input-error-username' },
  'Select an organization': { open: inBrokered(selectOrganization), shows: '#kc-user-organizations' },
  'Review profile': { open: inBrokered(reviewProfile), shows: '#kc-idp-review-profile-form' },
  'Review profile after nothing was entered': {
    open: inBrokered(reviewNothing),
    shows: '#input-error-email',
  },
  'Account exists': { open: inBrokered(confirmLink), shows: '#linkAccount' },
  'Link by e-mail': { open: inBrokered(linkByMail), shows: '#instruction3' },
  Register: {
    open: (page, site) => followLink(page, site, '#kc-registration a'),
    shows: '#kc-register-form',
  },
  'Register after nothing was entered': { open: registerNobody, shows: '#input-error-password' },
  'Forgotten password': {
    open: (page, site) => followLink(page, site, '#kc-forgot-password'),
    shows: '#kc-reset-password-form',
  },
  'Forgotten password after nothing was entered': { open: forgetNobody, shows: '#input-error-username' },
  'Replace an authenticator': { open: replaceAuthenticator, shows: '#kc-otp-reset-form' },
  'One-time code': { open: (page, site) => meet(page, site, 'dora'), shows: '#otp' },
  'One-time code after a wrong code': { open: wrongCode, shows: '#input-error-otp' },
  'One-time code with one-click sign-in': {
    open: fillInCode,
    shows: '#kc-otp-login-form ~ section #understudy-fill-in',
  },
  'Recovery code': { open: (page, site) => meet(page, site, 'rick'), shows: '#recoveryCodeInput' },
  'Recovery code after a wrong code': {
    open: wrongRecoveryCode,
    shows: '#input-error-recoveryCodeInput',
  },
  'Another way': { open: tryAnotherWay, shows: '#kc-select-credential-form' },
  Consent: { open: (page, site) => meet(page, site, 'carl'), shows: '#kc-cancel' },
  'Consent for a device': { open: deviceConsent, shows: '#kc-cancel' },
  'Device code': { open: openDeviceCode, shows: '#device-user-code' },
  'Device code after a wrong code': { open: wrongDeviceCode, shows: '#input-error' },
  'Terms and conditions': { open: (page, site) => meet(page, site, 'tina'), shows: '#kc-accept' },
  'Update password': { open: (page, site) => meet(page, site, 'paul'), shows: '#password-new' },
  'Update password after different passwords': {
    open: wrongNewPassword,
    shows: '#input-error-password-confirm',
  },
  'Update profile': { open: (page, site) => meet(page, site, 'nora'), shows: '#firstName' },
  'Update e-mail': { open: (page, site) => meet(page, site, 'uma'), shows: '#kc-update-email-form' },
  'Verify e-mail': { open: (page, site) => meet(page, site, 'emil'), shows: '#kc-submit' },
  'Set up one-time codes': {
    open: (page, site) => meet(page, site, 'otto'),
    shows: '#kc-totp-secret-qr-code',
  },
  'Set up one-time codes by hand': { open: setUpByHand, shows: '#kc-totp-secret-key' },
  'Set up one-time codes with one-click sign-in': {
    open: (page, site) => meet(page, site, 'otto', 'demo-web', 'shortcuts'),
    shows: '#kc-totp-settings ~ section #understudy-fill-in',
  },
  'Set up recovery codes': {
    open: (page, site) => meet(page, site, 'rosa'),
    shows: '#kc-recovery-codes-list',
  },
  'Choose a language': { open: (page, site) => meet(page, site, 'lena'), shows: '#understudy-locale-form' },
  'Delete account': { open: askToDelete, shows: '#kc-deleteaccount-form' },
  'Page has expired': { open: expiredPage, shows: '#loginRestartLink' },
  'Sign-out confirmation': { open: signOutConfirmation, shows: '#kc-logout' },
  'Front-channel sign-out': {
    open: notifyApplications,
    shows: '[data-page-id=login-frontchannel-logout] .instruction',
  },
  Information: { open: signedOut, shows: '#kc-info-message' },
  'Information after a device code': { open: deviceResult, shows: '#kc-info-message' },
  Error: { open: error, shows: '#kc-error-message' },
  'Not found': {
    open: (page, { server }) => page.goto(`${server.url}/realms/nowhere`),
    shows: '#kc-error-message',
  },
};
