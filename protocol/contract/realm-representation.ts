// The realm file: Keycloak's representations as in exports and the admin API, including unknown members.
import type {
  AuthenticationFlowRepresentation,
  AuthenticatorConfigRepresentation,
} from './flow-representation.ts';

/** Members that this version does not know; they are kept in every round trip. */
export type UnknownMembers = { [member: string]: unknown };

/** Members that no rule reads, or that a reader of old forms replaces; nothing checks their values. */
export type Unchecked<Name extends string> = { [Member in Name]?: unknown };

/** A stored or incoming credential. As in Keycloak, `secretData` and `credentialData` contain JSON. */
export interface CredentialRepresentation
  extends UnknownMembers,
    Unchecked<
      | 'algorithm'
      | 'config'
      | 'counter'
      | 'device'
      | 'digits'
      | 'federationLink'
      | 'hashIterations'
      | 'hashedSaltedValue'
      | 'period'
      | 'priority'
      | 'salt'
    > {
  id?: string;
  /** `password`, `otp`, … */
  type?: string;
  userLabel?: string;
  /** Milliseconds since the epoch. */
  createdDate?: number;
  /** Input only: the plain password, which is hashed before anything is stored. */
  value?: string;
  /** Input only: the user must change it at the next sign-in. */
  temporary?: boolean;
  secretData?: string;
  credentialData?: string;
}

/** A user's consent to a client. Dates are in milliseconds since the epoch. */
export interface UserConsentRepresentation extends UnknownMembers, Unchecked<'grantedRealmRoles'> {
  clientId: string;
  grantedClientScopes?: string[];
  createdDate?: number;
  lastUpdatedDate?: number;
}

export interface UserRepresentation
  extends UnknownMembers,
    Unchecked<
      | 'access'
      | 'applicationRoles'
      | 'disableableCredentialTypes'
      | 'federatedIdentities'
      | 'federationLink'
      | 'origin'
      | 'self'
      | 'socialLinks'
      | 'totp'
      | 'userProfileMetadata'
    > {
  id?: string;
  /** Stored in lower case. */
  username?: string;
  email?: string;
  emailVerified?: boolean;
  firstName?: string;
  lastName?: string;
  /** Default: enabled (unlike Keycloak, but its exports always set it). */
  enabled?: boolean;
  /** Milliseconds since the epoch. */
  createdTimestamp?: number;
  attributes?: Record<string, string[]>;
  credentials?: CredentialRepresentation[];
  requiredActions?: string[];
  realmRoles?: string[];
  /** Role names by clientId. */
  clientRoles?: Record<string, string[]>;
  /** Group paths, `/a/b`. */
  groups?: string[];
  clientConsents?: UserConsentRepresentation[];
  /** The clientId of the client whose service account this user is. */
  serviceAccountClientId?: string;
  /** Seconds since the epoch; tokens issued earlier are rejected. */
  notBefore?: number;
}

/** The roles in a composite role. */
export interface CompositesRepresentation extends UnknownMembers, Unchecked<'application'> {
  realm?: string[];
  client?: Record<string, string[]>;
}

export interface RoleRepresentation extends UnknownMembers, Unchecked<'scopeParamRequired'> {
  id?: string;
  name: string;
  description?: string;
  composite?: boolean;
  composites?: CompositesRepresentation;
  clientRole?: boolean;
  /** The realm's id, or the client's id for a client role. */
  containerId?: string;
  attributes?: Record<string, string[]>;
}

/** The roles of a realm file: realm roles, and client roles by clientId. */
export interface RolesRepresentation extends UnknownMembers, Unchecked<'application'> {
  realm?: RoleRepresentation[];
  client?: Record<string, RoleRepresentation[]>;
}

export interface GroupRepresentation extends UnknownMembers, Unchecked<'access' | 'subGroupCount'> {
  id?: string;
  name: string;
  description?: string;
  path?: string;
  parentId?: string;
  subGroups?: GroupRepresentation[];
  attributes?: Record<string, string[]>;
  realmRoles?: string[];
  clientRoles?: Record<string, string[]>;
}

/** A protocol mapper; `config` values are strings. */
export interface ProtocolMapperRepresentation
  extends UnknownMembers,
    Unchecked<'consentRequired' | 'consentText'> {
  id?: string;
  name: string;
  protocol?: string;
  /** The mapper's type, e.g. `oidc-usermodel-attribute-mapper`. */
  protocolMapper: string;
  config?: Record<string, string>;
}

export interface ClientScopeRepresentation extends UnknownMembers {
  id?: string;
  name: string;
  description?: string;
  protocol?: string;
  attributes?: Record<string, string>;
  protocolMappers?: ProtocolMapperRepresentation[];
}

/** A client: OpenID Connect calls it a relying party, SAML a service provider. */
export interface ClientRepresentation
  extends UnknownMembers,
    Unchecked<
      | 'access'
      | 'authorizationServicesEnabled'
      | 'authorizationSettings'
      | 'clientTemplate'
      | 'defaultRoles'
      | 'directGrantsOnly'
      | 'nodeReRegistrationTimeout'
      | 'origin'
      | 'registeredNodes'
      | 'registrationAccessToken'
      | 'surrogateAuthRequired'
      | 'type'
      | 'useTemplateConfig'
      | 'useTemplateMappers'
      | 'useTemplateScope'
    > {
  /** IDs of flows by binding: `browser`, `direct_grant`. */
  authenticationFlowBindingOverrides?: Record<string, string>;
  id?: string;
  clientId: string;
  name?: string;
  description?: string;
  rootUrl?: string;
  baseUrl?: string;
  adminUrl?: string;
  enabled?: boolean;
  alwaysDisplayInConsole?: boolean;
  /** `openid-connect` (default), `saml` or `docker-v2`. */
  protocol?: string;
  publicClient?: boolean;
  bearerOnly?: boolean;
  secret?: string;
  /** `client-secret`, `client-jwt`, `client-secret-jwt`, `client-x509`. */
  clientAuthenticatorType?: string;
  standardFlowEnabled?: boolean;
  implicitFlowEnabled?: boolean;
  directAccessGrantsEnabled?: boolean;
  serviceAccountsEnabled?: boolean;
  consentRequired?: boolean;
  frontchannelLogout?: boolean;
  fullScopeAllowed?: boolean;
  redirectUris?: string[];
  webOrigins?: string[];
  /** Seconds since the epoch. */
  notBefore?: number;
  /** Hosts of the application's nodes, with the time of registration in seconds since the epoch. */
  registeredNodes?: Record<string, number>;
  defaultClientScopes?: string[];
  optionalClientScopes?: string[];
  protocolMappers?: ProtocolMapperRepresentation[];
  /** Booleans and numbers are strings, too. */
  attributes?: Record<string, string>;
}

/** A component (key provider and the like); `config` values are lists of strings. */
export interface ComponentRepresentation
  extends UnknownMembers,
    Unchecked<'parentId' | 'providerType' | 'subComponents'> {
  id?: string;
  name?: string;
  providerId: string;
  subType?: string;
  config?: Record<string, string[]>;
}

/** A row of `scopeMappings`: roles that a client or client scope may include in tokens. */
export interface ScopeMappingRepresentation extends UnknownMembers, Unchecked<'clientTemplate' | 'self'> {
  client?: string;
  clientScope?: string;
  roles?: string[];
}

/** A realm's settings of a required action; a lower `priority` comes first. */
export interface RequiredActionRepresentation extends UnknownMembers, Unchecked<'config'> {
  alias?: string;
  name?: string;
  providerId?: string;
  enabled?: boolean;
  /** Whether new users get it. */
  defaultAction?: boolean;
  priority?: number;
}

/** A setting of WebAuthn. */
type WebAuthnSetting =
  | 'AcceptableAaguids'
  | 'AttestationConveyancePreference'
  | 'AuthenticatorAttachment'
  | 'AvoidSameAuthenticatorRegister'
  | 'CreateTimeout'
  | 'ExtraOrigins'
  | 'RequireResidentKey'
  | 'RpEntityName'
  | 'RpId'
  | 'SignatureAlgorithms'
  | 'UserVerificationRequirement';

/** Members of a realm that no rule reads; and organizations, which are read as far as they are what they should be. */
export type KeptRealmMember =
  | `webAuthnPolicy${WebAuthnSetting}`
  | `webAuthnPolicyPasswordless${WebAuthnSetting | 'PasskeysEnabled'}`
  | 'accountTheme'
  | 'adminPermissionsClient'
  | 'adminPermissionsEnabled'
  | 'adminTheme'
  | 'browserSecurityHeaders'
  | 'certificate'
  | 'clientAuthenticationFlow'
  | 'clientPolicies'
  | 'clientProfiles'
  | 'clientTemplates'
  | 'codeSecret'
  | 'dockerAuthenticationFlow'
  | 'emailTheme'
  | 'eventsListeners'
  | 'federatedUsers'
  | 'firstBrokerLoginFlow'
  | 'identityProviderMappers'
  | 'identityProviders'
  | 'maxSecondaryAuthFailures'
  | 'organizations'
  | 'otpSupportedApplications'
  | 'passwordCredentialGrantAllowed'
  | 'privateKey'
  | 'protocolMappers'
  | 'publicKey'
  | 'requiredCredentials'
  | 'scimApiEnabled'
  | 'smtpServer'
  | 'social'
  | 'socialProviders'
  | 'updateProfileOnInitialSocialLogin'
  | 'userFederationMappers'
  | 'userFederationProviders'
  | 'userManagedAccessAllowed'
  | 'verifiableCredentialsEnabled';

/** Members of old realm files, read as the members that replaced them. */
type OldRealmMember = 'applicationScopeMappings' | 'applications' | 'defaultRoles' | 'oauthClients';

/** A realm as in Keycloak's export. Lifespans are in seconds. */
export interface RealmRepresentation extends UnknownMembers, Unchecked<KeptRealmMember | OldRealmMember> {
  id?: string;
  realm: string;
  displayName?: string;
  displayNameHtml?: string;
  /** Name of a folder below the folder of themes, or of one of Keycloak's own. */
  loginTheme?: string;
  /** Default: enabled (unlike Keycloak, but its exports always set it). */
  enabled?: boolean;
  sslRequired?: string;
  notBefore?: number;
  defaultSignatureAlgorithm?: string;
  revokeRefreshToken?: boolean;
  refreshTokenMaxReuse?: number;
  accessTokenLifespan?: number;
  accessTokenLifespanForImplicitFlow?: number;
  ssoSessionIdleTimeout?: number;
  ssoSessionMaxLifespan?: number;
  ssoSessionIdleTimeoutRememberMe?: number;
  ssoSessionMaxLifespanRememberMe?: number;
  offlineSessionIdleTimeout?: number;
  offlineSessionMaxLifespanEnabled?: boolean;
  offlineSessionMaxLifespan?: number;
  clientSessionIdleTimeout?: number;
  clientSessionMaxLifespan?: number;
  clientOfflineSessionIdleTimeout?: number;
  clientOfflineSessionMaxLifespan?: number;
  accessCodeLifespan?: number;
  accessCodeLifespanUserAction?: number;
  /** Seconds. */
  actionTokenGeneratedByAdminLifespan?: number;
  /** Seconds. */
  actionTokenGeneratedByUserLifespan?: number;
  accessCodeLifespanLogin?: number;
  oauth2DeviceCodeLifespan?: number;
  oauth2DevicePollingInterval?: number;
  rememberMe?: boolean;
  organizationsEnabled?: boolean;
  registrationAllowed?: boolean;
  loginWithEmailAllowed?: boolean;
  duplicateEmailsAllowed?: boolean;
  registrationEmailAsUsername?: boolean;
  passwordPolicy?: string;
  /** `totp` (default) or `hotp`. */
  otpPolicyType?: string;
  /** `HmacSHA1`, `HmacSHA256`, `HmacSHA512`. */
  otpPolicyAlgorithm?: string;
  otpPolicyInitialCounter?: number;
  otpPolicyDigits?: number;
  otpPolicyLookAheadWindow?: number;
  otpPolicyPeriod?: number;
  otpPolicyCodeReusable?: boolean;
  requiredActions?: RequiredActionRepresentation[];
  authenticationFlows?: AuthenticationFlowRepresentation[];
  /** Alias of the flow by which users sign in with a browser. */
  browserFlow?: string;
  /** Alias of the flow of the password grant. */
  directGrantFlow?: string;
  registrationFlow?: string;
  /** Alias of the flow of a forgotten password. */
  resetCredentialsFlow?: string;
  /** Settings of the flows' authenticators, including level conditions. */
  authenticatorConfig?: AuthenticatorConfigRepresentation[];
  resetPasswordAllowed?: boolean;
  verifyEmail?: boolean;
  editUsernameAllowed?: boolean;
  defaultLocale?: string;
  /** Whether users may choose a language. */
  internationalizationEnabled?: boolean;
  supportedLocales?: string[];
  /** Texts by locale, then by key. */
  localizationTexts?: Record<string, Record<string, string>>;
  eventsEnabled?: boolean;
  /** Seconds; 0 or less: events do not expire. */
  eventsExpiration?: number;
  /** Types of user events that are kept; empty: Keycloak's default ones. */
  enabledEventTypes?: string[];
  adminEventsEnabled?: boolean;
  /** Admin events contain what was sent. */
  adminEventsDetailsEnabled?: boolean;
  bruteForceProtected?: boolean;
  permanentLockout?: boolean;
  /** `MULTIPLE` (default) or `LINEAR`. */
  bruteForceStrategy?: string;
  failureFactor?: number;
  waitIncrementSeconds?: number;
  maxFailureWaitSeconds?: number;
  maxDeltaTimeSeconds?: number;
  quickLoginCheckMilliSeconds?: number;
  minimumQuickLoginWaitSeconds?: number;
  maxTemporaryLockouts?: number;
  roles?: RolesRepresentation;
  defaultRole?: RoleRepresentation;
  defaultGroups?: string[];
  groups?: GroupRepresentation[];
  users?: UserRepresentation[];
  clients?: ClientRepresentation[];
  clientScopes?: ClientScopeRepresentation[];
  defaultDefaultClientScopes?: string[];
  defaultOptionalClientScopes?: string[];
  scopeMappings?: ScopeMappingRepresentation[];
  /** By the clientId of the roles' owner. */
  clientScopeMappings?: Record<string, ScopeMappingRepresentation[]>;
  /** By provider type, e.g. `org.keycloak.keys.KeyProvider`. */
  components?: Record<string, ComponentRepresentation[]>;
  attributes?: Record<string, string>;
  keycloakVersion?: string;
}
