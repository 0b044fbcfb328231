// Every form of the account journey, for tests that fill it in wrongly.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { computeOneTimePassword } from '#protocol/crypto/one-time-password.ts';
import { hashPassword } from '#protocol/crypto/password-hash.ts';
import { createRecoveryCodesCredential } from '#protocol/realm/users/recovery-codes.ts';
import { formAction, linkTarget, type TestPage } from './browser.ts';
import { flowMembers } from './flows.ts';
import type { LoginBrowser } from './login-browser.ts';
import { ALICE, type LoginFixture } from './login-fixture.ts';

/**
 * `needed`: whatever is wrong with it is refused. `new password`: may have any characters, but not as many as one likes. `text`: may be empty or have any characters that people type, within
 * limits. `choice`: what counts is whether it is there, and it must be. `mark`: the same, and it may be absent.
 * `ignored`: nothing reads it.
 */
type FieldKind = 'needed' | 'new password' | 'text' | 'choice' | 'mark' | 'ignored';

export interface FieldCase {
  readonly kind: FieldKind;
  /** A value that is rejected, and is neither empty nor markup. */
  readonly wrong?: string;
  /** The field that shows the same value, so that only this one is wrong. */
  readonly with?: string;
}

export interface FormCase {
  readonly name: string;
  readonly formId: string;
  /** Name of the rule in Activity when a field is refused. */
  readonly rule: string;
  readonly realm?: Partial<RealmRepresentation>;
  /** Members of user alice. */
  readonly alice?: Readonly<Record<string, unknown>>;
  /** Shows the form in a browser without cookies. */
  open(browser: LoginBrowser, fixture: LoginFixture): Promise<TestPage>;
  /** What is right, apart from the values that the page itself fills in. */
  fill(page: TestPage, fixture: LoginFixture): Readonly<Record<string, string>>;
  /** Every field of the form, except what it does not show at first. */
  readonly fields: Readonly<Record<string, FieldCase>>;
  /** Nobody is known yet, so that no user of the form can be removed. */
  readonly isAnonymous?: true;
  /** Even without a field, the form ends the sign-in, and the user stays. */
  readonly isLast?: true;
}

const NEEDED = { kind: 'needed' } as const;
const IGNORED = { kind: 'ignored' } as const;
const MARK = { kind: 'mark' } as const;
const BUTTON = { login: IGNORED };
const NAME = { kind: 'needed', wrong: 'nobody' } as const;
const SECRET = 'abcdefghij0123456789';
const RECOVERY_CODE = 'AAAABBBBCCCC';
const LIST = createRecoveryCodesCredential([RECOVERY_CODE, 'DDDDEEEEFFFF'], {
  userLabel: '',
  createdDate: 1,
});
/** Hashed as users keep it, so that signing in changes nothing. */
const PASSWORD = await hashPassword('alice-password', 0);
const DEVICE = {
  id: 'phone',
  type: 'otp',
  secretData: JSON.stringify({ value: SECRET }),
  credentialData: '{"subType":"totp","digits":6,"period":30,"algorithm":"HmacSHA1"}',
};

function codeOf(secret: string, { clock }: LoginFixture): string {
  const counter = Math.floor(clock.now() / 30_000);
  return computeOneTimePassword(Buffer.from(secret), counter, { digits: 6, algorithm: 'HmacSHA1' });
}

const open: FormCase['open'] = (browser) => browser.open();
const signIn = async (browser: LoginBrowser, query = ''): Promise<TestPage> =>
  browser.follow(await browser.signIn(await browser.open(query), 'alice', 'alice-password'));

const SIGN_IN: readonly FormCase[] = [
  {
    name: 'sign-in',
    formId: 'kc-form-login',
    rule: 'authenticate-user',
    realm: { rememberMe: true },
    isAnonymous: true,
    open,
    fill: () => ({ username: 'alice', password: 'alice-password' }),
    fields: {
      username: NAME,
      password: { ...NEEDED, wrong: 'wrong' },
      rememberMe: MARK,
      credentialId: IGNORED,
      ...BUTTON,
    },
  },
  {
    name: 'username',
    formId: 'kc-form-login',
    rule: 'authenticate-user',
    realm: flowMembers(['auth-username-form REQUIRED', 'auth-password-form REQUIRED']),
    isAnonymous: true,
    open,
    fill: () => ({ username: 'alice' }),
    fields: { username: NAME, credentialId: IGNORED, ...BUTTON },
  },
  {
    name: 'password',
    formId: 'kc-form-login',
    rule: 'authenticate-user',
    realm: flowMembers(['auth-username-form REQUIRED', 'auth-password-form REQUIRED']),
    open: async (browser) => browser.post(formAction(await browser.open()), { username: 'alice' }),
    fill: () => ({ password: 'alice-password' }),
    fields: { password: { ...NEEDED, wrong: 'wrong' }, credentialId: IGNORED, ...BUTTON },
  },
  {
    name: 'one-click sign-in',
    formId: 'understudy-one-click',
    rule: 'authenticate-user',
    realm: { attributes: { 'understudy.oneClickSignIn': 'true' } },
    isAnonymous: true,
    open,
    fill: () => ({ user_id: 'alice-id' }),
    fields: { user_id: { ...NEEDED, wrong: 'nobody-id' } },
  },
  {
    name: 'one-time code',
    formId: 'kc-otp-login-form',
    rule: 'authenticate-user',
    alice: { credentials: [PASSWORD, DEVICE] },
    open: (browser) => signIn(browser),
    fill: (_page, fixture) => ({ otp: codeOf(SECRET, fixture) }),
    fields: { otp: { ...NEEDED, wrong: '000000' }, ...BUTTON },
  },
  {
    name: 'recovery code',
    formId: 'kc-recovery-code-login-form',
    rule: 'authenticate-user',
    realm: flowMembers(['auth-username-password-form REQUIRED', 'auth-recovery-authn-code-form REQUIRED']),
    alice: { credentials: [PASSWORD, LIST] },
    open: (browser) => signIn(browser),
    fill: () => ({ recoveryCodeInput: RECOVERY_CODE }),
    fields: { recoveryCodeInput: { ...NEEDED, wrong: 'DDDDEEEEFFFF' }, ...BUTTON },
  },
  {
    name: 'another way',
    formId: 'kc-select-credential-form',
    // Without the choice, it is the form of the page's step.
    rule: 'choose-step|authenticate-user',
    realm: flowMembers([
      'auth-username-password-form REQUIRED',
      ['proof REQUIRED', ['auth-otp-form ALTERNATIVE', 'auth-recovery-authn-code-form ALTERNATIVE']],
    ]),
    alice: { credentials: [PASSWORD, DEVICE, LIST] },
    open: async (browser) => {
      const page = await signIn(browser);
      return browser.post(formAction(page, 'kc-select-try-another-way-form'), { tryAnotherWay: 'on' });
    },
    fill: () => ({ authenticationExecution: 'proof/auth-recovery-authn-code-form' }),
    fields: { authenticationExecution: { ...NEEDED, wrong: 'proof/auth-cookie' } },
  },
];

const EVE = {
  username: 'eve',
  email: 'eve@example.test',
  firstName: 'Eve',
  lastName: 'Adams',
  password: 'eves-password',
  'password-confirm': 'eves-password',
  termsAccepted: 'on',
};

/** Keycloak's registration flow, with consent to the terms. */
const REGISTRATION: Partial<RealmRepresentation> = {
  registrationAllowed: true,
  registrationFlow: 'with terms',
  authenticationFlows: [
    {
      alias: 'with terms',
      providerId: 'basic-flow',
      topLevel: true,
      authenticationExecutions: [
        {
          authenticator: 'registration-page-form',
          flowAlias: 'terms form',
          authenticatorFlow: true,
          requirement: 'REQUIRED',
        },
      ],
    },
    {
      alias: 'terms form',
      providerId: 'form-flow',
      topLevel: false,
      authenticationExecutions: [
        'registration-user-creation',
        'registration-password-action',
        'registration-terms-and-conditions',
      ].map((authenticator, priority) => ({ authenticator, requirement: 'REQUIRED', priority })),
    },
  ],
};

/** Keycloak's structure: the link has no id of its own. */
function registrationLink({ text }: TestPage): string {
  const href = /<div id="kc-registration">.*? href="([^"]*)"/.exec(text)?.[1];
  if (href === undefined) throw new TypeError('the page has no link to the registration');
  return href.replaceAll('&amp;', '&');
}

const BEFORE_SIGN_IN: readonly FormCase[] = [
  {
    name: 'registration',
    formId: 'kc-register-form',
    rule: 'register',
    realm: REGISTRATION,
    isAnonymous: true,
    open: async (browser) => browser.get(registrationLink(await browser.open())),
    fill: () => EVE,
    fields: {
      username: { ...NEEDED, wrong: 'alice' },
      email: { ...NEEDED, wrong: 'no address' },
      firstName: { ...NEEDED, wrong: 'a<b' },
      lastName: { ...NEEDED, wrong: 'a;b' },
      password: { kind: 'new password', wrong: 'another', with: 'password-confirm' },
      'password-confirm': { ...NEEDED, wrong: 'another' },
      termsAccepted: { kind: 'choice' },
    },
  },
  {
    name: 'forgotten password',
    formId: 'kc-reset-password-form',
    rule: 'reset-credentials',
    realm: { resetPasswordAllowed: true },
    isAnonymous: true,
    open: async (browser) => browser.get(linkTarget(await browser.open(), 'kc-forgot-password')),
    fill: () => ({ username: 'alice' }),
    fields: { username: NAME },
  },
];

/** A required action of alice. */
function ofAction(
  action: string,
  rest: Omit<FormCase, 'rule' | 'open' | 'name'> & { readonly query?: string },
): FormCase {
  const { query, alice, ...form } = rest;
  const isInitiated = query !== undefined;
  return {
    name: isInitiated ? `${action}, started by an application` : action,
    rule: 'required-action',
    ...form,
    alice: { ...alice, ...(isInitiated ? {} : { requiredActions: [action] }) },
    open: (browser) => signIn(browser, query),
  };
}

const hidden = ({ text }: TestPage, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

const LONG_LABEL = { kind: 'text' } as const;

const ACTIONS: readonly FormCase[] = [
  ofAction('UPDATE_PASSWORD', {
    formId: 'kc-passwd-update-form',
    fill: () => ({ 'password-new': 'brand-new', 'password-confirm': 'brand-new' }),
    fields: {
      'password-new': { kind: 'new password', wrong: 'another', with: 'password-confirm' },
      'password-confirm': { ...NEEDED, wrong: 'another' },
      'logout-sessions': MARK,
    },
  }),
  ofAction('UPDATE_PROFILE', {
    formId: 'kc-update-profile-form',
    fill: () => ({ email: 'new@example.test', firstName: 'Alice', lastName: 'Liddell' }),
    fields: {
      email: { ...NEEDED, wrong: 'taken@example.test' },
      firstName: { ...NEEDED, wrong: 'a<b' },
      lastName: { ...NEEDED, wrong: 'a;b' },
    },
  }),
  ofAction('VERIFY_PROFILE', {
    formId: 'kc-update-profile-form',
    alice: { lastName: '' },
    fill: () => ({ email: 'alice@example.test', firstName: 'Alice', lastName: 'Liddell' }),
    fields: {
      email: { ...NEEDED, wrong: 'no address' },
      firstName: { ...NEEDED, wrong: 'a<b' },
      lastName: { ...NEEDED, wrong: 'a;b' },
    },
  }),
  ofAction('UPDATE_EMAIL', {
    formId: 'kc-update-email-form',
    realm: { verifyEmail: true },
    alice: { emailVerified: true },
    fill: () => ({ email: 'new@example.test' }),
    fields: { email: { ...NEEDED, wrong: 'taken@example.test' }, 'logout-sessions': MARK },
  }),
  ofAction('CONFIGURE_TOTP', {
    formId: 'kc-totp-settings-form',
    fill: (page, fixture) => ({ totp: codeOf(hidden(page, 'totpSecret'), fixture), userLabel: 'Phone' }),
    fields: {
      totp: { ...NEEDED, wrong: '000000' },
      totpSecret: IGNORED,
      userLabel: LONG_LABEL,
      'logout-sessions': MARK,
    },
  }),
  ofAction('CONFIGURE_RECOVERY_AUTHN_CODES', {
    formId: 'kc-recovery-codes-settings-form',
    fill: () => ({}),
    fields: {
      generatedRecoveryAuthnCodes: { ...NEEDED, wrong: 'AAAABBBBCCCC' },
      generatedAt: { ...NEEDED, wrong: '1' },
      userLabel: LONG_LABEL,
      kcRecoveryCodesConfirmationCheck: MARK,
      'logout-sessions': MARK,
    },
  }),
  ofAction('VERIFY_EMAIL', {
    formId: 'kc-verify-email-form',
    fill: () => ({ verify: 'true' }),
    fields: { verify: MARK },
  }),
  ofAction('VERIFY_EMAIL', {
    formId: 'kc-verify-email-form',
    query: 'kc_action=VERIFY_EMAIL',
    fill: () => ({}),
    fields: { 'cancel-aia': MARK },
  }),
  ofAction('TERMS_AND_CONDITIONS', {
    formId: 'kc-terms-form',
    fill: () => ({ accept: 'true' }),
    fields: { accept: { kind: 'choice' }, cancel: MARK },
  }),
  ofAction('update_user_locale', {
    formId: 'understudy-locale-form',
    realm: { internationalizationEnabled: true, supportedLocales: ['en', 'de'] },
    fill: () => ({ locale: 'de' }),
    fields: { locale: { ...NEEDED, wrong: 'xx' } },
  }),
  ofAction('delete_account', {
    formId: 'kc-deleteaccount-form',
    query: 'kc_action=delete_account',
    realm: { requiredActions: [{ alias: 'delete_account', enabled: true }] },
    alice: { clientRoles: { account: ['delete-account'] } },
    fill: () => ({}),
    fields: { 'cancel-aia': MARK },
  }),
  ofAction('delete_credential', {
    formId: 'kc-delete-credential-form',
    query: 'kc_action=delete_credential:codes-id',
    alice: { credentials: [PASSWORD, { id: 'codes-id', type: 'recovery-authn-codes' }] },
    isLast: true,
    fill: () => ({}),
    fields: { 'cancel-aia': MARK },
  }),
  ofAction('idp_link', {
    formId: 'kc-link-idp-form',
    query: 'kc_action=idp_link:google',
    realm: {
      identityProviders: [{ alias: 'google', providerId: 'google', config: { clientId: 'app' } }],
    } as Partial<RealmRepresentation>,
    alice: { clientRoles: { account: ['manage-account'] } },
    fill: () => ({}),
    fields: { 'cancel-aia': MARK },
  }),
  {
    name: 'consent',
    formId: 'understudy-consent',
    rule: 'ask-consent',
    open: (browser) => signIn(browser, 'client_id=asking'),
    fill: () => ({ accept: 'Yes' }),
    fields: { code: IGNORED, accept: { kind: 'choice' }, cancel: MARK },
  },
];

export const FORM_CASES: readonly FormCase[] = [...SIGN_IN, ...BEFORE_SIGN_IN, ...ACTIONS];

/** Realm `r` of a form: alice, and dora, whose address is taken. */
export function realmOf({ realm, alice }: FormCase): Partial<RealmRepresentation> {
  const users = [
    { ...ALICE, credentials: [PASSWORD], ...alice },
    { id: 'dora-id', username: 'dora', email: 'taken@example.test', enabled: true },
  ];
  return { users, ...realm } as Partial<RealmRepresentation>;
}
