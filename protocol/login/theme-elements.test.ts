import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields } from './testing/bad-form.ts';
import { FORM_CASES, type FormCase, realmOf } from './testing/form-cases.ts';
import { withLogin } from './testing/login-fixture.ts';

/** What scripts for the page of Keycloak's default theme find, apart from buttons that need scripts. */
interface ThemePage {
  /** Keycloak's name of the page; `data-page-id` is `login-<name>`. */
  readonly page: string;
  /** IDs in the form and around it. */
  readonly ids: readonly string[];
  /** Fields of the form. */
  readonly fields: readonly string[];
  /** Realm settings without which an element is missing. */
  readonly realm?: FormCase['realm'];
}

const EVERY_PAGE = ['keycloak-bg', 'kc-header', 'kc-header-wrapper', 'kc-page-title'];
const SIGN_IN = ['kc-form', 'kc-form-wrapper', 'kc-form-login', 'kc-login'];
const KNOWN_USER = ['kc-attempted-username', 'reset-login'];
const REGISTRATION_LINK = ['kc-info', 'kc-info-wrapper', 'kc-registration'];
const PROFILE = ['email', 'firstName', 'lastName'];
const REGISTERS = { registrationAllowed: true } as const;

/** Keycloak 26, theme keycloak.v2, or base where it has no page of its own. By the name of the form. */
const THEME: Readonly<Record<string, ThemePage>> = {
  'sign-in': {
    page: 'login',
    ids: [...SIGN_IN, ...REGISTRATION_LINK, 'username', 'password', 'rememberMe', 'id-hidden-input'],
    fields: ['username', 'password', 'rememberMe', 'credentialId', 'login'],
    realm: REGISTERS,
  },
  username: {
    page: 'login-username',
    ids: [...SIGN_IN, ...REGISTRATION_LINK, 'username'],
    fields: ['username', 'login'],
    realm: REGISTERS,
  },
  password: {
    page: 'login-password',
    ids: [...SIGN_IN, ...KNOWN_USER, 'password'],
    fields: ['password', 'login'],
  },
  'one-time code': {
    page: 'login-otp',
    ids: [...KNOWN_USER, 'kc-otp-login-form', 'otp', 'kc-login'],
    fields: ['otp', 'login'],
  },
  'recovery code': {
    page: 'login-recovery-authn-code-input',
    ids: [...KNOWN_USER, 'kc-recovery-code-login-form', 'recoveryCodeInput', 'kc-login'],
    fields: ['recoveryCodeInput', 'login'],
  },
  'another way': {
    page: 'select-authenticator',
    ids: ['kc-select-credential-form'],
    fields: ['authenticationExecution'],
  },
  registration: {
    page: 'register',
    ids: [
      'kc-register-form',
      'username',
      'password',
      'password-confirm',
      ...PROFILE,
      'kc-registration-terms-text',
      'termsAccepted',
      'kc-form-buttons',
      'kc-form-options',
    ],
    fields: ['username', 'password', 'password-confirm', ...PROFILE, 'termsAccepted'],
  },
  'forgotten password': {
    page: 'login-reset-password',
    ids: ['kc-reset-password-form', 'username', 'kc-form-buttons', 'kc-info', 'kc-info-wrapper'],
    fields: ['username'],
  },
  UPDATE_PASSWORD: {
    page: 'login-update-password',
    ids: ['kc-passwd-update-form', 'password-new', 'password-confirm', 'logout-sessions', 'kc-submit'],
    fields: ['password-new', 'password-confirm', 'logout-sessions'],
  },
  UPDATE_PROFILE: {
    page: 'login-update-profile',
    ids: ['kc-update-profile-form', ...PROFILE, 'kc-submit'],
    fields: PROFILE,
  },
  UPDATE_EMAIL: {
    page: 'update-email',
    ids: ['kc-update-email-form', 'email', 'logout-sessions', 'kc-submit'],
    fields: ['email', 'logout-sessions'],
  },
  CONFIGURE_TOTP: {
    page: 'login-config-totp',
    ids: [
      'kc-totp-settings',
      'kc-totp-supported-apps',
      'kc-totp-secret-qr-code',
      'mode-manual',
      'kc-totp-settings-form',
      'totp',
      'totpSecret',
      'userLabel',
      'logout-sessions',
      'saveTOTPBtn',
    ],
    fields: ['totp', 'totpSecret', 'userLabel', 'logout-sessions'],
  },
  CONFIGURE_RECOVERY_AUTHN_CODES: {
    page: 'login-recovery-authn-code-config',
    ids: [
      'kc-recovery-codes-list',
      'printRecoveryCodes',
      'downloadRecoveryCodes',
      'copyRecoveryCodes',
      'kcRecoveryCodesConfirmationCheck',
      'kc-recovery-codes-settings-form',
      'userLabel',
      'logout-sessions',
      'saveRecoveryAuthnCodesBtn',
    ],
    fields: ['generatedRecoveryAuthnCodes', 'generatedAt', 'userLabel', 'logout-sessions'],
  },
  'VERIFY_EMAIL, started by an application': {
    page: 'login-verify-email',
    ids: ['kc-verify-email-form', 'kc-send', 'kc-cancel'],
    fields: ['cancel-aia'],
  },
  TERMS_AND_CONDITIONS: {
    page: 'terms',
    ids: ['kc-terms-text', 'kc-accept', 'kc-decline'],
    fields: ['accept', 'cancel'],
  },
  'delete_account, started by an application': {
    page: 'delete-account-confirm',
    ids: ['kc-deleteaccount-form'],
    fields: ['cancel-aia'],
  },
  consent: {
    page: 'login-oauth-grant',
    ids: ['kc-oauth', 'kc-login', 'kc-cancel'],
    fields: ['code', 'accept', 'cancel'],
  },
};

for (const [name, { page, ids, fields, realm }] of Object.entries(THEME))
  test(`Keycloak 26 theme keycloak.v2: page ${page} has the IDs, the fields and the method of its form`, async () => {
    const form = FORM_CASES.find((each) => each.name === name);
    assert.ok(form !== undefined, name);
    await withLogin(
      async (fixture, browser) => {
        const shown = await form.open(browser, fixture);
        assert.match(shown.text, new RegExp(`data-page-id="login-${page}"`));
        for (const id of [...EVERY_PAGE, ...ids])
          assert.equal(shown.text.split(` id="${id}"`).length - 1, 1, `one element with the ID ${id}`);
        const sent = [...readFields(shown, form.formId).keys()];
        for (const field of fields) assert.ok(sent.includes(field), `${field} of ${sent}`);
        assert.match(shown.text, new RegExp(`<form id="${form.formId}" method="post" action="`));
      },
      { ...realmOf(form), ...realm },
    );
  });

/** Where Keycloak's themes show the message of a rejected field. */
const MESSAGES = [
  ['sign-in', { username: 'alice', password: 'wrong' }, 'input-error-username'],
  ['username', { username: 'nobody' }, 'input-error-username'],
  ['password', { password: 'wrong' }, 'input-error-password'],
  ['one-time code', { otp: '000000' }, 'input-error-otp'],
  ['recovery code', { recoveryCodeInput: 'x' }, 'input-error-recoveryCodeInput'],
  ['registration', {}, 'input-error-password'],
  ['registration', {}, 'input-error-terms-accepted'],
  ['forgotten password', {}, 'input-error-username'],
  ['UPDATE_PASSWORD', {}, 'input-error-password-new'],
  ['UPDATE_PASSWORD', { 'password-new': 'a' }, 'input-error-password-confirm'],
  ['UPDATE_PROFILE', {}, 'input-error-firstName'],
  ['UPDATE_EMAIL', {}, 'input-error-email'],
  ['CONFIGURE_TOTP', {}, 'input-error-otp-code'],
] as const;

for (const [name, fields, id] of MESSAGES)
  test(`Keycloak 26 theme keycloak.v2: a message of the form ${name} is in ${id}`, async () => {
    const form = FORM_CASES.find((each) => each.name === name);
    assert.ok(form !== undefined, name);
    await withLogin(async (fixture, browser) => {
      const shown = await form.open(browser, fixture);
      const action = new RegExp(`<form id="${form.formId}" method="post" action="([^"]*)"`).exec(
        shown.text,
      )?.[1];
      const answer = await browser.post(String(action).replaceAll('&amp;', '&'), fields);
      assert.match(answer.text, new RegExp(`id="${id}"[^>]*>[^<]+<`));
    }, realmOf(form));
  });
