import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RESET_STEP_NAMES } from '#protocol/contract/flow-step-names.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { findFlowTree } from '#protocol/realm/flows/flow-tree.ts';
import { formAction, linkTarget, type TestPage } from '../testing/browser.ts';
import { type FlowStepText, flowMembers } from '../testing/flows.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import { type LoginFixture, withLogin } from '../testing/login-fixture.ts';
import { linksTo, newestLink } from '../testing/sent-links.ts';
import { passedByLink, passedByName, RESET_STEPS } from './reset-steps.ts';

const ALICE = 'alice@example.test';
const NEW_PASSWORD = { 'password-new': 'brand-new', 'password-confirm': 'brand-new' };
const CHOOSE = 'reset-credentials-choose-user REQUIRED';
const EMAIL = 'reset-credential-email REQUIRED';
const PASSWORD = 'reset-password REQUIRED';
const DEVICE = {
  type: 'otp',
  secretData: '{"value":"secret"}',
  credentialData: '{"subType":"totp","digits":6}',
};

/** A realm that resets forgotten passwords by these steps. */
function withReset(
  steps: readonly FlowStepText[],
  use: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>,
  members: Partial<RealmRepresentation> = {},
): Promise<void> {
  const { browserFlow: resetCredentialsFlow, ...flows } = flowMembers(steps);
  return withLogin(use, {
    resetPasswordAllowed: true,
    ...flows,
    resetCredentialsFlow,
    ...members,
  } as Partial<RealmRepresentation>);
}

async function ask(browser: LoginBrowser, username = 'alice'): Promise<TestPage> {
  const page = await browser.get(linkTarget(await browser.open(), 'kc-forgot-password'));
  return browser.follow(await browser.post(formAction(page, 'kc-reset-password-form'), { username }));
}

const openLink = async (fixture: LoginFixture, browser: LoginBrowser): Promise<TestPage> =>
  browser.follow(await browser.get(await newestLink(fixture, ALICE)));

const setPassword = (browser: LoginBrowser, page: TestPage): Promise<TestPage> =>
  browser.post(formAction(page, 'kc-passwd-update-form'), NEW_PASSWORD);

const giveDevice = (fixture: LoginFixture) =>
  fixture.store.users.update('r-id', 'alice-id', (user) => ({
    ...user,
    credentials: [...(user.credentials ?? []), DEVICE],
  }));

/** What Activity says of the newest run. */
function newestRun({ activity }: LoginFixture): string {
  const texts = activity
    .list()
    .records.flatMap(({ id }) => activity.find(id, { reveal: false })?.decisions ?? [])
    .filter(({ rule }) => rule === 'authentication-flow')
    .map(({ detail }) => detail);
  return texts.find((text) => text?.includes('mine') === true) ?? '';
}

test('every step that the import report counts as run has a row', () => {
  assert.deepEqual(Object.keys(RESET_STEPS).toSorted(), [...RESET_STEP_NAMES].toSorted());
});

test('built-in flow: a name passes the first step, and the link all up to the one that sent it', () => {
  const tree = findFlowTree(createTestExchange().realm, undefined, 'reset credentials');
  const keys = [
    'reset credentials/reset-credentials-choose-user',
    'reset credentials/reset-credential-email',
  ];
  assert.deepEqual(Object.keys(passedByName(tree, 1)), keys.slice(0, 1));
  assert.deepEqual(passedByLink(tree, 1), { [String(keys[0])]: 1, [String(keys[1])]: 1 });
});

test('Keycloak reset credentials: users with an authenticator set up a new one before the new password', () =>
  withLogin(
    async (fixture, browser) => {
      await giveDevice(fixture);
      await ask(browser);
      const page = await openLink(fixture, browser);
      assert.match(page.text, /id="kc-totp-settings-form"/);
    },
    { resetPasswordAllowed: true },
  ));

test('a flow without reset-otp: the authenticator stays, and nobody is asked for a code', () =>
  withReset([CHOOSE, EMAIL, PASSWORD], async (fixture, browser) => {
    await giveDevice(fixture);
    await ask(browser);
    const answer = await setPassword(browser, await openLink(fixture, browser));
    assert.equal(await browser.usernameOf(answer), 'alice');
  }));

/** Alice has two devices; the realm resets them as `flag` says. */
function withTwoDevices(
  flag: string | undefined,
  use: (fixture: LoginFixture, browser: LoginBrowser, page: TestPage) => Promise<void>,
  members: Partial<RealmRepresentation> = {},
): Promise<void> {
  const settings = flag === undefined ? '' : ` action_on_otp_reset_flag=${flag}`;
  const otp: FlowStepText = [
    'otp CONDITIONAL',
    ['conditional-user-configured REQUIRED', `reset-otp REQUIRED${settings}`],
  ];
  return withReset(
    [CHOOSE, EMAIL, PASSWORD, otp],
    async (fixture, browser) => {
      await fixture.store.users.update('r-id', 'alice-id', (user) => ({
        ...user,
        credentials: [
          ...(user.credentials ?? []),
          { ...DEVICE, id: 'old', userLabel: 'Old <phone>' },
          { ...DEVICE, id: 'new', userLabel: 'New phone' },
        ],
      }));
      await ask(browser);
      await use(fixture, browser, await openLink(fixture, browser));
    },
    members,
  );
}

async function devicesOf({ store }: LoginFixture): Promise<readonly unknown[]> {
  const user = await store.users.find('r-id', 'alice-id');
  return (user?.credentials ?? []).filter(({ type }) => type === 'otp').map(({ id }) => id);
}

const RESET_FORM = 'kc-otp-reset-form';

for (const flag of [undefined, 'Remove none', 'remove all', 'Remove two'])
  test(`Keycloak reset-otp: with action_on_otp_reset_flag ${flag}, every authenticator stays and another one is set up`, () =>
    withTwoDevices(flag, async (fixture, _browser, page) => {
      assert.match(page.text, /id="kc-totp-settings-form"/);
      assert.deepEqual(await devicesOf(fixture), ['old', 'new']);
    }));

test('Keycloak reset-otp: with "Remove all", no authenticator stays, and another one is set up, after a wrong code, too', () =>
  withTwoDevices('Remove all', async (fixture, browser, page) => {
    assert.match(page.text, /id="kc-totp-settings-form"/);
    assert.deepEqual(await devicesOf(fixture), []);
    const again = await browser.post(formAction(page, 'kc-totp-settings-form'), { totp: '000000' });
    assert.match(again.text, /id="kc-totp-settings-form"/);
  }));

test('Keycloak reset-otp: with "Remove all", nothing is removed before the link is opened', () =>
  withReset(
    [CHOOSE, EMAIL, PASSWORD, 'reset-otp REQUIRED action_on_otp_reset_flag=Remove all'],
    async (fixture, browser) => {
      await giveDevice(fixture);
      await ask(browser);
      assert.equal((await devicesOf(fixture)).length, 1);
    },
  ));

test('Keycloak reset-otp: with "Remove one", the chosen authenticator is removed and another one set up', () =>
  withTwoDevices('Remove one', async (fixture, browser, page) => {
    assert.match(page.text, /id="kc-otp-credential-0" name="selectedCredentialId" value="old" checked/);
    assert.match(page.text, /Old &lt;phone&gt;/);
    assert.deepEqual(await devicesOf(fixture), ['old', 'new']);
    const next = await browser.follow(
      await browser.post(formAction(page, RESET_FORM), { selectedCredentialId: 'new' }),
    );
    assert.match(next.text, /id="kc-totp-settings-form"/);
    assert.deepEqual(await devicesOf(fixture), ['old']);
  }));

for (const form of [{}, { selectedCredentialId: '' }, { selectedCredentialId: 'theirs' }])
  test(`Keycloak reset-otp: with "Remove one", the form ${JSON.stringify(form)} removes nothing and is shown again`, () =>
    withTwoDevices('Remove one', async (fixture, browser, page) => {
      const again = await browser.follow(await browser.post(formAction(page, RESET_FORM), form));
      assert.match(again.text, /role="alert"[^>]*>Please choose an authenticator\./);
      assert.deepEqual(await devicesOf(fixture), ['old', 'new']);
      const next = await browser.follow(
        await browser.post(formAction(again, RESET_FORM), { selectedCredentialId: 'old' }),
      );
      assert.match(next.text, /id="kc-totp-settings-form"/);
    }));

for (const flag of ['Remove one', 'Remove all'])
  test(`Keycloak reset-otp: with "${flag}", users without an authenticator are asked for nothing`, () =>
    withReset(
      [
        CHOOSE,
        EMAIL,
        PASSWORD,
        [
          'otp CONDITIONAL',
          ['conditional-user-configured REQUIRED', `reset-otp REQUIRED action_on_otp_reset_flag=${flag}`],
        ],
      ],
      async (fixture, browser) => {
        await ask(browser);
        const answer = await setPassword(browser, await openLink(fixture, browser));
        assert.equal(await browser.usernameOf(answer), 'alice');
      },
    ));

test('a flow with auth-otp-form: a code is asked for behind the link, and a wrong one is refused', () =>
  withReset([CHOOSE, EMAIL, 'auth-otp-form REQUIRED', PASSWORD], async (fixture, browser) => {
    await giveDevice(fixture);
    await ask(browser);
    const page = await openLink(fixture, browser);
    assert.match(page.text, /id="kc-otp-login-form"/);
    const again = await browser.post(formAction(page, 'kc-otp-login-form'), { otp: '000000' });
    assert.match(again.text, /Invalid authenticator code/);
    assert.doesNotMatch(again.text, /kc-passwd-update-form/);
  }));

test('a flow with auth-otp-form before the e-mail: no message is sent without a code', () =>
  withReset([CHOOSE, 'auth-otp-form REQUIRED', EMAIL, PASSWORD], async (fixture, browser) => {
    await giveDevice(fixture);
    assert.match((await ask(browser)).text, /id="kc-otp-login-form"/);
    assert.equal((await linksTo(fixture, ALICE)).length, 0);
  }));

test('a step of another vendor before the e-mail is passed over, and the message is sent', () =>
  withReset([CHOOSE, 'acme-captcha REQUIRED', EMAIL, PASSWORD], async (fixture, browser) => {
    assert.match((await ask(browser)).text, /You should receive an email shortly/);
    assert.equal((await linksTo(fixture, ALICE)).length, 1);
    const answer = await setPassword(browser, await openLink(fixture, browser));
    assert.equal(await browser.usernameOf(answer), 'alice');
  }));

test('a flow without e-mail: the new password is asked for at once, and of unknown users nothing', () =>
  withReset([CHOOSE, PASSWORD], async (fixture, browser) => {
    const unknown = await ask(fixture.browser(), 'nobody');
    assert.match(unknown.text, /You should receive an email shortly/);
    const answer = await setPassword(browser, await ask(browser));
    assert.equal(await browser.usernameOf(answer), 'alice');
  }));

test('a flow that denies access: the page says so, and no message is sent', () =>
  withReset(
    [CHOOSE, 'deny-access-authenticator REQUIRED denyErrorMessage=Ask the help desk', EMAIL],
    async (fixture, browser) => {
      const page = await ask(browser);
      assert.deepEqual([page.status, /Ask the help desk/.test(page.text)], [401, true]);
      assert.equal((await linksTo(fixture, ALICE)).length, 0);
    },
  ));

test('a conditional flow: only users with the role are sent a message', () =>
  withReset(
    [
      CHOOSE,
      [
        'blocked CONDITIONAL',
        [
          'conditional-user-attribute REQUIRED attribute_name=username,attribute_expected_value=bob',
          'deny-access-authenticator REQUIRED',
        ],
      ],
      EMAIL,
      PASSWORD,
    ],
    async (fixture, browser) => {
      assert.equal((await ask(fixture.browser(), 'bob')).status, 401);
      await ask(browser);
      assert.equal((await linksTo(fixture, ALICE)).length, 1);
    },
  ));

test('a flow that sets nothing anew signs in by the link alone; the link works once', () =>
  withReset([CHOOSE, EMAIL], async (fixture, browser) => {
    await ask(browser);
    const link = await newestLink(fixture, ALICE);
    assert.equal(await browser.usernameOf(await browser.get(link)), 'alice');
    assert.match((await browser.get(link)).text, /Action expired\. Please continue with login now\./);
  }));

test('required action UPDATE_PASSWORD is disabled in the realm: no new password is asked for', () =>
  withReset(
    [CHOOSE, EMAIL, PASSWORD],
    async (fixture, browser) => {
      await ask(browser);
      assert.equal(await browser.usernameOf(await browser.get(await newestLink(fixture, ALICE))), 'alice');
    },
    { requiredActions: [{ alias: 'UPDATE_PASSWORD', enabled: false }] },
  ));

test('a flow that asks for no name is refused with a remedy', () =>
  withReset([EMAIL, PASSWORD], async (fixture, browser) => {
    const page = await browser.get(linkTarget(await browser.open(), 'kc-forgot-password'));
    assert.deepEqual([page.status, /Reset Credential not allowed/.test(page.text)], [400, true]);
    const refused = fixture.activity.list().records.find(({ refusal }) => refusal !== undefined)?.refusal;
    assert.match(refused?.remedy ?? '', /Add the execution reset-credentials-choose-user to flow mine/);
  }));

test('Activity says what each step did', () =>
  withReset([CHOOSE, EMAIL, PASSWORD], async (fixture, browser) => {
    await ask(browser);
    assert.match(newestRun(fixture), /reset-credential-email is shown/);
    await openLink(fixture, browser);
    assert.match(newestRun(fixture), /reset-password succeeded \(UPDATE_PASSWORD follows\)/);
  }));
