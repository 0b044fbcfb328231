import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { computeOneTimePassword } from '#protocol/crypto/one-time-password.ts';
import { createRecoveryCodesCredential } from '#protocol/realm/users/recovery-codes.ts';
import { formAction, type TestPage } from '../testing/browser.ts';
import { type FlowStepText, withFlow } from '../testing/flows.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import type { LoginFixture } from '../testing/login-fixture.ts';

const FORM = 'kc-recovery-code-login-form';
const SECRET = 'abcdefghij0123456789';
const CODES = ['AAAABBBBCCCC', 'DDDDEEEEFFFF'];
const FLOW: readonly FlowStepText[] = [
  'auth-cookie ALTERNATIVE',
  [
    'forms ALTERNATIVE',
    [
      'auth-username-password-form REQUIRED',
      [
        'second factor CONDITIONAL',
        [
          'conditional-user-configured REQUIRED',
          'auth-recovery-authn-code-form ALTERNATIVE',
          'auth-otp-form ALTERNATIVE',
        ],
      ],
    ],
  ],
];

const DEVICE = {
  id: 'phone',
  type: 'otp',
  secretData: JSON.stringify({ value: SECRET }),
  credentialData: '{"subType":"totp","digits":6,"period":30,"algorithm":"HmacSHA1"}',
};

const CORAS = createRecoveryCodesCredential(['XXXXYYYYZZZZ'], { userLabel: '', createdDate: 1 });

interface AtCode {
  readonly fixture: LoginFixture;
  readonly browser: LoginBrowser;
  readonly page: TestPage;
  send(code: string, page: TestPage, by?: LoginBrowser): Promise<TestPage>;
  open(by: LoginBrowser): Promise<TestPage>;
  reason(): string;
}

/** Alice has two recovery codes, and a device unless `hasDevice` is false. */
function atCode(
  use: (at: AtCode) => Promise<void>,
  changes: Partial<RealmRepresentation> = {},
  { flow = FLOW, hasDevice = true }: { flow?: readonly FlowStepText[]; hasDevice?: boolean } = {},
): Promise<void> {
  const list = createRecoveryCodesCredential(CODES, { userLabel: 'Recovery codes', createdDate: 1 });
  const password = { type: 'password', value: 'alice-password' };
  const users = [
    {
      id: 'alice-id',
      username: 'alice',
      credentials: [password, list, ...(hasDevice ? [DEVICE] : [])],
    },
    { id: 'bob-id', username: 'bob', credentials: [{ type: 'password', value: 'bob-password' }] },
    { id: 'cora-id', username: 'cora', credentials: [CORAS] },
  ];
  const run = async (fixture: LoginFixture, browser: LoginBrowser): Promise<void> => {
    const open = async (by: LoginBrowser) => by.signIn(await by.open(), 'alice', 'alice-password');
    await use({
      fixture,
      browser,
      page: await open(browser),
      open,
      send: (recoveryCodeInput, page, by = browser) => by.post(formAction(page, FORM), { recoveryCodeInput }),
      reason: () => fixture.activity.list().records.find(({ refusal }) => refusal)?.refusal?.reason ?? '',
    });
  };
  return withFlow(flow, run, { users, ...changes });
}

test('Keycloak recovery codes: the next code signs the user in, and then the page asks for the one after', () =>
  atCode(async ({ fixture, browser, page, send, open }) => {
    assert.match(page.text, /Recovery code #1/);
    assert.equal(await browser.isSignedIn(), false);
    assert.equal(await browser.usernameOf(await send('AAAA-BBBB-CCCC', page)), 'alice');
    const other = fixture.browser();
    const next = await open(other);
    assert.match(next.text, /Recovery code #2/);
    assert.match((await send('AAAABBBBCCCC', next, other)).text, /Invalid recovery authentication code/);
  }));

test('Keycloak recovery codes: after the last code, new ones are set up before the sign-in ends', () =>
  atCode(async ({ fixture, page, send, open }) => {
    await send(CODES[0] ?? '', page);
    const other = fixture.browser();
    const setUp = await other.follow(await send(CODES[1] ?? '', await open(other), other));
    assert.match(setUp.text, /id="kc-recovery-codes-settings-form"/);
    assert.equal((await other.open('prompt=none')).leadsTo['error'], 'login_required');
    const stored = await fixture.store.users.find('r-id', 'alice-id');
    assert.deepEqual(stored?.requiredActions, ['CONFIGURE_RECOVERY_AUTHN_CODES']);
  }));

test('"Try another way": the authenticator instead of a recovery code, and back', () =>
  atCode(async ({ fixture, browser, page }) => {
    const choice = await browser.post(formAction(page, 'kc-select-try-another-way-form'), {
      tryAnotherWay: 'on',
    });
    assert.match(choice.text, /Recovery authentication code/);
    const key =
      /value="([^"]*)"[^>]*>\s*<span class="us-name[^"]*">Authenticator application/.exec(choice.text)?.[1] ??
      '';
    const otp = await browser.follow(
      await browser.post(formAction(choice, 'kc-select-credential-form'), { authenticationExecution: key }),
    );
    const counter = Math.floor(fixture.clock.now() / 30_000);
    const code = computeOneTimePassword(Buffer.from(SECRET), counter, { digits: 6, algorithm: 'HmacSHA1' });
    const answer = await browser.post(formAction(otp, 'kc-otp-login-form'), { otp: code });
    assert.equal(await browser.usernameOf(answer), 'alice');
  }));

test('conditional-user-configured: whoever has neither codes nor a device is not asked', () =>
  atCode(async ({ fixture }) => {
    const browser = fixture.browser();
    const answer = await browser.signIn(await browser.open(), 'bob', 'bob-password');
    assert.equal(await browser.usernameOf(answer), 'bob');
  }));

test('conditional-user-configured: codes alone make the second factor due', () =>
  atCode(
    async ({ browser, page, send }) => {
      assert.match(page.text, /Recovery code #1/);
      assert.doesNotMatch(page.text, /try-another-way/);
      assert.equal(await browser.usernameOf(await send('AAAABBBBCCCC', page)), 'alice');
    },
    {},
    { hasDevice: false },
  ));

test('required: whoever has no codes is given some after the password, and is not asked for one at once', () =>
  atCode(
    async ({ fixture }) => {
      const browser = fixture.browser();
      const page = await browser.follow(await browser.signIn(await browser.open(), 'bob', 'bob-password'));
      const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? '';
      const answer = await browser.post(formAction(page, 'kc-recovery-codes-settings-form'), {
        generatedRecoveryAuthnCodes: field('generatedRecoveryAuthnCodes'),
        generatedAt: field('generatedAt'),
      });
      assert.equal(await browser.usernameOf(answer), 'bob');
      const later = fixture.browser();
      assert.match((await later.signIn(await later.open(), 'bob', 'bob-password')).text, /Recovery code #1/);
    },
    {},
    { flow: ['auth-username-password-form REQUIRED', 'auth-recovery-authn-code-form REQUIRED'] },
  ));

test('refused: wrong, missing and oversized codes, and markup; the password is not asked for again', () =>
  atCode(async ({ browser, page, send, reason }) => {
    let shown = page;
    for (const code of ['wrong', '', 'DDDDEEEEFFFF', 'A'.repeat(100_000), '<script>', 'aaaabbbbcccc']) {
      shown = await send(code, shown);
      assert.equal(shown.status, 200);
      assert.match(shown.text, /input-error-recoveryCodeInput.*Invalid recovery authentication code/);
      assert.doesNotMatch(shown.text, /<script/);
      assert.match(reason(), /Not recovery code #1 of user alice/);
    }
    assert.equal((await browser.post(formAction(shown, FORM), {})).status, 200);
    shown = await browser.open();
  }));

test('refused: the code of another user, without the password before, and from another browser', () =>
  atCode(async ({ fixture, page, send }) => {
    const stranger = fixture.browser();
    const action = formAction(await stranger.open()).replace('username-password', 'recovery-code');
    const early = await stranger.post(action, { recoveryCodeInput: 'AAAABBBBCCCC', username: 'alice' });
    assert.match(early.text, /Page has expired/);
    assert.equal((await send('AAAABBBBCCCC', page, stranger)).status, 400);
    assert.match((await send('XXXXYYYYZZZZ', page)).text, /Invalid recovery authentication code/);
    assert.deepEqual((await fixture.store.users.find('r-id', 'cora-id'))?.credentials?.[0], CORAS);
    const alice = await fixture.store.users.find('r-id', 'alice-id');
    assert.match(alice?.credentials?.[1]?.credentialData ?? '', /"remainingCodes":2/);
  }));

test('refused: codes that cannot be read, with a remedy for the developer', () =>
  atCode(async ({ fixture, page, send, reason }) => {
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({
      ...user,
      credentials: (user.credentials ?? []).map((each) =>
        each.type === 'recovery-authn-codes' ? { ...each, secretData: '{' } : each,
      ),
    }));
    const refused = await send('AAAABBBBCCCC', page);
    assert.match(refused.text, /for="recoveryCodeInput"[^>]*>Recovery code</);
    assert.match(reason(), /has no recovery codes that can be read/);
  }));

test('brute force: wrong recovery codes count as failed sign-ins, and then the right one is refused', () =>
  atCode(
    async ({ page, send, reason }) => {
      const locked = await send('AAAABBBBCCCC', await send('wrong', page));
      assert.match(locked.text, /Invalid recovery authentication code/);
      assert.match(reason(), /locked user alice/);
    },
    { bruteForceProtected: true, failureFactor: 1, waitIncrementSeconds: 60 },
  ));

test('one recovery code sent at once from ten browsers signs in one of them', () =>
  atCode(async ({ fixture, open, send }) => {
    const browsers = Array.from({ length: 10 }, () => fixture.browser());
    const pages = await Promise.all(browsers.map(open));
    const answers = await Promise.all(
      browsers.map((by, index) => send('AAAABBBBCCCC', pages[index] as TestPage, by)),
    );
    assert.equal(answers.filter(({ leadsTo }) => 'code' in leadsTo).length, 1);
  }));

test('a recovery code proves the level of a second factor', () =>
  atCode(
    async ({ browser, page, send }) => {
      const { acr } = await browser.idToken(await send('AAAABBBBCCCC', page));
      assert.equal(acr, 'gold');
    },
    { attributes: { 'acr.loa.map': '{"silver":1,"gold":2}' } },
    { flow: ['auth-username-password-form REQUIRED', 'auth-recovery-authn-code-form REQUIRED'] },
  ));
