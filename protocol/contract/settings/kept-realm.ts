// Members of a realm that no rule reads, with what happens instead; and providers and organizations, whose values are not checked here.
import { findProviderType } from '../identity-provider-types.ts';
import type { KeptRealmMember } from '../realm-representation.ts';
import { listMissingFlow } from './flow-steps.ts';
import { type FindUnsupported, IGNORED, isRecord, KEYCLOAK_THEMES, type Kept, kept, partOf } from './kept.ts';
import { type KeptRow, keptRow } from './setting-row.ts';
import { anything } from './value-type.ts';

const NO_ACCOUNT_CONSOLE = 'The account console has one look.';
const NO_SOCIAL_PROVIDERS = 'A setting of Keycloak 1; add the providers to `identityProviders`.';
const NO_WEBAUTHN = 'Passkeys and security keys (WebAuthn) are not supported.';
const NO_DIRECTORIES = 'Users of external directories cannot sign in; add them as users of the realm.';

const theme = (instead: string): KeptRow => keptRow(kept(instead, { usual: KEYCLOAK_THEMES }));
/** The binding of a flow. */
const flow = (name: string, instead: string): KeptRow => keptRow(kept(instead, { usual: name }));
const webAuthn = (...usual: readonly unknown[]): KeptRow => keptRow(kept(NO_WEBAUTHN, { usual }));

/** Settings of sign-in through other identity providers, whose values are read as they are. */
const brokering = (effect: string, more: Pick<KeptRow, 'parts' | 'unsupported'>): KeptRow => ({
  type: anything,
  section: 'Identity providers',
  effect,
  ...more,
});

const UNSUPPORTED_PROVIDER: Kept = kept(
  'The sign-in page has its button, which says that the type is not supported.',
);

/** Providers of other types, by their type. */
const listUnsupportedProviders: FindUnsupported = (list) =>
  (Array.isArray(list) ? list.filter(isRecord) : [])
    .filter(
      ({ enabled, providerId }) =>
        enabled !== false && findProviderType(String(providerId))?.isSupported !== true,
    )
    .map(({ alias, providerId }) => ({
      value: String(providerId),
      effect: UNSUPPORTED_PROVIDER,
      at: [{ item: String(alias) }, 'providerId'],
    }));

const NOT_SPECIFIED = 'not specified';
const SIGNATURES: readonly string[] = ['ES256', 'RS256'];

const listIn = (value: unknown, member: string): readonly unknown[] => {
  const list = isRecord(value) ? value[member] : undefined;
  return Array.isArray(list) ? list : [];
};

/** The objects of a list that are not switched off. */
const enabledIn =
  (off: readonly string[]) =>
  (list: unknown): unknown =>
    Array.isArray(list)
      ? list.filter((item) => !off.some((member) => isRecord(item) && item[member] === false))
      : list;

/** Keycloak 12 to 14 wrote `enable`. */
const enabledPolicies = (value: unknown): unknown =>
  enabledIn(['enabled', 'enable'])(listIn(value, 'policies'));

const PROVIDER_PARTS: readonly string[] = [
  'alias',
  'displayName',
  'internalId',
  'providerId',
  'enabled',
  'updateProfileFirstLogin',
  'updateProfileFirstLoginMode',
  'trustEmail',
  'storeToken',
  'addReadTokenRoleOnCreate',
  'authenticateByDefault',
  'linkOnly',
  'hideOnLogin',
  'firstBrokerLoginFlowAlias',
  'postBrokerLoginFlowAlias',
  'organizationId',
  'types',
  'config',
];

/** Compat: what a new realm of Keycloak 26 sends; `xXSSProtection` until version 25. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  contentSecurityPolicy: "frame-src 'self'; frame-ancestors 'self'; object-src 'none';",
  referrerPolicy: 'no-referrer',
  strictTransportSecurity: 'max-age=31536000; includeSubDomains',
  xContentTypeOptions: 'nosniff',
  xFrameOptions: 'SAMEORIGIN',
  xRobotsTag: 'none',
  xXSSProtection: '1; mode=block',
};

export const KEPT_REALM_SETTINGS: Readonly<Record<KeptRealmMember, KeptRow>> = {
  smtpServer: keptRow(
    kept(
      'Messages have this sender; they are put into the realm’s mailbox, and delivered only with `--mail=send`.',
      {
        asked: (value) => (isRecord(value) ? value['host'] : undefined),
      },
    ),
  ),
  accountTheme: theme(NO_ACCOUNT_CONSOLE),
  adminTheme: theme('Understudy’s console has one design.'),
  emailTheme: theme('Messages have Understudy’s own texts, or those in localizationTexts.'),
  browserSecurityHeaders: keptRow(
    kept('Pages are sent with Understudy’s own security headers.', {
      usual: SECURITY_HEADERS,
    }),
  ),
  identityProviders: brokering('The providers with which people can sign in instead of a password.', {
    parts: PROVIDER_PARTS,
    unsupported: listUnsupportedProviders,
  }),
  identityProviderMappers: brokering('What becomes of the claims of providers.', {
    parts: ['id', 'name', 'identityProviderAlias', 'identityProviderMapper', 'config'],
  }),
  userFederationProviders: keptRow(kept(NO_DIRECTORIES), {
    parts: [
      'id',
      'displayName',
      'providerName',
      'config',
      'priority',
      'fullSyncPeriod',
      'changedSyncPeriod',
      'lastSync',
    ],
  }),
  userFederationMappers: keptRow(partOf('userFederationProviders'), {
    parts: ['id', 'name', 'federationProviderDisplayName', 'federationMapperType', 'config'],
  }),
  federatedUsers: keptRow(kept(NO_DIRECTORIES)),
  organizations: {
    type: anything,
    section: 'Contents',
    effect: 'Organizations with their domains, members, identity providers and invitations.',
    parts: [
      'id',
      'name',
      'alias',
      'enabled',
      'description',
      'redirectUrl',
      'attributes',
      'domains',
      'verified',
      'members',
      'membershipType',
      'identityProviders',
      'invitations',
      'email',
      'firstName',
      'lastName',
      'sentAt',
      'expiresAt',
    ],
  },
  userManagedAccessAllowed: keptRow(kept('Users cannot share resources (UMA).')),
  adminPermissionsEnabled: keptRow(
    kept('Fine-grained permissions are not checked; the roles of realm-management decide.'),
  ),
  adminPermissionsClient: keptRow(partOf('adminPermissionsEnabled')),
  verifiableCredentialsEnabled: keptRow(kept('Verifiable credentials are not issued.')),
  scimApiEnabled: keptRow(kept('There is no SCIM API.')),
  clientPolicies: keptRow(
    kept('Client policies are not applied; the settings of each client decide.', {
      asked: enabledPolicies,
    }),
  ),
  clientProfiles: keptRow(partOf('clientPolicies')),
  clientAuthenticationFlow: flow('clients', 'Clients authenticate as their `clientAuthenticatorType` says.'),
  dockerAuthenticationFlow: flow(
    'docker auth',
    'Users of container registries sign in with username and password.',
  ),
  firstBrokerLoginFlow: brokering('How people sign in with a provider for the first time.', {
    unsupported: listMissingFlow('firstBrokerLoginFlow'),
  }),
  eventsListeners: keptRow(
    kept('Event listeners and extensions do not run here; Activity and the log show what happens.', {
      asked: (list) => (Array.isArray(list) ? list.filter((listener) => listener !== 'jboss-logging') : list),
    }),
  ),
  maxSecondaryAuthFailures: keptRow(
    kept('Wrong one-time codes count as failed sign-ins, like wrong passwords.', { usual: 0 }),
  ),
  webAuthnPolicyRpEntityName: webAuthn('keycloak'),
  webAuthnPolicySignatureAlgorithms: webAuthn(...SIGNATURES),
  webAuthnPolicyRpId: webAuthn(),
  webAuthnPolicyAttestationConveyancePreference: webAuthn(NOT_SPECIFIED),
  webAuthnPolicyAuthenticatorAttachment: webAuthn(NOT_SPECIFIED),
  webAuthnPolicyRequireResidentKey: webAuthn(NOT_SPECIFIED),
  webAuthnPolicyUserVerificationRequirement: webAuthn(NOT_SPECIFIED),
  webAuthnPolicyCreateTimeout: webAuthn(0),
  webAuthnPolicyAvoidSameAuthenticatorRegister: webAuthn(),
  webAuthnPolicyAcceptableAaguids: webAuthn(),
  webAuthnPolicyExtraOrigins: webAuthn(),
  webAuthnPolicyPasswordlessRpEntityName: webAuthn('keycloak'),
  webAuthnPolicyPasswordlessSignatureAlgorithms: webAuthn(...SIGNATURES),
  webAuthnPolicyPasswordlessRpId: webAuthn(),
  webAuthnPolicyPasswordlessAttestationConveyancePreference: webAuthn(NOT_SPECIFIED),
  webAuthnPolicyPasswordlessAuthenticatorAttachment: webAuthn(NOT_SPECIFIED),
  webAuthnPolicyPasswordlessRequireResidentKey: webAuthn(NOT_SPECIFIED, 'Yes'),
  webAuthnPolicyPasswordlessUserVerificationRequirement: webAuthn(NOT_SPECIFIED, 'required'),
  webAuthnPolicyPasswordlessCreateTimeout: webAuthn(0),
  webAuthnPolicyPasswordlessAvoidSameAuthenticatorRegister: webAuthn(),
  webAuthnPolicyPasswordlessAcceptableAaguids: webAuthn(),
  webAuthnPolicyPasswordlessExtraOrigins: webAuthn(),
  webAuthnPolicyPasswordlessPasskeysEnabled: webAuthn(),
  otpSupportedApplications: keptRow(IGNORED),
  requiredCredentials: keptRow(IGNORED),
  passwordCredentialGrantAllowed: keptRow(IGNORED),
  protocolMappers: keptRow(IGNORED),
  social: keptRow(IGNORED),
  updateProfileOnInitialSocialLogin: keptRow(IGNORED),
  socialProviders: keptRow(kept(NO_SOCIAL_PROVIDERS)),
  clientTemplates: keptRow(
    kept('Client templates are not read; list their mappers in `clientScopes` instead.'),
    {
      parts: [
        'id',
        'name',
        'description',
        'protocol',
        'fullScopeAllowed',
        'bearerOnly',
        'consentRequired',
        'standardFlowEnabled',
        'implicitFlowEnabled',
        'directAccessGrantsEnabled',
        'serviceAccountsEnabled',
        'publicClient',
        'frontchannelLogout',
        'attributes',
        'protocolMappers',
      ],
    },
  ),
  privateKey: keptRow(
    kept('The realm gets a new key; keys are read from `components` (org.keycloak.keys.KeyProvider).'),
    { secret: true },
  ),
  publicKey: keptRow(partOf('privateKey')),
  certificate: keptRow(partOf('privateKey')),
  codeSecret: keptRow(IGNORED, { secret: true }),
};
