// The life of an account, from registering to deleting it, by keyboard and without JavaScript.
import { expect, type Locator, type Page } from '@playwright/test';
import { type AccountRealm, expectFits, expectSignedIn } from './account-site.ts';
import { JOURNEY_WORDS, type JourneyWords } from './journey-words.ts';
import { activate, fill, tabTo } from './keyboard-person.ts';

/** What the journey needs the realm to offer. */
export const JOURNEY_REALM: Readonly<Record<string, unknown>> = {
  internationalizationEnabled: true,
  supportedLocales: JOURNEY_WORDS.map(({ locale }) => locale),
  registrationAllowed: true,
  resetPasswordAllowed: true,
  verifyEmail: true,
  editUsernameAllowed: true,
  passwordPolicy: 'length(8)',
  attributes: { 'understudy.oneClickSignIn': 'true' },
  requiredActions: [
    { alias: 'UPDATE_EMAIL', enabled: true },
    { alias: 'delete_account', enabled: true },
    { alias: 'update_user_locale', enabled: true },
  ],
  // Everybody may delete their account.
  groups: [{ name: 'people', clientRoles: { account: ['delete-account'] } }],
  defaultGroups: ['/people'],
};

/** Returns the link in the newest message to an address, which has this subject. */
export type TakeLink = (address: string, subject: string) => Promise<string>;

const FIRST = 'first-password';
const SECOND = 'second-password';

/** One person and what this person reads. */
export interface Traveller {
  readonly page: Page;
  readonly site: AccountRealm;
  readonly takeLink: TakeLink;
  readonly words: JourneyWords;
  readonly username: string;
}

const addressOf = ({ username }: Traveller): string => `${username}@example.test`;

/** The page is in the language of the person, is not too wide and has this heading. */
async function read({ page, words }: Traveller, heading?: keyof JourneyWords['headings']): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', words.locale);
  await expect(page.locator('html')).toHaveAttribute('dir', words.direction);
  if (heading !== undefined)
    await expect(
      page.getByRole('heading', { level: 1, name: words.headings[heading], exact: true }),
    ).toBeVisible();
  await expectFits(page);
}

/** Below the heading, which may say the same. */
const readMessage = ({ page, words }: Traveller, message: keyof JourneyWords['messages']): Promise<void> =>
  expect(
    page.getByText(words.messages[message], { exact: true }).and(page.locator(':not(h1)')),
  ).toBeVisible();

/** Everything that is used is named in the language of the person. */
async function enter({ page, words }: Traveller, id: string, text: string): Promise<void> {
  const field = page.locator(`#${id}`);
  await expect(field).toHaveAccessibleName(words.letters);
  await fill(page, field, text);
}

async function use({ page, words }: Traveller, target: Locator): Promise<void> {
  await expect(target).toHaveAccessibleName(words.letters);
  await activate(page, target);
}

async function chooseLanguage(person: Traveller): Promise<void> {
  const { page, site, words } = person;
  await page.goto(site.authorizationUrl());
  await activate(page, page.getByRole('link', { name: words.name, exact: true }));
  await read(person);
}

async function register(person: Traveller): Promise<void> {
  const { page, takeLink, words, username } = person;
  await use(person, page.locator('#kc-registration a'));
  await read(person, 'register');
  await enter(person, 'username', username);
  await enter(person, 'password', FIRST);
  await enter(person, 'password-confirm', FIRST);
  await enter(person, 'email', addressOf(person));
  await enter(person, 'firstName', 'Zoe');
  await enter(person, 'lastName', 'Adams');
  await use(person, page.locator('#kc-register-form [type=submit]'));
  await read(person, 'verify');
  await page.goto(await takeLink(addressOf(person), words.subjects.verify));
  await expectSignedIn(page);
}

async function signOut(person: Traveller): Promise<void> {
  const { page, site } = person;
  await page.goto(site.authorizationUrl().replace(/\/auth\?.*$/, '/logout'));
  await read(person);
  await use(person, page.locator('#kc-logout'));
  await read(person);
  await readMessage(person, 'signedOut');
}

async function signIn(person: Traveller, password: string): Promise<void> {
  const { page, site, username } = person;
  await page.goto(site.authorizationUrl());
  await read(person);
  await enter(person, 'username', username);
  await enter(person, 'password', password);
  await page.keyboard.press('Enter');
}

async function fillInDevice(person: Traveller, device: string): Promise<void> {
  const { page } = person;
  await enter(person, 'userLabel', device);
  await use(person, page.locator('#understudy-fill-in'));
  await use(person, page.locator('#saveTOTPBtn'));
}

async function setUpAuthenticator(person: Traveller): Promise<void> {
  const { page, site } = person;
  await page.goto(site.authorizationUrl({ kc_action: 'CONFIGURE_TOTP' }));
  await use(person, page.locator('#mode-manual'));
  await expect(page.locator('#kc-totp-secret-key')).toBeVisible();
  await read(person, 'setUp');
  await fillInDevice(person, 'Phone');
  await expectSignedIn(page);
}

/** A code works once: the clock has been moved since the last one. */
async function enterCode(person: Traveller): Promise<void> {
  const { page, words } = person;
  await expect(page.locator('#otp')).toHaveAccessibleName(words.letters);
  await use(person, page.locator('#understudy-fill-in'));
  await read(person);
  await tabTo(page, page.locator('#otp'));
  await page.keyboard.press('Enter');
}

async function choosePassword(person: Traveller): Promise<void> {
  const { page } = person;
  await read(person, 'password');
  await enter(person, 'password-new', SECOND);
  await enter(person, 'password-confirm', 'another-password');
  await page.keyboard.press('Enter');
  await readMessage(person, 'wrongPassword');
  await enter(person, 'password-new', SECOND);
  await enter(person, 'password-confirm', SECOND);
  await page.keyboard.press('Enter');
}

async function forgetPassword(person: Traveller): Promise<void> {
  const { page, site, takeLink, words } = person;
  await page.goto(site.authorizationUrl());
  await use(person, page.locator('#kc-forgot-password'));
  await read(person, 'forgotten');
  await enter(person, 'username', addressOf(person));
  await page.keyboard.press('Enter');
  await readMessage(person, 'sent');
  await page.goto(await takeLink(addressOf(person), words.subjects.reset));
  // Compat: who forgot the password sets up the authenticator again.
  await read(person, 'setUp');
  await fillInDevice(person, 'New phone');
  await choosePassword(person);
  await expectSignedIn(page);
}

async function changeAddress(person: Traveller): Promise<void> {
  const { page, site, takeLink, words } = person;
  const address = `new.${addressOf(person)}`;
  await page.goto(site.authorizationUrl({ kc_action: 'UPDATE_EMAIL' }));
  await read(person, 'email');
  await enter(person, 'email', address);
  await page.keyboard.press('Enter');
  await expect(page.getByText(address).first()).toBeVisible();
  await read(person);
  await page.goto(await takeLink(address, words.subjects.change));
  await expectSignedIn(page);
}

async function changeProfile(person: Traveller): Promise<void> {
  const { page, site } = person;
  await page.goto(site.authorizationUrl({ kc_action: 'UPDATE_PROFILE' }));
  await read(person, 'profile');
  await enter(person, 'lastName', 'Brown');
  await page.keyboard.press('Enter');
  await expectSignedIn(page);
}

async function deleteAccount(person: Traveller): Promise<void> {
  const { page, site } = person;
  await page.goto(site.authorizationUrl({ kc_action: 'delete_account' }));
  await read(person);
  await readMessage(person, 'again');
  await enter(person, 'password', SECOND);
  await page.keyboard.press('Enter');
  await enterCode(person);
  await read(person, 'delete');
  await use(person, page.locator('#kc-submit'));
  await read(person);
  await readMessage(person, 'deleted');
}

/** The whole life of an account, in one browser. `startMs`: how far the realm's clock is ahead of real time. */
export async function liveThrough(person: Traveller, startMs = 0): Promise<void> {
  const { page, site, words } = person;
  await chooseLanguage(person);
  await register(person);
  await setUpAuthenticator(person);
  await signOut(person);
  await site.moveClock(startMs + 60_000);
  await signIn(person, FIRST);
  await enterCode(person);
  await expectSignedIn(page);
  await signOut(person);
  await forgetPassword(person);
  await changeProfile(person);
  await changeAddress(person);
  await site.moveClock(startMs + 120_000);
  await deleteAccount(person);
  await signIn(person, SECOND);
  await expect(page.locator('#input-error')).toHaveText(words.messages.unknown);
}
