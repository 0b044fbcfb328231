// Pages of realm `brokered`: those of a first sign-in through an identity provider, and those of organizations.
import type { Page } from '@playwright/test';
import { LANGUAGES } from './page-languages.ts';

/** Known to the realm; someone else at the provider has the address. */
const KNOWN = 'kim@example.test';
/** A member of both organizations. */
const MEMBER = 'max';

/** The realm file. Its sign-in page is that of organizations: it asks for the name first. */
export function describeBrokered(callbackUrl: string) {
  const client = { clientId: 'demo-web', publicClient: true, redirectUris: ['http://127.0.0.1/*'] };
  const user = { enabled: true, credentials: [{ type: 'password', value: 'password' }] };
  return {
    realm: 'brokered',
    enabled: true,
    ...LANGUAGES,
    organizationsEnabled: true,
    // Without a mail server, an account is linked by its password.
    smtpServer: { host: '127.0.0.1', from: 'no-reply@example.test' },
    clients: [{ ...client, name: 'Web shop', baseUrl: callbackUrl }],
    users: [
      { ...user, username: 'kim', email: KNOWN, firstName: 'Kim', lastName: 'Known' },
      { ...user, username: MEMBER, email: 'max@example.test', firstName: 'Max', lastName: 'Member' },
    ],
    identityProviders: [
      { alias: 'facebook', providerId: 'facebook', config: { clientId: 'web', clientSecret: 'secret' } },
    ],
    organizations: ['acme', 'bolt'].map((alias) => ({
      name: alias === 'acme' ? 'Acme' : 'Bolt',
      alias,
      domains: [{ name: `${alias}.test` }],
      members: [{ username: MEMBER }],
    })),
  };
}

interface Person {
  readonly email: string;
  readonly isPrivate?: boolean;
}

/** Signs in at the stand-in; `url`: of the realm's sign-in page. */
async function signInAtProvider(page: Page, url: string, { email, isPrivate }: Person): Promise<void> {
  await page.goto(`${url}&kc_idp_hint=facebook`);
  await page.fill('#email', email);
  if (isPrivate === true) await page.check('#private');
  await page.click('button[value=other]');
}

/** The provider does not say the address, so the person is asked for it. */
export async function reviewProfile(page: Page, url: string): Promise<void> {
  await signInAtProvider(page, url, { email: 'new@example.test', isPrivate: true });
}

export async function reviewNothing(page: Page, url: string): Promise<void> {
  await reviewProfile(page, url);
  await page.click('#kc-idp-review-profile-form input[type=submit]');
}

/** A user has the address already. */
export async function confirmLink(page: Page, url: string): Promise<void> {
  await signInAtProvider(page, url, { email: KNOWN });
}

export async function linkByMail(page: Page, url: string): Promise<void> {
  await confirmLink(page, url);
  await page.click('#linkAccount');
}

export async function nameFirst(page: Page, url: string): Promise<void> {
  await page.goto(url);
}

export async function noName(page: Page, url: string): Promise<void> {
  await nameFirst(page, url);
  await page.click('#kc-login');
}

export async function selectOrganization(page: Page, url: string): Promise<void> {
  const withScope = new URL(url);
  withScope.searchParams.set('scope', 'openid organization');
  await nameFirst(page, withScope.href);
  await page.fill('#username', MEMBER);
  await page.click('#kc-login');
}
