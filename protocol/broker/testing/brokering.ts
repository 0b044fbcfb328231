// For tests: a realm with identity providers, and the way of a browser through them.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { formAction, type TestPage } from '#protocol/login/testing/browser.ts';
import { type FlowStepText, flowMembers } from '#protocol/login/testing/flows.ts';
import type { LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import { ALICE, type LoginFixture, withLogin } from '#protocol/login/testing/login-fixture.ts';
import { listIdentities } from '#protocol/realm/users/federated-identities.ts';

/** A provider whose client has the ID `app` and the secret `app-secret`. */
export function provider(
  alias: string,
  providerId: string,
  config: Readonly<Record<string, string>> = {},
  members: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    alias,
    providerId,
    enabled: true,
    ...members,
    config: { clientId: 'app', clientSecret: 'app-secret', ...config },
  };
}

/** An `oidc` provider on another machine. */
export const ELSEWHERE = {
  authorizationUrl: 'https://idp.example/auth',
  tokenUrl: 'https://idp.example/token',
  userInfoUrl: 'https://idp.example/userinfo',
  issuer: 'https://idp.example',
};

export function withProviders(
  identityProviders: readonly Readonly<Record<string, unknown>>[],
  run: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>,
  changes: Partial<RealmRepresentation> & Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return withLogin(run, { identityProviders: [...identityProviders], ...changes });
}

/** Target of the provider's button. @throws {TypeError} when the page has none. */
export function buttonOf({ text }: TestPage, alias: string): string {
  const href = new RegExp(`<a id="social-${alias}"[^>]* href="([^"]*)"`).exec(text)?.[1];
  if (href === undefined) throw new TypeError(`the page has no button social-${alias}: ${text}`);
  return href.replaceAll('&amp;', '&');
}

/** The page of the stand-in, from the sign-in page. */
export async function openStandIn(browser: LoginBrowser, alias: string, query = ''): Promise<TestPage> {
  return browser.follow(await browser.get(buttonOf(await browser.open(query), alias)));
}

/** The stand-in's only form. */
export function standInAction({ text }: TestPage): string {
  const action = /<form method="post" action="([^"]*)"/.exec(text)?.[1];
  if (action === undefined) throw new TypeError(`the page is not of a stand-in: ${text}`);
  return action.replaceAll('&amp;', '&');
}

/** Chooses a person at the stand-in, and follows the browser back. */
export async function beAt(
  browser: LoginBrowser,
  page: TestPage,
  fields: Readonly<Record<string, string>>,
): Promise<TestPage> {
  return browser.follow(await browser.post(standInAction(page), fields));
}

/** Signs in as a person with this address. */
export async function signInAt(
  browser: LoginBrowser,
  alias: string,
  email: string,
  more: Readonly<Record<string, string>> = {},
): Promise<TestPage> {
  return beAt(browser, await openStandIn(browser, alias), { person: 'other', email, ...more });
}

export const review = (
  browser: LoginBrowser,
  page: TestPage,
  fields: Readonly<Record<string, string>>,
): Promise<TestPage> => browser.post(formAction(page, 'kc-idp-review-profile-form'), fields);

/** Users of a realm in which alice may link accounts, and bob may not. */
export const LINKERS: NonNullable<RealmRepresentation['users']> = [
  { ...ALICE, clientRoles: { account: ['manage-account-links'] } },
  {
    id: 'bob-id',
    username: 'bob',
    email: 'bob@example.test',
    enabled: true,
    credentials: [{ type: 'password', value: 'bob-password' }],
  },
];

/** The ids of a user's accounts at a provider. */
export async function linksOf(
  { store }: LoginFixture,
  userId: string,
  alias: string,
): Promise<readonly string[]> {
  const user = await store.users.find('r-id', userId);
  return listIdentities(user ?? { id: '', username: '' }).flatMap(({ identityProvider, userName }) =>
    identityProvider === alias ? [userName] : [],
  );
}

/** Presses the button of the page for an existing user. */
export const chooseAt = async (
  browser: LoginBrowser,
  page: TestPage,
  submitAction: 'linkAccount' | 'updateProfile' = 'linkAccount',
): Promise<TestPage> =>
  browser.follow(await browser.post(formAction(page, 'kc-register-form'), { submitAction }));

/** Runs `run` with a realm whose provider `idp` has a flow of these steps for first sign-ins. */
export function withFirstLogin(
  steps: readonly FlowStepText[],
  run: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>,
  changes: Partial<RealmRepresentation> = {},
): Promise<void> {
  const { browserFlow: firstBrokerLoginFlow, ...flows } = flowMembers(steps);
  const realm = { ...flows, firstBrokerLoginFlow, ...changes } as Partial<RealmRepresentation>;
  return withProviders([provider('idp', 'google')], run, realm);
}

/** Adds an authenticator for one-time codes to a user. */
export const giveDevice = ({ store }: LoginFixture, userId: string): Promise<unknown> =>
  store.users.update('r-id', userId, (user) => ({
    ...user,
    credentials: [
      ...(user.credentials ?? []),
      {
        type: 'otp',
        secretData: '{"value":"secret"}',
        credentialData: '{"subType":"totp","digits":6,"period":30,"algorithm":"HmacSHA1"}',
      },
    ],
  }));
