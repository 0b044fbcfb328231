import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beAt,
  chooseAt,
  giveDevice,
  linksOf,
  openStandIn,
  review,
  signInAt,
  withFirstLogin,
} from '#protocol/broker/testing/brokering.ts';
import { FIRST_LOGIN_STEP_NAMES } from '#protocol/contract/flow-step-names.ts';
import { formAction } from '../testing/browser.ts';
import { FIRST_LOGIN_STEPS } from './first-login-steps.ts';

const ALICE = 'alice@example.test';
const CREATE = 'idp-create-user-if-unique ALTERNATIVE';
const REVIEW = /id="kc-idp-review-profile-form"/;
const PROFILE = { username: 'ada', email: 'ada@example.com', firstName: 'Ada', lastName: 'M' };

test('every step of a first sign-in has its row, and no other name has one', () => {
  assert.deepEqual(Object.keys(FIRST_LOGIN_STEPS).toSorted(), [...FIRST_LOGIN_STEP_NAMES].toSorted());
});

const reviewing = (setting: string) => [
  `idp-review-profile REQUIRED${setting === '' ? '' : ` update.profile.on.first.login=${setting}`}`,
  'idp-create-user-if-unique REQUIRED',
];

test('Keycloak idp-review-profile: on asks, and what is entered becomes the user', () =>
  withFirstLogin(reviewing('on'), async ({ store }, browser) => {
    const page = await signInAt(browser, 'idp', 'ada@example.com');
    assert.match(page.text, REVIEW);
    assert.match(page.text, /name="email"[^>]* value="ada@example\.com"/);
    const done = await review(browser, page, { ...PROFILE, username: 'countess' });
    assert.equal(await browser.usernameOf(await browser.follow(done)), 'countess');
    assert.equal((await store.users.findByUsername('r-id', 'countess'))?.firstName, 'Ada');
  }));

for (const setting of ['off', 'missing', ''])
  test(`Keycloak idp-review-profile: ${setting || 'no setting'} asks nothing when the profile is complete`, () =>
    withFirstLogin(reviewing(setting), async (_fixture, browser) => {
      assert.ok((await signInAt(browser, 'idp', 'ada@example.com')).leadsTo['code']);
    }));

const REQUIRED_EMAIL = {
  attributes: {
    userProfileConfig: JSON.stringify({
      attributes: ['username', 'email', 'firstName', 'lastName', 'phone'].map((name) => ({
        name,
        ...(name === 'phone' ? { required: { roles: ['user'] } } : {}),
        permissions: { view: ['admin', 'user'], edit: ['admin', 'user'] },
      })),
    }),
  },
};
const COMPONENTS = {
  components: {
    'org.keycloak.userprofile.UserProfileProvider': [
      {
        providerId: 'declarative-user-profile',
        config: { 'kc.user.profile.config': [REQUIRED_EMAIL.attributes.userProfileConfig] },
      },
    ],
  },
};

for (const [setting, asks] of [
  ['missing', true],
  ['off', false],
] as const)
  test(`Keycloak idp-review-profile: ${setting} ${asks ? 'asks' : 'asks nothing'} when something is missing`, () =>
    withFirstLogin(
      reviewing(setting),
      async (_fixture, browser) => {
        const page = await signInAt(browser, 'idp', 'ada@example.com');
        assert.equal(REVIEW.test(page.text), asks);
      },
      COMPONENTS as object,
    ));

test('Keycloak idp-create-user-if-unique: an existing user lets the next alternative have its turn', () =>
  withFirstLogin([CREATE, 'idp-auto-link ALTERNATIVE'], async (fixture, browser) => {
    const answer = await signInAt(browser, 'idp', ALICE);
    assert.equal(await browser.usernameOf(answer), 'alice');
    assert.deepEqual(await linksOf(fixture, 'alice-id', 'idp'), [ALICE]);
    assert.equal(await fixture.store.users.count('r-id', {}), 4);
  }));

test('Keycloak idp-auto-link: a new person has nobody to be linked with', () =>
  withFirstLogin(['idp-auto-link REQUIRED'], async (fixture, browser) => {
    const page = await signInAt(browser, 'idp', 'ada@example.com');
    assert.equal(page.leadsTo['code'], undefined);
    assert.ok(page.status >= 400, String(page.status));
    assert.match(
      fixture.activity.list({}).records.find(({ refusal }) => refusal !== undefined)?.refusal?.reason ?? '',
      /no user has the name or address of the person/,
    );
  }));

test('Keycloak idp-detect-existing-user: a new person is refused with its message and status', () =>
  withFirstLogin(
    ['idp-detect-existing-user REQUIRED', 'idp-auto-link REQUIRED'],
    async (fixture, browser) => {
      const page = await signInAt(browser, 'idp', 'ada@example.com');
      assert.equal(page.status, 401);
      assert.match(page.text, /authenticated with identity provider Google does not exist\./);
      const known = fixture.browser();
      assert.equal(await known.usernameOf(await signInAt(known, 'idp', ALICE)), 'alice');
    },
  ));

test('Keycloak idp-confirm-link: without an existing user, the step has nothing to ask', () =>
  withFirstLogin(['idp-confirm-link ALTERNATIVE', CREATE], async (_fixture, browser) => {
    assert.ok((await signInAt(browser, 'idp', 'ada@example.com')).leadsTo['code']);
  }));

test('Keycloak idp-username-password-form: a user without a password cannot be linked by it', () =>
  withFirstLogin(
    [CREATE, ['handle ALTERNATIVE', ['idp-confirm-link REQUIRED', 'idp-username-password-form REQUIRED']]],
    async (fixture, browser) => {
      await fixture.store.users.update('r-id', 'nora-id', (user) => ({
        ...user,
        email: 'nora@example.test',
      }));
      const page = await chooseAt(browser, await signInAt(browser, 'idp', 'nora@example.test'));
      assert.ok(page.status >= 400);
      assert.deepEqual(await linksOf(fixture, 'nora-id', 'idp'), []);
    },
  ));

test('Keycloak first broker login: the conditional one-time code follows the password', () =>
  withFirstLogin(
    [
      CREATE,
      [
        'handle ALTERNATIVE',
        [
          'idp-confirm-link REQUIRED',
          'idp-username-password-form REQUIRED',
          ['otp CONDITIONAL', ['conditional-user-configured REQUIRED', 'auth-otp-form REQUIRED']],
        ],
      ],
    ],
    async (fixture, browser) => {
      await giveDevice(fixture, 'alice-id');
      const page = await chooseAt(browser, await signInAt(browser, 'idp', ALICE));
      const otp = await browser.follow(await browser.post(formAction(page), { password: 'alice-password' }));
      assert.match(otp.text, /id="kc-otp-login-form"/);
      const wrong = await browser.post(formAction(otp, 'kc-otp-login-form'), { otp: '000000' });
      assert.match(wrong.text, /Invalid authenticator code\./);
      assert.deepEqual(await linksOf(fixture, 'alice-id', 'idp'), []);
    },
  ));

test('Keycloak deny-access-authenticator: the flow of a first sign-in can refuse, and nobody is made', () =>
  withFirstLogin(
    ['deny-access-authenticator REQUIRED denyErrorMessage=Not here'],
    async (fixture, browser) => {
      const page = await beAt(browser, await openStandIn(browser, 'idp'), { person: '0' });
      assert.match(page.text, /Not here/);
      assert.equal(await fixture.store.users.count('r-id', {}), 4);
    },
  ));
