// The members of Keycloak 26's representation classes: what its import knows. It refuses a file with any other member.

/** The type of a member in JSON. `long`: a number beyond 32 bits. */
export type KeycloakType =
  | { readonly kind: 'text' | 'flag' | 'number' | 'long' | 'json' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'list' | 'map'; readonly of: KeycloakType }
  | { readonly kind: 'object'; readonly name: string };

/**
 * Members by class and type: `text[]` a list, `{text}` a map of texts, `A|B` a choice, a name another class. Left out
 * are the members of Keycloak 1 to 3 that the import here converts ({@link CONVERTED_MEMBERS}).
 */
const CLASSES: Readonly<Record<string, string>> = {
  Realm: `
    text: id realm displayName displayNameHtml defaultSignatureAlgorithm sslRequired privateKey publicKey
    text: certificate codeSecret passwordPolicy otpPolicyType otpPolicyAlgorithm webAuthnPolicyRpEntityName
    text: webAuthnPolicyRpId webAuthnPolicyAttestationConveyancePreference
    text: webAuthnPolicyAuthenticatorAttachment webAuthnPolicyRequireResidentKey
    text: webAuthnPolicyUserVerificationRequirement webAuthnPolicyPasswordlessRpEntityName
    text: webAuthnPolicyPasswordlessRpId webAuthnPolicyPasswordlessAttestationConveyancePreference
    text: webAuthnPolicyPasswordlessAuthenticatorAttachment webAuthnPolicyPasswordlessRequireResidentKey
    text: webAuthnPolicyPasswordlessUserVerificationRequirement loginTheme accountTheme adminTheme
    text: emailTheme defaultLocale browserFlow registrationFlow directGrantFlow resetCredentialsFlow
    text: clientAuthenticationFlow dockerAuthenticationFlow firstBrokerLoginFlow keycloakVersion
    number: notBefore refreshTokenMaxReuse accessTokenLifespan accessTokenLifespanForImplicitFlow
    number: ssoSessionIdleTimeout ssoSessionMaxLifespan ssoSessionIdleTimeoutRememberMe
    number: ssoSessionMaxLifespanRememberMe offlineSessionIdleTimeout offlineSessionMaxLifespan
    number: clientSessionIdleTimeout clientSessionMaxLifespan clientOfflineSessionIdleTimeout
    number: clientOfflineSessionMaxLifespan accessCodeLifespan accessCodeLifespanUserAction
    number: accessCodeLifespanLogin actionTokenGeneratedByAdminLifespan actionTokenGeneratedByUserLifespan
    number: oauth2DeviceCodeLifespan oauth2DevicePollingInterval maxTemporaryLockouts maxFailureWaitSeconds
    number: minimumQuickLoginWaitSeconds waitIncrementSeconds maxDeltaTimeSeconds failureFactor
    number: otpPolicyInitialCounter otpPolicyDigits otpPolicyLookAheadWindow otpPolicyPeriod
    number: webAuthnPolicyCreateTimeout webAuthnPolicyPasswordlessCreateTimeout maxSecondaryAuthFailures
    flag: revokeRefreshToken offlineSessionMaxLifespanEnabled enabled passwordCredentialGrantAllowed
    flag: registrationAllowed registrationEmailAsUsername rememberMe verifyEmail loginWithEmailAllowed
    flag: duplicateEmailsAllowed resetPasswordAllowed editUsernameAllowed bruteForceProtected
    flag: permanentLockout otpPolicyCodeReusable webAuthnPolicyAvoidSameAuthenticatorRegister
    flag: webAuthnPolicyPasswordlessAvoidSameAuthenticatorRegister webAuthnPolicyPasswordlessPasskeysEnabled
    flag: eventsEnabled adminEventsEnabled adminEventsDetailsEnabled internationalizationEnabled
    flag: userManagedAccessAllowed organizationsEnabled verifiableCredentialsEnabled adminPermissionsEnabled
    flag: social updateProfileOnInitialSocialLogin scimApiEnabled
    LINEAR|MULTIPLE: bruteForceStrategy
    long: quickLoginCheckMilliSeconds eventsExpiration
    Roles: roles
    Group[]: groups
    text[]: defaultRoles defaultGroups requiredCredentials otpSupportedApplications
    text[]: webAuthnPolicySignatureAlgorithms webAuthnPolicyAcceptableAaguids webAuthnPolicyExtraOrigins
    text[]: webAuthnPolicyPasswordlessSignatureAlgorithms webAuthnPolicyPasswordlessAcceptableAaguids
    text[]: webAuthnPolicyPasswordlessExtraOrigins defaultDefaultClientScopes defaultOptionalClientScopes
    text[]: eventsListeners enabledEventTypes supportedLocales
    Role: defaultRole
    Client: adminPermissionsClient
    {{text}}: localizationTexts
    json: clientProfiles clientPolicies
    User[]: users federatedUsers
    ScopeMapping[]: scopeMappings
    {ScopeMapping[]}: clientScopeMappings applicationScopeMappings
    Client[]: clients
    ClientScope[]: clientScopes
    {text}: browserSecurityHeaders smtpServer attributes socialProviders
    UserFederationProvider[]: userFederationProviders
    UserFederationMapper[]: userFederationMappers
    IdentityProvider[]: identityProviders
    IdentityProviderMapper[]: identityProviderMappers
    ProtocolMapper[]: protocolMappers
    {ComponentExport[]}: components
    AuthenticationFlow[]: authenticationFlows
    AuthenticatorConfig[]: authenticatorConfig
    RequiredActionProvider[]: requiredActions
    Organization[]: organizations`,
  Client: `
    text: id clientId name description type rootUrl adminUrl baseUrl clientAuthenticatorType secret
    text: registrationAccessToken protocol clientTemplate origin
    flag: surrogateAuthRequired enabled alwaysDisplayInConsole bearerOnly consentRequired
    flag: standardFlowEnabled implicitFlowEnabled directAccessGrantsEnabled serviceAccountsEnabled
    flag: authorizationServicesEnabled directGrantsOnly publicClient frontchannelLogout fullScopeAllowed
    flag: useTemplateConfig useTemplateScope useTemplateMappers
    text[]: defaultRoles redirectUris webOrigins defaultClientScopes optionalClientScopes
    number: notBefore nodeReRegistrationTimeout
    {text}: attributes authenticationFlowBindingOverrides
    {number}: registeredNodes
    ProtocolMapper[]: protocolMappers
    ResourceServer: authorizationSettings
    {flag}: access`,
  User: `
    text: id username firstName lastName email self origin federationLink serviceAccountClientId
    flag: emailVerified enabled totp
    {text[]}: attributes clientRoles applicationRoles
    json: userProfileMetadata
    long: createdTimestamp
    Credential[]: credentials
    text[]: disableableCredentialTypes requiredActions realmRoles groups
    FederatedIdentity[]: federatedIdentities
    UserConsent[]: clientConsents
    number: notBefore
    SocialLink[]: socialLinks
    {flag}: access`,
  Member: `
    text: id username firstName lastName email self origin federationLink serviceAccountClientId
    flag: emailVerified enabled totp
    {text[]}: attributes clientRoles applicationRoles
    json: userProfileMetadata
    long: createdTimestamp
    Credential[]: credentials
    text[]: disableableCredentialTypes requiredActions realmRoles groups
    FederatedIdentity[]: federatedIdentities
    UserConsent[]: clientConsents
    number: notBefore
    SocialLink[]: socialLinks
    {flag}: access
    UNMANAGED|MANAGED: membershipType`,
  Credential: `
    text: id type userLabel secretData credentialData value device hashedSaltedValue salt algorithm
    text: federationLink
    long: createdDate
    number: priority hashIterations counter digits period
    flag: temporary
    {text[]}: config`,
  Group: `
    text: id name description path parentId
    long: subGroupCount
    Group[]: subGroups
    {text[]}: attributes clientRoles
    text[]: realmRoles
    {flag}: access`,
  Role: `
    text: id name description containerId
    flag: scopeParamRequired composite clientRole
    Composites: composites
    {text[]}: attributes`,
  Composites: `
    text[]: realm
    {text[]}: client application`,
  Roles: `
    Role[]: realm
    {Role[]}: client application`,
  ClientScope: `
    text: id name description protocol
    {text}: attributes
    ProtocolMapper[]: protocolMappers`,
  ProtocolMapper: `
    text: id name protocol protocolMapper consentText
    flag: consentRequired
    {text}: config`,
  ComponentExport: `
    text: id name providerId subType
    {ComponentExport[]}: subComponents
    {text[]}: config`,
  ScopeMapping: `
    text: self client clientTemplate clientScope
    text[]: roles`,
  UserConsent: `
    text: clientId
    text[]: grantedClientScopes grantedRealmRoles
    long: createdDate lastUpdatedDate`,
  IdentityProvider: `
    text: alias displayName internalId providerId updateProfileFirstLoginMode firstBrokerLoginFlowAlias
    text: postBrokerLoginFlowAlias organizationId
    text[]: types
    flag: enabled updateProfileFirstLogin trustEmail storeToken addReadTokenRoleOnCreate
    flag: authenticateByDefault linkOnly hideOnLogin
    {text}: config`,
  IdentityProviderMapper: `
    text: id name identityProviderAlias identityProviderMapper
    {text}: config`,
  AuthenticationFlow: `
    text: id alias description providerId
    flag: topLevel builtIn
    AuthenticationExecutionExport[]: authenticationExecutions`,
  AuthenticationExecutionExport: `
    text: authenticatorConfig authenticator requirement flowAlias
    flag: authenticatorFlow autheticatorFlow userSetupAllowed
    number: priority`,
  AuthenticatorConfig: `
    text: id alias
    {text}: config`,
  RequiredActionProvider: `
    text: alias name providerId
    flag: enabled defaultAction
    number: priority
    {text}: config`,
  Organization: `
    text: id name alias description redirectUrl
    flag: enabled
    {text[]}: attributes
    OrganizationDomain[]: domains
    Member[]: members
    IdentityProvider[]: identityProviders`,
  OrganizationDomain: `
    text: name
    flag: verified`,
  FederatedIdentity: `
    text: identityProvider userId userName`,
  ResourceServer: `
    text: id clientId name
    flag: allowRemoteResourceManagement
    ENFORCING|PERMISSIVE|DISABLED: policyEnforcementMode
    Resource[]: resources
    Policy[]: policies
    Scope[]: scopes
    AFFIRMATIVE|UNANIMOUS|CONSENSUS: decisionStrategy
    json: authorizationSchema`,
  Resource: `
    text: _id name uri type icon_uri displayName
    text[]: uris
    Scope[]: scopes resource_scopes
    ResourceOwner: owner
    flag: ownerManagedAccess
    {text[]}: attributes`,
  ResourceOwner: `
    text: id name`,
  Scope: `
    text: id name iconUri displayName
    Policy[]: policies
    Resource[]: resources`,
  Policy: `
    text: id name description type owner resourceType
    text[]: policies resources scopes
    POSITIVE|NEGATIVE: logic
    AFFIRMATIVE|UNANIMOUS|CONSENSUS: decisionStrategy
    Resource[]: resourcesData
    Scope[]: scopesData
    {text}: config`,
  UserFederationProvider: `
    text: id displayName providerName
    {text}: config
    number: priority fullSyncPeriod changedSyncPeriod lastSync`,
  UserFederationMapper: `
    text: id name federationProviderDisplayName federationMapperType
    {text}: config`,
  SocialLink: `
    text: socialProvider socialUserId socialUsername`,
};

/** Members that the first releases of Keycloak 26 do not know, with the first one that does. */
const MEMBERS_SINCE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Realm: {
    adminPermissionsClient: '26.2',
    adminPermissionsEnabled: '26.2',
    maxSecondaryAuthFailures: '26.6',
    scimApiEnabled: '26.6',
    verifiableCredentialsEnabled: '26.2',
    webAuthnPolicyPasswordlessPasskeysEnabled: '26.3',
  },
  Group: { description: '26.3' },
  IdentityProvider: { types: '26.6' },
  ResourceServer: { authorizationSchema: '26.2' },
};

/** The release of Keycloak 26 that introduced a member; undefined if the first one has it. */
export function findSince(className: string, member: string): string | undefined {
  const members = MEMBERS_SINCE[className];
  return members !== undefined && Object.hasOwn(members, member) ? members[member] : undefined;
}

const NAMED_KINDS: readonly string[] = ['text', 'flag', 'number', 'long', 'json'];

function readType(text: string): KeycloakType {
  if (text.endsWith('[]')) return { kind: 'list', of: readType(text.slice(0, -2)) };
  if (text.startsWith('{')) return { kind: 'map', of: readType(text.slice(1, -1)) };
  if (text.includes('|')) return { kind: 'choice', choices: text.split('|') };
  if (NAMED_KINDS.includes(text)) return { kind: text as 'text' };
  if (Object.hasOwn(CLASSES, text)) return { kind: 'object', name: text };
  throw new TypeError(`${text} is no type`);
}

function readMembers(table: string): ReadonlyMap<string, KeycloakType> {
  const members = new Map<string, KeycloakType>();
  for (const line of table.trim().split('\n')) {
    const [type = '', names = ''] = line.trim().split(': ');
    for (const name of names.split(' ')) members.set(name, readType(type));
  }
  return members;
}

const MEMBERS: ReadonlyMap<string, ReadonlyMap<string, KeycloakType>> = new Map(
  Object.entries(CLASSES).map(([name, table]) => [name, readMembers(table)]),
);

/** A class's members with their types. @throws {TypeError} when there is no such class. */
export function membersOf(name: string): ReadonlyMap<string, KeycloakType> {
  const members = MEMBERS.get(name);
  if (members === undefined) throw new TypeError(`Keycloak has no class ${name}`);
  return members;
}
