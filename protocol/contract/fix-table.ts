// The table of fixes: changes of settings that would accept a refused request.

interface FixRowBase {
  /** For a button: `Add redirect URI`. */
  readonly label: string;
  /** What the change allows, as a sentence; `{name}` is the client, user or realm, `{value}` the fix's value. */
  readonly effect: string;
  /** What is changed or created. */
  readonly target: 'realm' | 'client' | 'user';
}

/** A change of one setting. `attributes.<name>` is an attribute, anything else a member of the representation. */
export interface SettingFixRow extends FixRowBase {
  readonly setting: string;
  /**
   * `set`: to `to`. `add`, `remove`: the fix's value, to or from a list or an attribute with `##` between values.
   * `raise`: to a number of seconds. `enter`: to a text that the administrator enters.
   */
  readonly change: 'set' | 'add' | 'remove' | 'raise' | 'enter';
  readonly to?: boolean | string;
  readonly input?: FixInput;
}

interface CreatingFixRow extends FixRowBase {
  readonly change: 'create';
  readonly input?: FixInput;
}

export type FixRow = SettingFixRow | CreatingFixRow;

/** What the administrator enters before the change is applied. */
export type FixInput = 'password' | 'secret' | 'seconds';

/** One row for each kind of change. */
export const FIXES = {
  'add-redirect-uri': {
    label: 'Add redirect URI',
    effect: 'Client {name} may receive its responses at {value}.',
    target: 'client',
    change: 'add',
    setting: 'redirectUris',
  },
  'add-post-logout-redirect-uri': {
    label: 'Add post-logout redirect URI',
    effect: 'Browsers may be sent to {value} after they signed out of client {name}.',
    target: 'client',
    change: 'add',
    setting: 'attributes.post.logout.redirect.uris',
  },
  'add-web-origin': {
    label: 'Add web origin',
    effect: 'Pages of {value} may call the endpoints of the realm for client {name}.',
    target: 'client',
    change: 'add',
    setting: 'webOrigins',
  },
  'add-request-uri': {
    label: 'Add request URI',
    effect: 'Understudy may fetch request objects of client {name} from {value}.',
    target: 'client',
    change: 'add',
    setting: 'attributes.request.uris',
  },
  'create-public-client': {
    label: 'Create public client',
    effect: 'Client {name} is created. It has no secret, as for single-page and native applications.',
    target: 'client',
    change: 'create',
  },
  'create-confidential-client': {
    label: 'Create confidential client',
    effect: 'Client {name} is created. It authenticates with its secret.',
    target: 'client',
    change: 'create',
    input: 'secret',
  },
  'create-saml-client': {
    label: 'Create SAML client',
    effect: 'Client {name} is created for SAML. It need not sign its messages.',
    target: 'client',
    change: 'create',
  },
  'enable-client': {
    label: 'Enable client',
    effect: 'Client {name} may be used again.',
    target: 'client',
    change: 'set',
    setting: 'enabled',
    to: true,
  },
  'allow-standard-flow': {
    label: 'Allow the standard flow',
    effect: 'Client {name} may sign users in by browser.',
    target: 'client',
    change: 'set',
    setting: 'standardFlowEnabled',
    to: true,
  },
  'allow-implicit-flow': {
    label: 'Allow the implicit flow',
    effect: 'Client {name} may receive tokens from the authorization endpoint.',
    target: 'client',
    change: 'set',
    setting: 'implicitFlowEnabled',
    to: true,
  },
  'allow-direct-access': {
    label: 'Allow direct access grants',
    effect: 'Client {name} may exchange user names and passwords for tokens.',
    target: 'client',
    change: 'set',
    setting: 'directAccessGrantsEnabled',
    to: true,
  },
  'allow-service-account': {
    label: 'Allow the service account',
    effect: 'Client {name} may get tokens of its own (client_credentials).',
    target: 'client',
    change: 'set',
    setting: 'serviceAccountsEnabled',
    to: true,
  },
  'allow-device-grant': {
    label: 'Allow the device grant',
    effect: 'Client {name} may sign users in by a code that they enter on another device.',
    target: 'client',
    change: 'set',
    setting: 'attributes.oauth2.device.authorization.grant.enabled',
    to: true,
  },
  'allow-ciba': {
    label: 'Allow CIBA',
    effect: 'Client {name} may have users authenticated on their own device.',
    target: 'client',
    change: 'set',
    setting: 'attributes.oidc.ciba.grant.enabled',
    to: true,
  },
  'allow-token-exchange': {
    label: 'Allow token exchange',
    effect: 'Client {name} may exchange access tokens for its own.',
    target: 'client',
    change: 'set',
    setting: 'attributes.standard.token.exchange.enabled',
    to: true,
  },
  'allow-ecp': {
    label: 'Allow the enhanced client profile',
    effect: 'Client {name} may sign users in by SOAP.',
    target: 'client',
    change: 'set',
    setting: 'attributes.saml.allow.ecp.flow',
    to: true,
  },
  'allow-unpushed-requests': {
    label: 'Allow requests that are not pushed',
    effect: 'Client {name} may send its authorization requests by browser.',
    target: 'client',
    change: 'set',
    setting: 'attributes.require.pushed.authorization.requests',
    to: false,
  },
  'allow-unsigned-messages': {
    label: 'Accept unsigned messages',
    effect: 'SAML messages of client {name} are accepted without a signature.',
    target: 'client',
    change: 'set',
    setting: 'attributes.saml.client.signature',
    to: false,
  },
  'clear-pkce-method': {
    label: 'Make PKCE optional',
    effect: 'Client {name} may omit PKCE, or use any method.',
    target: 'client',
    change: 'set',
    setting: 'attributes.pkce.code.challenge.method',
    to: '',
  },
  'clear-bearer-only': {
    label: 'Turn off bearer-only',
    effect: 'Client {name} may obtain tokens, not only receive them.',
    target: 'client',
    change: 'set',
    setting: 'bearerOnly',
    to: false,
  },
  'clear-consent': {
    label: 'Turn off consent',
    effect: 'Client {name} gets its scopes without consent by the user.',
    target: 'client',
    change: 'set',
    setting: 'consentRequired',
    to: false,
  },
  'set-client-secret': {
    label: 'Set client secret',
    effect: 'Client {name} authenticates with the secret that you enter. The current one is no longer valid.',
    target: 'client',
    change: 'enter',
    setting: 'secret',
    input: 'secret',
  },
  'create-user': {
    label: 'Create user',
    effect: 'User {name} is created and can sign in with the password that you enter.',
    target: 'user',
    change: 'create',
    input: 'password',
  },
  'enable-user': {
    label: 'Enable user',
    effect: 'User {name} can sign in again.',
    target: 'user',
    change: 'set',
    setting: 'enabled',
    to: true,
  },
  'set-password': {
    label: 'Set password',
    effect: 'User {name} signs in with the password that you enter. The current one is no longer valid.',
    target: 'user',
    change: 'enter',
    setting: 'credentials',
    input: 'password',
  },
  'remove-required-action': {
    label: 'Remove required action',
    effect: 'User {name} can sign in without the action {value}.',
    target: 'user',
    change: 'remove',
    setting: 'requiredActions',
  },
  'enable-realm': {
    label: 'Enable realm',
    effect: 'Realm {name} may be used again.',
    target: 'realm',
    change: 'set',
    setting: 'enabled',
    to: true,
  },
  'allow-http': {
    label: 'Allow plain HTTP',
    effect: 'Realm {name} accepts requests without HTTPS.',
    target: 'realm',
    change: 'set',
    setting: 'sslRequired',
    to: 'none',
  },
  'allow-login-by-email': {
    label: 'Allow sign-in by e-mail address',
    effect: 'Users of realm {name} can enter their e-mail address instead of the user name.',
    target: 'realm',
    change: 'set',
    setting: 'loginWithEmailAllowed',
    to: true,
  },
  'allow-password-reset': {
    label: 'Allow password reset',
    effect: 'Users of realm {name} can reset forgotten passwords by e-mail.',
    target: 'realm',
    change: 'set',
    setting: 'resetPasswordAllowed',
    to: true,
  },
  'allow-refresh-token-reuse': {
    label: 'Allow reuse of refresh tokens',
    effect: 'Clients of realm {name} may use a refresh token more than once.',
    target: 'realm',
    change: 'set',
    setting: 'revokeRefreshToken',
    to: false,
  },
  'raise-code-lifespan': {
    label: 'Raise authorization code lifespan',
    effect: 'Authorization codes of realm {name} are valid for longer.',
    target: 'realm',
    change: 'raise',
    setting: 'accessCodeLifespan',
    input: 'seconds',
  },
  'raise-login-lifespan': {
    label: 'Raise login timeout',
    effect: 'Users of realm {name} have more time to sign in.',
    target: 'realm',
    change: 'raise',
    setting: 'accessCodeLifespanLogin',
    input: 'seconds',
  },
  'raise-access-token-lifespan': {
    label: 'Raise access token lifespan',
    effect: 'New access tokens of realm {name} are valid for longer.',
    target: 'realm',
    change: 'raise',
    setting: 'accessTokenLifespan',
    input: 'seconds',
  },
  'raise-access-token-lifespan-of-client': {
    label: 'Raise access token lifespan',
    effect: 'New access tokens of client {name} are valid for longer.',
    target: 'client',
    change: 'raise',
    setting: 'attributes.access.token.lifespan',
    input: 'seconds',
  },
  'raise-device-code-lifespan': {
    label: 'Raise device code lifespan',
    effect: 'Device codes of realm {name} are valid for longer.',
    target: 'realm',
    change: 'raise',
    setting: 'oauth2DeviceCodeLifespan',
    input: 'seconds',
  },
  'raise-device-code-lifespan-of-client': {
    label: 'Raise device code lifespan',
    effect: 'Device codes of client {name} are valid for longer.',
    target: 'client',
    change: 'raise',
    setting: 'attributes.oauth2.device.code.lifespan',
    input: 'seconds',
  },
  'raise-pushed-request-lifespan': {
    label: 'Raise lifespan of pushed requests',
    effect: 'Pushed requests of realm {name} are valid for longer.',
    target: 'realm',
    change: 'raise',
    setting: 'attributes.parRequestUriLifespan',
    input: 'seconds',
  },
  'raise-ciba-lifespan': {
    label: 'Raise CIBA expiry',
    effect: 'Users of realm {name} have more time to answer prompts.',
    target: 'realm',
    change: 'raise',
    setting: 'attributes.cibaExpiresIn',
    input: 'seconds',
  },
  'raise-ciba-lifespan-of-client': {
    label: 'Raise CIBA expiry',
    effect: 'Users have more time to answer prompts of client {name}.',
    target: 'client',
    change: 'raise',
    setting: 'attributes.ciba.expires.in',
    input: 'seconds',
  },
} as const;
FIXES satisfies Readonly<Record<string, FixRow>>;

export type FixKind = keyof typeof FIXES;
