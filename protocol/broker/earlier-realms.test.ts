// Realms like those that people have: of several versions of Keycloak, with what their exports contain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { formAction } from '#protocol/login/testing/browser.ts';
import type { LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import type { LoginFixture } from '#protocol/login/testing/login-fixture.ts';
import { chooseAt, linksOf, review, signInAt, withProviders } from './testing/brokering.ts';

type Members = Readonly<Record<string, unknown>>;

const MASK = '**********';

/** What the export of a provider has. */
const exported = (alias: string, config: Readonly<Record<string, string>>, more: Members = {}): Members => ({
  alias,
  providerId: alias,
  enabled: true,
  updateProfileFirstLoginMode: 'on',
  trustEmail: false,
  storeToken: false,
  linkOnly: false,
  ...more,
  config: { clientId: 'app', clientSecret: MASK, ...config },
});

/** `authenticator REQUIREMENT`; `flow: alias REQUIREMENT`. */
function flow(alias: string, topLevel: boolean, ...steps: readonly string[]): Members {
  const authenticationExecutions = steps.map((text, index) => {
    const [, isFlow, name, requirement] = /^(flow: )?(.+) ([A-Z]+)$/.exec(text) ?? assert.fail(text);
    return {
      ...(isFlow === undefined ? { authenticator: name } : { flowAlias: name }),
      requirement,
      priority: 10 * (index + 1),
      userSetupAllowed: false,
      // Sic.
      autheticatorFlow: isFlow !== undefined,
    };
  });
  return { alias, providerId: 'basic-flow', topLevel, builtIn: true, authenticationExecutions };
}

/** The flows of an export of Keycloak 4 to 7. */
const EARLIER_FLOWS: Members = {
  browserFlow: 'browser',
  authenticationFlows: [
    flow(
      'Handle Existing Account',
      false,
      'idp-confirm-link REQUIRED',
      'idp-email-verification ALTERNATIVE',
      'flow: Verify Existing Account by Re-authentication ALTERNATIVE',
    ),
    flow(
      'Verify Existing Account by Re-authentication',
      false,
      'idp-username-password-form REQUIRED',
      'auth-otp-form OPTIONAL',
    ),
    flow(
      'browser',
      true,
      'auth-cookie ALTERNATIVE',
      'auth-spnego DISABLED',
      'identity-provider-redirector ALTERNATIVE',
      'flow: forms ALTERNATIVE',
    ),
    flow(
      'first broker login',
      true,
      'idp-review-profile REQUIRED',
      'idp-create-user-if-unique ALTERNATIVE',
      'flow: Handle Existing Account ALTERNATIVE',
    ),
    flow('forms', false, 'auth-username-password-form REQUIRED', 'auth-otp-form OPTIONAL'),
  ],
};

const required = { roles: ['admin', 'user'] };
const permissions = { view: ['admin', 'user'], edit: ['admin', 'user'] };
const PROFILE = {
  attributes: [
    ...['username', 'email', 'firstName', 'lastName'].map((name) => ({ name, permissions })),
    { name: 'City', required, permissions, validations: { pattern: { pattern: '^[A-Za-z]{2,}$' } } },
  ],
};

const LEGACY = { syncMode: 'LEGACY' };
const FIRST_LOGIN = { firstBrokerLoginFlowAlias: 'first broker login' };
const CORP = 'https://corp.example:8444/auth/realms/corp';
const ENDPOINTS = `${CORP}/protocol/openid-connect`;

interface Row {
  readonly what: string;
  readonly providers: readonly Members[];
  readonly realm: Members;
}

const ROWS: readonly Row[] = [
  {
    what: 'Keycloak 25 with GitHub and Google, sync mode LEGACY',
    providers: [exported('github', LEGACY), exported('google', LEGACY)],
    realm: { keycloakVersion: '25.0.4', registrationAllowed: true },
  },
  {
    what: 'Keycloak 16 with GitHub',
    providers: [exported('github', { syncMode: 'IMPORT', useJwksUrl: 'true' }, FIRST_LOGIN)],
    realm: { keycloakVersion: '16.0.0' },
  },
  {
    what: 'Keycloak 4 with GitHub and settings without a value',
    providers: [exported('github', { hideOnLoginPage: '', disableUserInfo: '' }, FIRST_LOGIN)],
    realm: { keycloakVersion: '4.8.3.Final', ...EARLIER_FLOWS },
  },
  {
    what: 'Keycloak 6 with GitHub, addresses that no one serves, and browser as flow after sign-ins',
    providers: [
      exported(
        'github',
        { authorizationUrl: 'https://authorizationUrl', tokenUrl: 'https://tokenUrl' },
        { ...FIRST_LOGIN, postBrokerLoginFlowAlias: 'browser' },
      ),
    ],
    realm: { keycloakVersion: '6.0.1', ...EARLIER_FLOWS },
  },
  {
    what: 'Keycloak 6 with another Keycloak that only exists in its network',
    providers: [
      exported(
        'keycloak-oidc',
        {
          issuer: CORP,
          authorizationUrl: `${ENDPOINTS}/auth`,
          tokenUrl: `${ENDPOINTS}/token`,
          userInfoUrl: `${ENDPOINTS}/userinfo`,
          validateSignature: '',
          backchannelSupported: '',
          useJwksUrl: 'true',
          defaultScope: '',
        },
        FIRST_LOGIN,
      ),
    ],
    realm: { keycloakVersion: '6.0.1', ...EARLIER_FLOWS },
  },
];

const aliasesOf = ({ providers }: Row): readonly string[] => providers.map(({ alias }) => String(alias));

const withRow = (
  { providers, realm }: Row,
  run: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>,
  more: Members = {},
): Promise<void> => withProviders(providers, run, { ...realm, ...more } as Partial<RealmRepresentation>);

for (const row of ROWS)
  test(`issue "Other identity providers": without network, people sign in to a realm of ${row.what}`, () =>
    withRow(row, async ({ browser, store }) => {
      for (const alias of aliasesOf(row)) {
        const email = `ada.${alias}@example.com`;
        for (const time of ['first', 'second']) {
          const done = await signInAt(browser(), alias, email);
          assert.ok(done.leadsTo['code'], `${alias}, ${time} time: ${done.text}`);
        }
        const user = (await store.users.findByEmail('r-id', email)) ?? assert.fail(alias);
        assert.deepEqual(user.credentials ?? [], []);
      }
    }));

const isLastAsked = ({ providers }: Row): boolean =>
  providers.every(({ postBrokerLoginFlowAlias }) => postBrokerLoginFlowAlias === undefined);

for (const row of ROWS.filter(isLastAsked))
  test(`Keycloak idp-confirm-link: an existing user confirms by password, in a realm of ${row.what}`, () =>
    withRow(row, async (fixture, browser) => {
      const [alias = ''] = aliasesOf(row);
      const asked = await signInAt(browser, alias, 'alice@example.test');
      const reauthentication = await chooseAt(browser, asked);
      const wrong = await browser.post(formAction(reauthentication), { password: 'wrong' });
      assert.match(wrong.text, /Invalid username or password|Invalid password/);
      assert.deepEqual(await linksOf(fixture, 'alice-id', alias), []);
      const done = await browser.follow(
        await browser.post(formAction(wrong), { username: 'alice', password: 'alice-password' }),
      );
      assert.ok(done.leadsTo['code'], done.text);
      assert.equal((await linksOf(fixture, 'alice-id', alias)).length, 1);
    }));

test('Keycloak post broker login: with the flow browser, a user with a password enters it each time', () => {
  const row = ROWS.find((each) => !isLastAsked(each)) ?? assert.fail();
  return withRow(row, async (fixture, browser) => {
    const confirmed = await chooseAt(browser, await signInAt(browser, 'github', 'alice@example.test'));
    const fields = { password: 'alice-password' };
    const linked = await browser.follow(await browser.post(formAction(confirmed), fields));
    assert.equal(linked.leadsTo['code'], undefined);
    const done = await browser.follow(await browser.post(formAction(linked), fields));
    assert.ok(done.leadsTo['code'], done.text);
    const later = fixture.browser();
    const asked = await signInAt(later, 'github', 'alice@example.test');
    const wrong = await later.post(formAction(asked), { password: 'wrong' });
    assert.match(wrong.text, /Invalid/);
    const again = await later.follow(await later.post(formAction(wrong), fields));
    assert.ok(again.leadsTo['code'], again.text);
  });
});

test('Keycloak 26: what the profile of the realm requires and the provider does not say is asked for, then the address is verified', () => {
  const config = { 'kc.user.profile.config': [JSON.stringify(PROFILE)] };
  const realm = {
    keycloakVersion: '26.0.6',
    verifyEmail: true,
    registrationEmailAsUsername: true,
    smtpServer: { host: 'smtp.example.com', from: 'no-reply@example.com' },
    components: {
      'org.keycloak.userprofile.UserProfileProvider': [{ providerId: 'declarative-user-profile', config }],
    },
  };
  const providers = [exported('github', LEGACY), exported('google', LEGACY)];
  return withRow({ what: '', providers, realm }, async ({ browser, mailbox, store }) => {
    for (const alias of ['github', 'google']) {
      const email = `ada.${alias}@example.com`;
      const person = browser();
      const asked = await signInAt(person, alias, email);
      const names = { email, firstName: 'Ada', lastName: 'Moreno' };
      const refused = await review(person, asked, { ...names, City: '1' });
      assert.match(refused.text, /id="input-error-City"/);
      const verified = await person.follow(await review(person, refused, { ...names, City: 'Ghent' }));
      assert.match(verified.text, /verify/i);
      const message = (await mailbox.list('r-id')).find(({ to }) => to.includes(email)) ?? assert.fail(alias);
      const link = /http\S+action-token\S+/.exec(message.text)?.[0] ?? assert.fail(message.text);
      const done = await person.follow(await person.get(link));
      assert.ok(done.leadsTo['code'], done.text);
      const user = (await store.users.findByEmail('r-id', email)) ?? assert.fail(alias);
      assert.deepEqual(
        [user.username, user.emailVerified, user.attributes?.['City']],
        [email, true, ['Ghent']],
      );
    }
  });
});
