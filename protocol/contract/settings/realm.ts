// Settings of a realm: members of the realm file, and the attributes in use.
import type { RealmRepresentation } from '../realm-representation.ts';
import { DEVICE_KEY_ATTRIBUTE, DEVICE_RULES_ATTRIBUTE, ONE_CLICK_ATTRIBUTE } from '../server-attributes.ts';
import { KEY_PAIR_ALGORITHMS } from './algorithms.ts';
import { CLIENT_SETTINGS, MAX_CIBA_SECONDS } from './client.ts';
import { listUnsupportedComponents } from './component.ts';
import {
  listMissingFlow,
  listUnsupportedOverrides,
  listUnsupportedStepSettings,
  listUnsupportedSteps,
} from './flow-steps.ts';
import { IGNORED, kept, partOf } from './kept.ts';
import { KEPT_REALM_SETTINGS } from './kept-realm.ts';
import { listUnsupportedPolicies } from './password-policy.ts';
import { listUnsupportedActionSettings } from './required-action.ts';
import {
  type AttributeRows,
  findAttribute,
  keptAttribute,
  type SettingRow,
  type SettingRows,
  setting,
  toggle,
} from './setting-row.ts';
import {
  AUTHENTICATOR_CONFIG_SETTINGS,
  CLIENT_SCOPE_SETTINGS,
  COMPONENT_SETTINGS,
  FLOW_SETTINGS,
  GROUP_SETTINGS,
  REQUIRED_ACTION_SETTINGS,
  ROLE_SETTINGS,
  ROLES_SETTINGS,
  SCOPE_MAPPING_SETTINGS,
} from './shared.ts';
import { USER_SETTINGS } from './user.ts';
import {
  anything,
  flag,
  formatted,
  integer,
  listOf,
  mapOf,
  milliseconds,
  name,
  numberBetween,
  objectOf,
  oneOf,
  seconds,
  secondsBetween,
  text,
  textMap,
  texts,
} from './value-type.ts';

const GENERAL = 'General';
const TOKENS = 'Tokens';
const SESSIONS = 'Browser sessions';
const OFFLINE = 'Offline sessions';
const CODES = 'Codes and pages';
const SIGN_IN = 'Sign-in page';
const FLOWS = 'Flows';
const LOCKOUT = 'Brute-force detection';
const OTP = 'One-time codes';
const CONTENT = 'Contents';
const CIBA = 'CIBA';
const EVENTS = 'Events';

const SAME_AS_OTHERS = 'same as other sessions';
const SAME_AS_SESSION = 'same as the session';
const SAME_AS_OFFLINE_SESSION = 'same as the offline session';

const lifespan = (
  section: string,
  label: string,
  effect: string,
  more: Pick<SettingRow<number>, 'default' | 'unset'>,
): SettingRow<number> => setting(section, label, seconds, effect, more);

const NEVER = 'never';

const MOST_COUNT = 1_000_000;

export const REALM_SETTINGS: SettingRows<RealmRepresentation> = {
  id: { type: name, section: GENERAL, effect: 'Identifies the realm in roles.' },
  realm: setting(
    GENERAL,
    'Realm name',
    name,
    'Part of every URL of the realm. After a change, clients must be updated.',
  ),
  displayName: setting(GENERAL, 'Display name', text, 'The realm’s name on the sign-in page.'),
  displayNameHtml: setting(
    GENERAL,
    'HTML display name',
    text,
    'The realm’s name at the top of pages, instead of the display name. Markup that could run code is removed.',
  ),
  loginTheme: setting(
    SIGN_IN,
    'Login theme',
    text,
    'The look of the sign-in pages: the name of a folder in the themes folder.',
    { unset: 'Understudy’s own' },
  ),
  enabled: toggle(GENERAL, 'Enabled', 'A disabled realm rejects every request.', true),
  sslRequired: setting(
    GENERAL,
    'Require SSL',
    oneOf(['external', 'all', 'none'], { anyCase: true }),
    'Which requests require HTTPS.',
    { default: 'external' },
  ),
  notBefore: {
    type: integer,
    default: 0,
    section: GENERAL,
    effect: 'Tokens issued before are rejected; seconds since the epoch.',
  },
  defaultSignatureAlgorithm: setting(
    TOKENS,
    'Default signature algorithm',
    oneOf(KEY_PAIR_ALGORITHMS, { emptyIsUnset: true }),
    'Used for clients that choose none. The realm needs an active key for it.',
    { default: 'RS256' },
  ),
  revokeRefreshToken: toggle(
    TOKENS,
    'Revoke refresh token',
    'Refresh tokens are single-use. Reusing an old one ends the client’s session.',
  ),
  refreshTokenMaxReuse: setting(
    TOKENS,
    'Refresh token max reuse',
    numberBetween(0, MOST_COUNT),
    'How often a refresh token may be reused before that is treated as theft.',
    { default: 0 },
  ),
  accessTokenLifespan: lifespan(
    TOKENS,
    'Access token lifespan',
    'How long an access token is valid. Clients can override it.',
    { default: 300 },
  ),
  accessTokenLifespanForImplicitFlow: lifespan(
    TOKENS,
    'Access token lifespan for implicit flow',
    'These tokens cannot be refreshed, so they may be valid for longer.',
    { default: 900 },
  ),
  ssoSessionIdleTimeout: lifespan(
    SESSIONS,
    'Session idle',
    'A session that is not used for this long expires, with its refresh tokens.',
    { default: 1800 },
  ),
  ssoSessionMaxLifespan: lifespan(SESSIONS, 'Session max', 'Every session expires after this time.', {
    default: 36_000,
  }),
  ssoSessionIdleTimeoutRememberMe: lifespan(
    SESSIONS,
    'Session idle, remember me',
    'For users who chose “Remember me”.',
    { default: 0, unset: SAME_AS_OTHERS },
  ),
  ssoSessionMaxLifespanRememberMe: lifespan(
    SESSIONS,
    'Session max, remember me',
    'For users who chose “Remember me”.',
    { default: 0, unset: SAME_AS_OTHERS },
  ),
  clientSessionIdleTimeout: lifespan(
    SESSIONS,
    'Refresh token idle',
    'A refresh token that is not used for this long expires.',
    { default: 0, unset: SAME_AS_SESSION },
  ),
  clientSessionMaxLifespan: lifespan(
    SESSIONS,
    'Refresh token max',
    'Refresh tokens expire this long after the client joined the session.',
    { default: 0, unset: SAME_AS_SESSION },
  ),
  offlineSessionIdleTimeout: lifespan(
    OFFLINE,
    'Offline session idle',
    'An offline session that is not used for this long expires. Offline sessions come with the scope offline_access and outlive the browser.',
    { default: 2_592_000 },
  ),
  offlineSessionMaxLifespanEnabled: toggle(
    OFFLINE,
    'Offline session max limited',
    'Off: an offline session that is used never expires.',
  ),
  offlineSessionMaxLifespan: lifespan(
    OFFLINE,
    'Offline session max',
    'Every offline session expires after this time.',
    { default: 5_184_000 },
  ),
  clientOfflineSessionIdleTimeout: lifespan(
    OFFLINE,
    'Offline token idle',
    'An offline token that is not used for this long expires.',
    { unset: SAME_AS_OFFLINE_SESSION },
  ),
  clientOfflineSessionMaxLifespan: lifespan(
    OFFLINE,
    'Offline token max',
    'Every offline token expires after this time.',
    { unset: SAME_AS_OFFLINE_SESSION },
  ),
  accessCodeLifespan: lifespan(
    CODES,
    'Authorization code lifespan',
    'How long a client has to exchange the code for tokens.',
    { default: 60 },
  ),
  accessCodeLifespanUserAction: lifespan(
    CODES,
    'Login action timeout',
    'How long a user has for a page such as “Update password”.',
    { default: 300 },
  ),
  actionTokenGeneratedByUserLifespan: lifespan(
    CODES,
    'User-initiated action lifespan',
    'How long a link is valid that a user asks for, such as that of a forgotten password.',
    { default: 300 },
  ),
  actionTokenGeneratedByAdminLifespan: lifespan(
    CODES,
    'Default admin-initiated action lifespan',
    'How long a link is valid that an administrator sends.',
    { default: 43_200 },
  ),
  accessCodeLifespanLogin: lifespan(
    CODES,
    'Login timeout',
    'How long a user has to sign in, from the first page to the redirect back.',
    { default: 1800 },
  ),
  oauth2DeviceCodeLifespan: lifespan(
    CODES,
    'Device code lifespan',
    'How long a user has to enter a device code and approve it.',
    { default: 600 },
  ),
  oauth2DevicePollingInterval: lifespan(
    CODES,
    'Device polling interval',
    'How long a device waits between two polls.',
    { default: 5 },
  ),
  rememberMe: toggle(
    SIGN_IN,
    'Remember me',
    'The sign-in page offers to stay signed in after the browser is closed.',
  ),
  registrationAllowed: toggle(
    SIGN_IN,
    'User registration',
    'The sign-in page has a link to a page on which people register; `prompt=create` shows it, too.',
  ),
  organizationsEnabled: {
    type: flag,
    default: false,
    section: SIGN_IN,
    effect:
      'With an enabled organization, the sign-in page asks for the name first, which leads to the organization and its identity provider.',
  },
  loginWithEmailAllowed: toggle(
    SIGN_IN,
    'Login with e-mail',
    'Users may sign in with their e-mail address.',
    true,
  ),
  duplicateEmailsAllowed: toggle(
    SIGN_IN,
    'Duplicate e-mails',
    'Users may share an address. Cannot be combined with sign-in by e-mail address.',
  ),
  registrationEmailAsUsername: toggle(SIGN_IN, 'E-mail as username', 'The e-mail address is the username.'),
  passwordPolicy: {
    ...setting<string>(SIGN_IN, 'Password policy', text, 'Rules for new passwords, joined by “and”.'),
    unsupported: listUnsupportedPolicies,
  },
  resetPasswordAllowed: toggle(
    SIGN_IN,
    'Forgot password',
    'The sign-in page has a link for forgotten passwords, which sends a message with a link to the user.',
  ),
  verifyEmail: toggle(
    SIGN_IN,
    'Verify e-mail',
    'Users with an unverified e-mail address must open a link that is sent to it when they sign in.',
  ),
  editUsernameAllowed: toggle(SIGN_IN, 'Edit username', 'Users may change their username.'),
  defaultLocale: {
    type: text,
    section: SIGN_IN,
    effect:
      'The language of pages and messages for people whose own one the realm does not have, with `internationalizationEnabled`.',
  },
  internationalizationEnabled: {
    type: flag,
    section: SIGN_IN,
    effect:
      'Pages and messages are in the language of each person, who may choose it. Tokens contain it as the claim `locale`.',
  },
  supportedLocales: {
    type: texts,
    section: SIGN_IN,
    effect:
      'The languages that users may choose from, with `internationalizationEnabled`. Understudy has texts in English, Arabic, Brazilian Portuguese, Dutch, French, German, Italian, Japanese, Spanish and Swedish.',
  },
  localizationTexts: {
    type: mapOf(textMap),
    section: SIGN_IN,
    effect:
      'Texts of pages and messages by language and Keycloak’s message key, such as `termsText`; they replace ours. The import report names texts that nothing shows.',
  },
  otpPolicyType: setting(
    OTP,
    'OTP type',
    oneOf(['totp', 'hotp']),
    'What codes depend on: the time (TOTP) or a counter (HOTP).',
    { default: 'totp' },
  ),
  otpPolicyAlgorithm: setting(
    OTP,
    'OTP hash algorithm',
    oneOf(['HmacSHA1', 'HmacSHA256', 'HmacSHA512']),
    'Every authenticator app supports SHA-1.',
    { default: 'HmacSHA1' },
  ),
  otpPolicyInitialCounter: setting(
    OTP,
    'Initial counter',
    numberBetween(0, MOST_COUNT),
    'The counter that HOTP starts with.',
    { default: 0 },
  ),
  otpPolicyDigits: setting(
    OTP,
    'Number of digits',
    numberBetween(6, 8),
    'How many digits a code has: 6 to 8.',
    { default: 6 },
  ),
  otpPolicyLookAheadWindow: setting(
    OTP,
    'Look around window',
    numberBetween(0, 1000),
    'How many codes before and after the current one are accepted, for clocks and counters that drift.',
    { default: 1 },
  ),
  otpPolicyPeriod: lifespan(OTP, 'OTP token period', 'How long a code is valid.', { default: 30 }),
  otpPolicyCodeReusable: toggle(OTP, 'Reusable token', 'A code may be used more than once.'),
  requiredActions: {
    type: listOf(objectOf(() => REQUIRED_ACTION_SETTINGS)),
    section: SIGN_IN,
    effect: 'Which required actions are enabled, and which of them new users get.',
    unsupported: listUnsupportedActionSettings,
  },
  authenticationFlows: {
    type: listOf(objectOf(() => FLOW_SETTINGS, 'alias')),
    section: FLOWS,
    effect: 'The steps of sign-ins and password grants. Without it, the realm has the built-in flows.',
    unsupported: listUnsupportedSteps,
  },
  browserFlow: {
    type: text,
    section: FLOWS,
    effect: 'The flow by which users sign in with a browser.',
    unsupported: listMissingFlow('browserFlow'),
  },
  directGrantFlow: {
    type: text,
    section: FLOWS,
    effect: 'The flow of the password grant.',
    unsupported: listMissingFlow('directGrantFlow'),
  },
  registrationFlow: {
    type: text,
    section: FLOWS,
    effect: 'What people enter to register: a user profile, a password, the consent to the terms.',
    unsupported: listMissingFlow('registrationFlow'),
  },
  resetCredentialsFlow: {
    type: text,
    section: FLOWS,
    effect: 'How people with a forgotten password prove who they are, and what they set anew.',
    unsupported: listMissingFlow('resetCredentialsFlow'),
  },
  authenticatorConfig: {
    type: listOf(objectOf(() => AUTHENTICATOR_CONFIG_SETTINGS)),
    section: FLOWS,
    effect: 'Settings of the steps of flows.',
    unsupported: listUnsupportedStepSettings,
  },
  bruteForceProtected: toggle(
    LOCKOUT,
    'Brute-force detection',
    'Locks users after too many failed sign-ins.',
  ),
  permanentLockout: toggle(
    LOCKOUT,
    'Permanent lockout',
    'Locks last until an administrator unlocks the user.',
  ),
  bruteForceStrategy: setting(
    LOCKOUT,
    'Strategy to increase wait time',
    oneOf(['MULTIPLE', 'LINEAR']),
    'When the wait grows: with each further round of failures, or with each further failure.',
    { default: 'MULTIPLE' },
  ),
  failureFactor: setting(
    LOCKOUT,
    'Max login failures',
    numberBetween(0, MOST_COUNT),
    'How many failed sign-ins lock a user.',
    { default: 30 },
  ),
  waitIncrementSeconds: lifespan(
    LOCKOUT,
    'Wait increment',
    'How long the first lock lasts. Each later lock lasts longer by the same time.',
    { default: 60 },
  ),
  maxFailureWaitSeconds: lifespan(LOCKOUT, 'Max wait', 'How long a lock lasts at most.', { default: 900 }),
  maxDeltaTimeSeconds: lifespan(
    LOCKOUT,
    'Failure reset time',
    'How long after the last failure the count starts again at zero.',
    { default: 43_200 },
  ),
  quickLoginCheckMilliSeconds: setting(
    LOCKOUT,
    'Quick login check',
    milliseconds,
    'Two failures within this time count as an automated attack.',
    { default: 1000 },
  ),
  minimumQuickLoginWaitSeconds: lifespan(
    LOCKOUT,
    'Minimum quick login wait',
    'How long a user is locked after failures in quick succession.',
    { default: 60 },
  ),
  maxTemporaryLockouts: setting(
    LOCKOUT,
    'Maximum temporary lockouts',
    numberBetween(0, MOST_COUNT),
    'Temporary locks before a permanent one. 0: lock permanently the first time.',
    { default: 0 },
  ),
  eventsEnabled: toggle(
    EVENTS,
    'Save events',
    'Keeps user events, such as sign-ins, token requests and their errors.',
  ),
  eventsExpiration: setting(
    EVENTS,
    'Expiration',
    // Compat: not limited to 32 bits, unlike lifespans.
    { ...seconds, most: Number.MAX_SAFE_INTEGER },
    'How long user events are kept.',
    { unset: NEVER },
  ),
  enabledEventTypes: setting(
    EVENTS,
    'Event types',
    texts,
    'The types of user events that are kept. If empty, Keycloak’s default types are kept.',
    { unset: 'Keycloak’s default types' },
  ),
  adminEventsEnabled: toggle(EVENTS, 'Save admin events', 'Keeps what administrators change in this realm.'),
  adminEventsDetailsEnabled: toggle(
    EVENTS,
    'Include representation',
    'Admin events contain what was sent, without secrets.',
  ),
  roles: { type: objectOf(() => ROLES_SETTINGS), section: CONTENT, effect: 'Realm roles and client roles.' },
  defaultRole: {
    type: objectOf(() => ROLE_SETTINGS),
    section: CONTENT,
    effect: 'The role that every new user gets.',
  },
  defaultGroups: { type: texts, section: CONTENT, effect: 'Paths of the groups that new users join.' },
  groups: { type: listOf(objectOf(() => GROUP_SETTINGS, 'name')), section: CONTENT, effect: 'Groups.' },
  users: { type: listOf(objectOf(() => USER_SETTINGS, 'username')), section: CONTENT, effect: 'Users.' },
  clients: {
    type: listOf(objectOf(() => CLIENT_SETTINGS, 'clientId')),
    section: CONTENT,
    effect: 'Clients.',
    unsupported: listUnsupportedOverrides,
  },
  clientScopes: {
    type: listOf(objectOf(() => CLIENT_SCOPE_SETTINGS, 'name')),
    section: CONTENT,
    effect: 'Client scopes. If a file lists some, the built-in ones are not created.',
  },
  defaultDefaultClientScopes: {
    type: texts,
    section: CONTENT,
    effect: 'Default client scopes of new clients.',
  },
  defaultOptionalClientScopes: {
    type: texts,
    section: CONTENT,
    effect: 'Optional client scopes of new clients.',
  },
  scopeMappings: {
    type: listOf(objectOf(() => SCOPE_MAPPING_SETTINGS)),
    section: CONTENT,
    effect: 'Realm roles that tokens of a client may contain if full scope is not allowed.',
  },
  clientScopeMappings: {
    type: mapOf(listOf(objectOf(() => SCOPE_MAPPING_SETTINGS))),
    section: CONTENT,
    effect: 'The same for client roles, by the client that owns the roles.',
  },
  components: {
    type: mapOf(listOf(objectOf(() => COMPONENT_SETTINGS, 'providerId'))),
    section: CONTENT,
    effect: 'Keys and client registration policies; other components are kept.',
    unsupported: listUnsupportedComponents,
  },
  attributes: {
    type: mapOf(text, (attribute) => findAttribute(REALM_ATTRIBUTES, attribute)),
    section: CONTENT,
    effect: 'Further settings, as texts.',
  },
  keycloakVersion: {
    type: text,
    section: GENERAL,
    effect: 'The version that wrote the file; what later versions added is filled in.',
  },
  applications: { type: anything, section: CONTENT, effect: 'Clients in files of Keycloak 1.' },
  oauthClients: { type: anything, section: CONTENT, effect: 'Clients in files of Keycloak 1.' },
  applicationScopeMappings: {
    type: anything,
    section: CONTENT,
    effect: '`clientScopeMappings` in files of Keycloak 1.',
  },
  defaultRoles: {
    type: anything,
    section: CONTENT,
    effect: 'Realm roles of new users, in files before Keycloak 13.',
  },
  ...KEPT_REALM_SETTINGS,
};

/** Actions whose links have a lifespan of their own. */
const LINKED_ACTIONS = ['reset-credentials', 'update-email', 'verify-email', 'idp-verify-account-via-email'];

/** Attributes that no rule reads. */
const KEPT_REALM_ATTRIBUTES: AttributeRows = {
  frontendUrl: keptAttribute(
    kept('URLs in tokens and pages follow the request; the start option `hostname` fixes them.'),
  ),
  shortVerificationUri: keptAttribute(kept('The device grant names its own page, `/realms/{realm}/device`.')),
  preAuthorizedCodeLifespanS: keptAttribute(partOf('verifiableCredentialsEnabled')),
  cNonceLifespanSec: keptAttribute(partOf('verifiableCredentialsEnabled')),
  userProfileEnabled: keptAttribute(IGNORED),
  ...Object.fromEntries(
    ['-', '.'].flatMap((mark) => [
      [
        `actionTokenGeneratedByUserLifespan${mark}execute-actions`,
        keptAttribute(
          kept('Only administrators send such links; actionTokenGeneratedByAdminLifespan applies.'),
        ),
      ],
    ]),
  ),
};

/** Until Keycloak 23, with a dot. */
const LINK_LIFESPANS: AttributeRows = Object.fromEntries(
  LINKED_ACTIONS.flatMap((action) =>
    ['-', '.'].map((mark) => [
      `actionTokenGeneratedByUserLifespan${mark}${action}`,
      {
        type: seconds,
        unset: 'User-initiated action lifespan',
        section: CODES,
        effect: `How long a link of type ${action} is valid that a user asks for.`,
      },
    ]),
  ),
);

export const REALM_ATTRIBUTES: AttributeRows = {
  ...KEPT_REALM_ATTRIBUTES,
  ...LINK_LIFESPANS,
  parRequestUriLifespan: {
    type: seconds,
    default: '60',
    section: CODES,
    label: 'Pushed authorization request lifetime',
    effect: 'How long a pushed authorization request can be used.',
  },
  adminEventsExpiration: {
    type: seconds,
    unset: NEVER,
    section: EVENTS,
    label: 'Admin events expiration',
    effect: 'How long admin events are kept.',
  },
  'acr.loa.map': {
    type: formatted('json-object'),
    section: SIGN_IN,
    label: 'ACR to LoA mapping',
    effect: 'Levels of authentication by `acr` value, as JSON: {"silver":1,"gold":2}.',
  },
  cibaBackchannelTokenDeliveryMode: {
    type: oneOf(['poll'], {
      emptyIsUnset: true,
      refused: { ping: 'ping is not supported', push: 'push is not supported' },
    }),
    default: 'poll',
    section: CIBA,
    label: 'Backchannel token delivery mode',
    effect: 'Poll: the client polls the token endpoint until the user has answered.',
  },
  cibaExpiresIn: {
    type: secondsBetween(1, MAX_CIBA_SECONDS),
    default: '120',
    section: CIBA,
    label: 'Expires in',
    effect: 'How long a request waits for the user’s answer. Clients can override it.',
  },
  cibaInterval: {
    type: secondsBetween(0, MAX_CIBA_SECONDS),
    default: '5',
    section: CIBA,
    label: 'Interval',
    effect: 'How long a client waits between two polls. 0: no limit.',
  },
  cibaAuthRequestedUserHint: {
    type: oneOf(['login_hint'], {
      emptyIsUnset: true,
      refused: {
        login_hint_token: 'login_hint_token is not supported',
        id_token_hint: 'id_token_hint is not supported',
      },
    }),
    default: 'login_hint',
    section: CIBA,
    label: 'Authentication requested user hint',
    effect: 'How a request names the user: by username or e-mail address.',
  },
  [ONE_CLICK_ATTRIBUTE]: {
    type: flag,
    default: 'false',
    section: SIGN_IN,
    label: 'One-click sign-in',
    effect: 'The sign-in page lists users and signs in as one of them with one click. For tests only.',
  },
  [DEVICE_KEY_ATTRIBUTE]: {
    type: text,
    section: 'Device',
    secret: true,
    effect: 'The key that answers prompts over HTTP without a sign-in.',
  },
  [DEVICE_RULES_ATTRIBUTE]: {
    type: text,
    section: 'Device',
    effect: 'Rules that answer prompts automatically.',
  },
};
