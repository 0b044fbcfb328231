import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { userEventsOf } from '#protocol/events/user-events.ts';
import { BY_USERS, profileSettings } from '#protocol/realm/testing/profile.ts';
import { formAction, type TestPage } from '../testing/browser.ts';
import { authorizationUrl, type LoginBrowser } from '../testing/login-browser.ts';
import { type LoginFixture, withLogin } from '../testing/login-fixture.ts';

const FORM = 'kc-register-form';
const ALLOWED: Partial<RealmRepresentation> = { registrationAllowed: true };
const EVE = {
  username: 'Eve',
  email: 'Eve@Example.test',
  firstName: 'Eve',
  lastName: 'Adams',
  password: 'eves-password',
  'password-confirm': 'eves-password',
};

/** Keycloak's structure: the link has no id of its own. */
function registerLink({ text }: TestPage): string {
  const href = /<div id="kc-registration"><span>New user\? <a href="([^"]*)">Register<\/a>/.exec(text)?.[1];
  if (href === undefined) throw new TypeError('the page has no link to the registration');
  return href.replaceAll('&amp;', '&');
}

const openForm = async (browser: LoginBrowser, query = ''): Promise<TestPage> =>
  browser.get(registerLink(await browser.open(query)));

const registrationsUrl = (query = ''): string =>
  authorizationUrl(query).replace('/openid-connect/auth?', '/openid-connect/registrations?');

const register = (browser: LoginBrowser, page: TestPage, fields: Readonly<Record<string, string>> = EVE) =>
  browser.post(formAction(page, FORM), fields);

const findEve = ({ store }: LoginFixture) => store.users.findByUsername('r-id', 'eve');

const refusalOf = ({ activity }: LoginFixture) =>
  activity.list({}).records.find(({ refusal }) => refusal !== undefined)?.refusal;

/** The events of what happens from now on. */
function watchEvents({ activity }: LoginFixture): readonly string[] {
  const seen: string[] = [];
  activity.observe((recorded) => {
    if (recorded.facts.target.includes('regist'))
      seen.push(...userEventsOf(recorded, undefined).map(({ kind, error }) => `${kind} ${error}`.trim()));
  });
  return seen;
}

test('Keycloak login theme: the sign-in page has the link only if the realm allows it', async () => {
  await withLogin(async (_fixture, browser) => {
    assert.doesNotMatch((await browser.open()).text, /kc-registration/);
  });
  await withLogin(async (_fixture, browser) => {
    const page = await openForm(browser);
    assert.match(page.text, /data-page-id="login-register"/);
    const order = [...page.text.matchAll(/<input type="(?:text|email|password)" id="([^"]+)"/g)].map(
      ([, id]) => id,
    );
    assert.deepEqual(order, ['username', 'password', 'password-confirm', 'email', 'firstName', 'lastName']);
    const back = /<a href="([^"]*)">« Back to Login/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    assert.match((await browser.get(back)).text, /id="kc-form-login"/);
  }, ALLOWED);
});

test('registration: a user is made and signed in, with the client’s state, and can sign in again', () =>
  withLogin(async (fixture, browser) => {
    const events = watchEvents(fixture);
    const answer = await register(browser, await openForm(browser, 'state=mine'));
    assert.equal(answer.leadsTo['state'], 'mine');
    const claims = await browser.idToken(answer);
    assert.equal(claims.preferred_username, 'eve');
    assert.equal(claims.acr, '1');
    const { email, emailVerified, firstName, enabled, credentials = [] } = (await findEve(fixture)) ?? {};
    assert.deepEqual(
      { email, emailVerified, firstName, enabled },
      {
        email: 'eve@example.test',
        emailVerified: false,
        firstName: 'Eve',
        enabled: true,
      },
    );
    assert.doesNotMatch(JSON.stringify(credentials), /eves-password/);
    assert.equal(await browser.isSignedIn(), true);
    const later = fixture.browser();
    assert.equal((await later.signIn(await later.open(), 'eve', 'eves-password')).status, 302);
    assert.deepEqual(events, ['REGISTER', 'LOGIN']);
  }, ALLOWED));

test('registration: the new user has the default role, groups and required actions of the realm', () =>
  withLogin(
    async (fixture, browser) => {
      const page = await browser.follow(await register(browser, await openForm(browser)));
      assert.match(page.text, /id="kc-terms-form"/);
      const { groups, realmRoles, requiredActions } = (await findEve(fixture)) ?? {};
      assert.deepEqual(groups, ['/guests']);
      assert.deepEqual(realmRoles, ['default-roles-r']);
      assert.deepEqual(requiredActions, ['TERMS_AND_CONDITIONS']);
      const answer = await browser.post(formAction(page, 'kc-terms-form'), { accept: 'true' });
      assert.equal(await browser.usernameOf(answer), 'eve');
    },
    {
      ...ALLOWED,
      groups: [{ name: 'guests' }],
      defaultGroups: ['/guests'],
      requiredActions: [{ alias: 'TERMS_AND_CONDITIONS', enabled: true, defaultAction: true }],
    },
  ));

test('registration with verifyEmail: the address is verified before the sign-in ends', () =>
  withLogin(
    async (fixture, browser) => {
      const page = await browser.follow(await register(browser, await openForm(browser)));
      assert.match(page.text, /data-page-id="login-login-verify-email"/);
      assert.equal((await fixture.mailbox.list('r-id'))[0]?.to, 'eve@example.test');
      assert.equal(await browser.isSignedIn(), false);
    },
    { ...ALLOWED, verifyEmail: true },
  ));

test('Keycloak: a flow that requires one-time codes is not run for whoever has registered', () =>
  withLogin(
    async (_fixture, browser) => {
      assert.equal(await browser.usernameOf(await register(browser, await openForm(browser))), 'eve');
    },
    {
      ...ALLOWED,
      browserFlow: 'strict',
      authenticationFlows: [
        {
          alias: 'strict',
          topLevel: true,
          providerId: 'basic-flow',
          authenticationExecutions: [
            { authenticator: 'auth-username-password-form', requirement: 'REQUIRED', priority: 10 },
            { authenticator: 'auth-otp-form', requirement: 'REQUIRED', priority: 20 },
          ],
        },
      ],
    },
  ));

for (const [what, url] of [
  [
    'Initiating User Registration §4: prompt=create',
    authorizationUrl('prompt=create&state=s&login_hint=eve'),
  ],
  ['Keycloak: the address for registrations', registrationsUrl('state=s&login_hint=eve')],
] as const)
  test(`${what} shows the page, also to somebody with a session`, () =>
    withLogin(async (_fixture, browser) => {
      await browser.signIn(await browser.open(), 'alice', 'alice-password');
      const page = await browser.get(url);
      assert.match(page.text, /id="username" name="username" [^>]*value="eve"/);
      const answer = await register(browser, page);
      assert.equal(answer.leadsTo['state'], 's');
      assert.equal(await browser.usernameOf(answer), 'eve');
    }, ALLOWED));

test('refused: in a realm without registration every way to the page says what to change', () =>
  withLogin(async (fixture, browser) => {
    const events = watchEvents(fixture);
    const tab = formAction(await browser.open()).replace('/authenticate?', '/registration?');
    for (const send of [
      () => browser.get(authorizationUrl('prompt=create')),
      () => browser.get(registrationsUrl()),
      () => browser.get(tab),
      () => browser.post(tab, EVE),
    ]) {
      const { status, text } = await send();
      assert.equal(status, 400);
      assert.match(text, /Registration not allowed/);
      assert.match(refusalOf(fixture)?.remedy ?? '', /Set registrationAllowed of realm r to true/);
    }
    assert.equal(await findEve(fixture), undefined);
    assert.deepEqual(events, Array<string>(3).fill('REGISTER registration_disabled'));
  }));

test('refused: a registration flow without a step that makes the user', () =>
  withLogin(
    async (fixture, browser) => {
      assert.equal((await browser.get(registrationsUrl())).status, 400);
      assert.match(refusalOf(fixture)?.remedy ?? '', /registration-user-creation/);
    },
    {
      ...ALLOWED,
      registrationFlow: 'empty',
      authenticationFlows: [
        { alias: 'empty', topLevel: true, providerId: 'basic-flow', authenticationExecutions: [] },
      ],
    },
  ));

for (const [what, change, problem, event] of [
  [
    'no username',
    { username: ' ' },
    /input-error-username".*Please specify username\./,
    'invalid_registration',
  ],
  [
    'a username that is taken',
    { username: 'ALICE' },
    /input-error-username".*already exists/,
    'username_in_use',
  ],
  [
    'an address that is taken',
    { email: 'alice@example.test' },
    /input-error-email".*already exists/,
    'email_in_use',
  ],
  ['no address', { email: '' }, /input-error-email".*Please specify email\./, 'invalid_registration'],
  ['a malformed address', { email: 'eve' }, /input-error-email".*Invalid email/, 'invalid_registration'],
  ['markup in the username', { username: '<b>eve</b>' }, /input-error-username/, 'invalid_registration'],
  ['100,000 characters', { lastName: 'x'.repeat(100_000) }, /input-error-lastName/, 'invalid_registration'],
  ['no password', { password: '' }, /input-error-password".*Please specify password\./, 'password_rejected'],
  [
    'two passwords',
    { password: 'other' },
    /input-error-password-confirm".*Passwords don&#39;t match/,
    'password_rejected',
  ],
  [
    'a short password',
    { password: 'ab', 'password-confirm': 'ab' },
    /input-error-password".*minimum length 5/,
    'password_rejected',
  ],
  [
    'a very long password',
    { password: 'x'.repeat(100_000), 'password-confirm': 'x'.repeat(100_000) },
    /input-error-password".*maximum length 1024/,
    'password_rejected',
  ],
] as const)
  test(`registration with ${what} is refused at its field, and nothing is stored`, () =>
    withLogin(
      async (fixture, browser) => {
        const events = watchEvents(fixture);
        const page = await openForm(browser);
        assert.match(page.text, /At least 5 characters\./);
        const again = await register(browser, page, { ...EVE, ...change });
        assert.equal(again.status, 200);
        assert.match(again.text.replaceAll('\n', ''), problem);
        assert.match(again.text, /name="firstName" [^>]*value="Eve"/);
        assert.doesNotMatch(again.text, /eves-password|<b>eve/);
        assert.equal(await findEve(fixture), undefined);
        assert.equal(refusalOf(fixture)?.rule, 'register');
        assert.deepEqual(events, [`REGISTER ${event}`]);
        assert.equal(await browser.usernameOf(await register(browser, again)), 'eve');
      },
      { ...ALLOWED, passwordPolicy: 'length(5)' },
    ));

test('registrationEmailAsUsername: the address is the username, and the password is below it', () =>
  withLogin(
    async (fixture, browser) => {
      const page = await openForm(browser);
      assert.doesNotMatch(page.text, /name="username"/);
      assert.match(page.text.replaceAll('\n', ''), /id="email".*id="password".*id="firstName"/);
      const taken = await register(browser, page, { ...EVE, email: 'ALICE@example.test' });
      assert.match(taken.text, /input-error-email/);
      await register(browser, taken);
      const user = await fixture.store.users.findByUsername('r-id', 'eve@example.test');
      assert.equal(user?.email, 'eve@example.test');
    },
    { ...ALLOWED, registrationEmailAsUsername: true },
  ));

test('Keycloak user profile: attributes of the realm are asked for, those that only administrators change are not', () =>
  withLogin(
    async (fixture, browser) => {
      const page = await openForm(browser);
      assert.doesNotMatch(page.text, /name="(?:badge|firstName)"/);
      const missing = await register(browser, page, { ...EVE, badge: '1' });
      assert.match(missing.text, /input-error-phone/);
      await register(browser, missing, { ...EVE, phone: '123', badge: '1', other: 'x' });
      assert.deepEqual((await findEve(fixture))?.attributes, { phone: ['123'] });
    },
    {
      ...ALLOWED,
      ...profileSettings({
        attributes: [
          { name: 'phone', required: { roles: ['user'] }, ...BY_USERS },
          { name: 'badge', permissions: { view: ['user'], edit: ['admin'] } },
        ],
      }),
    },
  ));

const WITH_TERMS: Partial<RealmRepresentation> = {
  ...ALLOWED,
  registrationFlow: 'short',
  requiredActions: [{ alias: 'TERMS_AND_CONDITIONS', enabled: true, defaultAction: true }],
  localizationTexts: { en: { termsText: 'Be <b>kind</b>.' } },
  authenticationFlows: [
    {
      alias: 'short',
      topLevel: true,
      providerId: 'basic-flow',
      authenticationExecutions: [
        { authenticator: 'registration-user-creation', requirement: 'REQUIRED', priority: 10 },
        { authenticator: 'registration-password-action', requirement: 'DISABLED', priority: 20 },
        { authenticator: 'registration-terms-and-conditions', requirement: 'REQUIRED', priority: 30 },
      ],
    },
  ],
};

test('registration flow: without the password action none is asked for; the terms must be accepted, once', () =>
  withLogin(async (fixture, browser) => {
    const page = await openForm(browser);
    assert.doesNotMatch(page.text, /type="password"/);
    assert.match(page.text, /id="kc-registration-terms-text" class="us-terms">Be <b>kind<\/b>\.</);
    const again = await register(browser, page);
    assert.match(again.text, /id="input-error-terms-accepted"/);
    const answer = await register(browser, again, { ...EVE, termsAccepted: 'on' });
    assert.equal(await browser.usernameOf(answer), 'eve');
    const { attributes, credentials } = (await findEve(fixture)) ?? {};
    assert.deepEqual(attributes, { terms_and_conditions: [String(Math.floor(fixture.clock.now() / 1000))] });
    assert.equal(credentials, undefined);
  }, WITH_TERMS));

test('refused: an old form, a form of another browser, and the same form twice', () =>
  withLogin(async (fixture, browser) => {
    const page = await openForm(browser);
    assert.equal((await register(fixture.browser(), page)).status, 400);
    await browser.get(formAction(page, FORM).replace(/session_code=[^&]*&/, ''));
    assert.match((await register(browser, page)).text, /Page has expired/);
    assert.equal(await findEve(fixture), undefined);
    const fresh = await openForm(browser);
    const answers = await Promise.all([register(browser, fresh), register(browser, fresh)]);
    assert.equal(answers.filter(({ leadsTo }) => leadsTo['code'] !== undefined).length, 1);
    assert.ok(answers.every(({ status }) => status < 500));
  }, ALLOWED));

test('registration that took too long starts over', () =>
  withLogin(async (fixture, browser) => {
    const page = await openForm(browser);
    fixture.clock.setOffsetMs(3_600_000);
    const late = await register(browser, page);
    assert.match(late.text, /timed out/);
    assert.equal(await findEve(fixture), undefined);
  }, ALLOWED));
