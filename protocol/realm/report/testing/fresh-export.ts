// Test support: the members of a new Keycloak 26 realm that no rule reads here, as a full export writes them.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';

const execution = (authenticator: string, requirement: string) => ({ authenticator, requirement });
const subFlow = (flowAlias: string, requirement: string) => ({ flowAlias, requirement });
const flow = (alias: string, topLevel: boolean, ...authenticationExecutions: object[]) => ({
  alias,
  topLevel,
  builtIn: true,
  providerId: 'basic-flow',
  authenticationExecutions,
});

const FLOWS = [
  flow(
    'browser',
    true,
    execution('auth-cookie', 'ALTERNATIVE'),
    execution('auth-spnego', 'DISABLED'),
    execution('identity-provider-redirector', 'ALTERNATIVE'),
    subFlow('Organization', 'ALTERNATIVE'),
    subFlow('forms', 'ALTERNATIVE'),
  ),
  flow('Organization', false, subFlow('Browser - Conditional Organization', 'CONDITIONAL')),
  flow(
    'Browser - Conditional Organization',
    false,
    execution('conditional-user-configured', 'REQUIRED'),
    execution('organization', 'ALTERNATIVE'),
  ),
  flow(
    'forms',
    false,
    execution('auth-username-password-form', 'REQUIRED'),
    subFlow('Browser - Conditional 2FA', 'CONDITIONAL'),
  ),
  flow(
    'Browser - Conditional 2FA',
    false,
    execution('conditional-user-configured', 'REQUIRED'),
    execution('conditional-credential', 'REQUIRED'),
    execution('auth-otp-form', 'ALTERNATIVE'),
    execution('webauthn-authenticator', 'DISABLED'),
    execution('auth-recovery-authn-code-form', 'DISABLED'),
  ),
  flow(
    'direct grant',
    true,
    execution('direct-grant-validate-username', 'REQUIRED'),
    execution('direct-grant-validate-password', 'REQUIRED'),
    subFlow('Direct Grant - Conditional OTP', 'CONDITIONAL'),
  ),
  flow(
    'Direct Grant - Conditional OTP',
    false,
    execution('conditional-user-configured', 'REQUIRED'),
    execution('direct-grant-validate-otp', 'REQUIRED'),
  ),
  flow('clients', true, execution('client-secret', 'ALTERNATIVE'), execution('client-jwt', 'ALTERNATIVE')),
];

const policy = (name: string, providerId: string, subType: string, config: Record<string, string[]>) => ({
  name,
  providerId,
  subType,
  subComponents: {},
  config,
});
const MAPPER_TYPES = [
  'oidc-sha256-pairwise-sub-mapper',
  'saml-role-list-mapper',
  'oidc-address-mapper',
  'oidc-full-name-mapper',
  'saml-user-property-mapper',
  'oidc-usermodel-property-mapper',
  'oidc-usermodel-attribute-mapper',
  'saml-user-attribute-mapper',
];

const profileAttribute = (name: string, validations: object, isRequired: boolean) => ({
  name,
  displayName: name,
  validations,
  ...(isRequired ? { required: { roles: ['user'] } } : {}),
  permissions: { view: ['admin', 'user'], edit: ['admin', 'user'] },
  multivalued: false,
});
const nameRules = { length: { max: 255 }, 'person-name-prohibited-characters': {} };

/** The user profile; `master` requires no attribute. */
export const profileOf = (isRequired: boolean): string =>
  JSON.stringify({
    attributes: [
      profileAttribute(
        'username',
        {
          length: { min: 3, max: 255 },
          'username-prohibited-characters': {},
          'up-username-not-idn-homograph': {},
        },
        false,
      ),
      profileAttribute('email', { email: {}, length: { max: 255 } }, isRequired),
      profileAttribute('firstName', nameRules, isRequired),
      profileAttribute('lastName', nameRules, isRequired),
    ],
    groups: [{ name: 'user-metadata' }],
  });

const passkeys = (prefix: string): Readonly<Record<string, unknown>> => ({
  [`${prefix}RpEntityName`]: 'keycloak',
  [`${prefix}SignatureAlgorithms`]: ['ES256', 'RS256'],
  [`${prefix}RpId`]: '',
  [`${prefix}AttestationConveyancePreference`]: 'not specified',
  [`${prefix}AuthenticatorAttachment`]: 'not specified',
  [`${prefix}RequireResidentKey`]: 'not specified',
  [`${prefix}UserVerificationRequirement`]: 'not specified',
  [`${prefix}CreateTimeout`]: 0,
  [`${prefix}AvoidSameAuthenticatorRegister`]: false,
  [`${prefix}AcceptableAaguids`]: [],
  [`${prefix}ExtraOrigins`]: [],
});

export const FRESH_EXPORT: RealmRepresentation = {
  realm: 'fresh',
  enabled: true,
  registrationAllowed: false,
  resetPasswordAllowed: false,
  actionTokenGeneratedByAdminLifespan: 43_200,
  actionTokenGeneratedByUserLifespan: 300,
  requiredCredentials: ['password'],
  otpSupportedApplications: ['totpAppFreeOTPName', 'totpAppGoogleName'],
  localizationTexts: {},
  ...passkeys('webAuthnPolicy'),
  ...passkeys('webAuthnPolicyPasswordless'),
  webAuthnPolicyPasswordlessRequireResidentKey: 'Yes',
  webAuthnPolicyPasswordlessUserVerificationRequirement: 'required',
  webAuthnPolicyPasswordlessPasskeysEnabled: false,
  clientProfiles: { profiles: [] },
  clientPolicies: { policies: [] },
  browserSecurityHeaders: {
    contentSecurityPolicyReportOnly: '',
    xContentTypeOptions: 'nosniff',
    referrerPolicy: 'no-referrer',
    xRobotsTag: 'none',
    xFrameOptions: 'SAMEORIGIN',
    contentSecurityPolicy: "frame-src 'self'; frame-ancestors 'self'; object-src 'none';",
    strictTransportSecurity: 'max-age=31536000; includeSubDomains',
  },
  smtpServer: {},
  loginTheme: 'keycloak.v2',
  accountTheme: '',
  eventsEnabled: false,
  eventsListeners: ['jboss-logging'],
  enabledEventTypes: ['LOGIN', 'LOGOUT'],
  adminEventsEnabled: false,
  adminEventsDetailsEnabled: false,
  identityProviders: [],
  identityProviderMappers: [],
  internationalizationEnabled: false,
  supportedLocales: [''],
  authenticationFlows: FLOWS as NonNullable<RealmRepresentation['authenticationFlows']>,
  authenticatorConfig: [
    {
      id: '5aab6c05',
      alias: 'create unique user config',
      config: { 'require.password.update.after.registration': 'false' },
    },
  ],
  requiredActions: [
    { alias: 'CONFIGURE_TOTP', providerId: 'CONFIGURE_TOTP', enabled: true, config: {} },
    { alias: 'CONFIGURE_RECOVERY_AUTHN_CODES', enabled: true, defaultAction: false, config: {} },
    { alias: 'webauthn-register', enabled: true, defaultAction: false, config: {} },
    { alias: 'update_user_locale', enabled: true, defaultAction: false, config: {} },
  ],
  browserFlow: 'browser',
  registrationFlow: 'registration',
  directGrantFlow: 'direct grant',
  resetCredentialsFlow: 'reset credentials',
  clientAuthenticationFlow: 'clients',
  dockerAuthenticationFlow: 'docker auth',
  firstBrokerLoginFlow: 'first broker login',
  maxSecondaryAuthFailures: 0,
  userManagedAccessAllowed: false,
  organizationsEnabled: false,
  verifiableCredentialsEnabled: false,
  adminPermissionsEnabled: false,
  scimApiEnabled: false,
  attributes: { frontendUrl: '', shortVerificationUri: '', realmReusableOtpCode: 'false' },
  components: {
    'org.keycloak.services.clientregistration.policy.ClientRegistrationPolicy': [
      policy('Trusted Hosts', 'trusted-hosts', 'anonymous', { 'client-uris-must-match': ['true'] }),
      policy('Consent Required', 'consent-required', 'anonymous', {}),
      policy('Full Scope Disabled', 'scope', 'anonymous', {}),
      policy('Max Clients Limit', 'max-clients', 'anonymous', { 'max-clients': ['200'] }),
      policy('Allowed Client Scopes', 'allowed-client-templates', 'anonymous', {
        'allow-default-scopes': ['true'],
      }),
      policy('Allowed Protocol Mapper Types', 'allowed-protocol-mappers', 'authenticated', {
        'allowed-protocol-mapper-types': MAPPER_TYPES,
      }),
      policy('Allowed Registration Web Origins', 'registration-web-origins', 'anonymous', {}),
    ],
    'org.keycloak.userprofile.UserProfileProvider': [
      { providerId: 'declarative-user-profile', config: { 'kc.user.profile.config': [profileOf(true)] } },
    ],
    'org.keycloak.keys.KeyProvider': [
      { name: 'rsa-generated', providerId: 'rsa-generated', config: { priority: ['100'] } },
      { name: 'aes-generated', providerId: 'aes-generated', config: { priority: ['100'] } },
    ],
  },
  clients: [
    {
      clientId: 'web',
      surrogateAuthRequired: false,
      alwaysDisplayInConsole: false,
      authenticationFlowBindingOverrides: {},
      nodeReRegistrationTimeout: -1,
      attributes: {
        realm_client: 'false',
        'client.secret.creation.time': '1734283052',
        'client_credentials.use_refresh_token': 'false',
        'saml.multivalued.roles': 'false',
      },
    },
  ],
  users: [
    {
      username: 'ann',
      totp: false,
      disableableCredentialTypes: [],
      requiredActions: [],
      credentials: [{ type: 'password', value: 'ann-password', priority: 10 }],
    },
  ],
};
