// The steps of authentication flows that are run, by Keycloak's provider ID. All others are passed over.

/** Steps of a sign-in in a browser. */
export const BROWSER_STEP_NAMES = [
  'auth-cookie',
  'auth-spnego',
  'identity-provider-redirector',
  'organization',
  'auth-username-password-form',
  'auth-username-form',
  'auth-password-form',
  'auth-otp-form',
  'auth-conditional-otp-form',
  'auth-recovery-authn-code-form',
  'allow-access-authenticator',
  'deny-access-authenticator',
] as const;

export type BrowserStepName = (typeof BROWSER_STEP_NAMES)[number];

/** Steps that a browser is never asked for here: they let the next alternative have its turn. */
export const ABSENT_STEP_NAMES: readonly BrowserStepName[] = ['auth-spnego'];

/** Steps of the password grant. */
export const DIRECT_STEP_NAMES = [
  'direct-grant-validate-username',
  'direct-grant-validate-password',
  'direct-grant-validate-otp',
  'allow-access-authenticator',
  'deny-access-authenticator',
] as const;

export type DirectStepName = (typeof DIRECT_STEP_NAMES)[number];

/** Steps of a registration. */
export const REGISTRATION_STEP_NAMES = [
  'registration-user-creation',
  'registration-profile-action',
  'registration-password-action',
  'registration-terms-and-conditions',
] as const;

export type RegistrationStepName = (typeof REGISTRATION_STEP_NAMES)[number];

/** Steps of a forgotten password. */
export const RESET_STEP_NAMES = [
  'reset-credentials-choose-user',
  'reset-credential-email',
  'reset-password',
  'reset-otp',
  'auth-otp-form',
  'auth-conditional-otp-form',
  'auth-recovery-authn-code-form',
  'allow-access-authenticator',
  'deny-access-authenticator',
] as const;

export type ResetStepName = (typeof RESET_STEP_NAMES)[number];

/** Steps of a first sign-in through an identity provider. */
export const FIRST_LOGIN_STEP_NAMES = [
  'idp-review-profile',
  'idp-create-user-if-unique',
  'idp-confirm-link',
  'idp-email-verification',
  'idp-username-password-form',
  'idp-auto-link',
  'idp-detect-existing-user',
  'idp-add-organization-member',
  'auth-otp-form',
  'auth-conditional-otp-form',
  'auth-recovery-authn-code-form',
  'allow-access-authenticator',
  'deny-access-authenticator',
] as const;

export type FirstLoginStepName = (typeof FIRST_LOGIN_STEP_NAMES)[number];

/** The setting of `reset-otp` that says which authenticators are removed. */
export const OTP_RESET_SETTING = 'action_on_otp_reset_flag';

/** The values of the setting. The first one is the default, which all other values mean, too. */
export const OTP_RESET_ACTIONS = ['Remove none', 'Remove one', 'Remove all'] as const;

export type OtpResetAction = (typeof OTP_RESET_ACTIONS)[number];

/** Conditions, of sign-ins, password grants and forgotten passwords. */
export const CONDITION_NAMES = [
  'conditional-user-configured',
  'conditional-user-role',
  'conditional-user-attribute',
  'conditional-level-of-authentication',
  'conditional-sub-flow-executed',
  'conditional-client-scope',
  'conditional-credential',
] as const;

export type ConditionName = (typeof CONDITION_NAMES)[number];
