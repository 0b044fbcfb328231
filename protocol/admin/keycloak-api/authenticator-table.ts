// The authenticators of Keycloak 26: what the admin API says of each. Flows can have others, which are kept.

/** `client`: of clients; `form`: pages of a form flow; `action`: steps of such a page. */
export type AuthenticatorKind = 'authenticator' | 'client' | 'form' | 'action';

export interface AuthenticatorRow {
  readonly kind: AuthenticatorKind;
  readonly displayName: string;
  readonly requirements: readonly string[];
  /** Names of its settings; absent for an authenticator without settings. */
  readonly settings?: readonly string[];
}

const ALL = ['REQUIRED', 'ALTERNATIVE', 'DISABLED'] as const;
const ON_OFF = ['REQUIRED', 'DISABLED'] as const;
const ALWAYS = ['REQUIRED'] as const;

const row = (
  displayName: string,
  requirements: readonly string[] = ALL,
  settings?: readonly string[],
): AuthenticatorRow => ({
  kind: 'authenticator',
  displayName,
  requirements,
  ...(settings === undefined ? {} : { settings }),
});
const ofKind = (kind: AuthenticatorKind, base: AuthenticatorRow): AuthenticatorRow => ({ ...base, kind });

/** By provider ID. */
const AUTHENTICATORS: Readonly<Record<string, AuthenticatorRow>> = {
  'auth-cookie': row('Cookie'),
  'auth-spnego': row('Kerberos'),
  'identity-provider-redirector': row('Identity Provider Redirector', ALL, ['defaultProvider']),
  organization: row('Organization Identity-First Login', ALL, ['requiresUserMembership']),
  'auth-username-password-form': row('Username Password Form', ALWAYS),
  'auth-username-form': row('Username Form', ALWAYS),
  'auth-password-form': row('Password Form'),
  'auth-otp-form': row('OTP Form'),
  'auth-conditional-otp-form': row('Conditional OTP Form', ALL, [
    'otpControlAttribute',
    'skipOtpRole',
    'forceOtpRole',
    'noOtpRequiredForHeaderPattern',
    'forceOtpForHeaderPattern',
    'defaultOtpOutcome',
  ]),
  'webauthn-authenticator': row('WebAuthn Authenticator'),
  'webauthn-authenticator-passwordless': row('WebAuthn Passwordless Authenticator'),
  'auth-recovery-authn-code-form': row('Recovery Authentication Code Form'),
  'auth-x509-client-username-form': row('X509/Validate Username Form', ALL, [
    'x509-cert-auth.mapping-source-selection',
    'x509-cert-auth.mapper-selection',
    'x509-cert-auth.mapper-selection.user-attribute-name',
    'x509-cert-auth.regular-expression',
  ]),
  'http-basic-authenticator': row('HTTP Basic Authentication'),
  'docker-http-basic-authenticator': row('Docker Authenticator', ALWAYS),
  'direct-grant-validate-username': row('Username Validation', ALWAYS),
  'direct-grant-validate-password': row('Password'),
  'direct-grant-validate-otp': row('OTP'),
  'direct-grant-auth-x509-username': row('X509/Validate Username', ALL, [
    'x509-cert-auth.mapping-source-selection',
    'x509-cert-auth.mapper-selection',
    'x509-cert-auth.mapper-selection.user-attribute-name',
    'x509-cert-auth.regular-expression',
  ]),
  'conditional-user-configured': row('Condition - user configured', ON_OFF),
  'conditional-user-role': row('Condition - user role', ON_OFF, ['condUserRole', 'negate']),
  'conditional-user-attribute': row('Condition - user attribute', ON_OFF, [
    'attribute_name',
    'attribute_expected_value',
    'not',
  ]),
  'conditional-level-of-authentication': row('Condition - Level of Authentication', ON_OFF, [
    'loa-condition-level',
    'loa-max-age',
  ]),
  'conditional-credential': row('Condition - credential', ON_OFF, ['credentials', 'included']),
  'conditional-sub-flow-executed': row('Condition - sub-flow executed', ON_OFF, [
    'flow_to_check',
    'check_result',
  ]),
  'conditional-client-scope': row('Condition - client scope', ON_OFF, ['client_scope', 'negate']),
  'allow-access-authenticator': row('Allow access', ON_OFF),
  'deny-access-authenticator': row('Deny access', ON_OFF, ['denyErrorMessage']),
  'user-session-limits': row('User session count limiter', ON_OFF, [
    'userRealmLimit',
    'userClientLimit',
    'behavior',
    'errorMessage',
  ]),
  'reset-credentials-choose-user': row('Choose User', ALWAYS),
  'reset-credential-email': row('Send Reset Email', ALWAYS, ['force-login']),
  'reset-password': row('Reset Password'),
  'reset-otp': row('Reset OTP', ALL, ['action_on_otp_reset_flag']),
  'idp-review-profile': row('Review Profile', ON_OFF, ['update.profile.on.first.login']),
  'idp-create-user-if-unique': row('Create User If Unique', ALL, [
    'require.password.update.after.registration',
  ]),
  'idp-confirm-link': row('Confirm link existing account', ON_OFF),
  'idp-email-verification': row('Verify existing account by Email'),
  'idp-username-password-form': row('Username Password Form for identity provider reauthentication'),
  'idp-auto-link': row('Automatically set existing user'),
  'idp-detect-existing-broker-user': row('Detect existing broker user'),
  'idp-add-organization-member': row('Organization Member Onboard', ON_OFF),
  'client-secret': ofKind('client', row('Client Id and Secret')),
  'client-jwt': ofKind('client', row('Signed Jwt')),
  'client-secret-jwt': ofKind('client', row('Signed Jwt with Client Secret')),
  'client-x509': ofKind('client', row('X509 Certificate')),
  'registration-page-form': ofKind('form', row('Registration Page', ON_OFF)),
  'registration-user-creation': ofKind('action', row('Registration User Profile Creation', ALWAYS)),
  'registration-password-action': ofKind('action', row('Password Validation', ON_OFF)),
  'registration-recaptcha-action': ofKind(
    'action',
    row('reCAPTCHA', ON_OFF, ['site.key', 'secret.key', 'useRecaptchaNet', 'action']),
  ),
  'registration-terms-and-conditions': ofKind('action', row('Terms and conditions', ON_OFF)),
};

/** The authenticator with this provider ID. */
export function findAuthenticator(id: string): AuthenticatorRow | undefined {
  return Object.hasOwn(AUTHENTICATORS, id) ? AUTHENTICATORS[id] : undefined;
}

/** Provider IDs of one kind, in Keycloak's form. */
export function listAuthenticators(
  kind: AuthenticatorKind,
): readonly { readonly id: string; readonly displayName: string; readonly description: string }[] {
  return Object.entries(AUTHENTICATORS)
    .filter(([, each]) => each.kind === kind)
    .map(([id, { displayName }]) => ({ id, displayName, description: displayName }));
}

/** The requirements that a flow within a flow can have, by its type. */
export const FLOW_REQUIREMENTS: Readonly<Record<string, readonly string[]>> = {
  'basic-flow': ['REQUIRED', 'ALTERNATIVE', 'DISABLED', 'CONDITIONAL'],
  'form-flow': ON_OFF,
  'client-flow': ALL,
};

/** The requirements of an authenticator that is not in the table. */
export const ANY_REQUIREMENT: readonly string[] = ALL;
