// Settings of a client: members of its representation, and attributes of OpenID Connect clients.
import type { ClientRepresentation } from '../realm-representation.ts';
import {
  CONTENT_ENCRYPTION_ALGORITHMS,
  KEY_ENCRYPTION_ALGORITHMS,
  KEY_PAIR_ALGORITHMS,
  SIGNATURE_ALGORITHMS,
} from './algorithms.ts';
import { LIST_SEPARATOR } from './check-text.ts';
import { IGNORED, kept, partOf, type UnsupportedValue } from './kept.ts';
import { findSamlAttribute } from './saml-client.ts';
import {
  type AttributeRow,
  type AttributeRows,
  findAttribute,
  keptAttribute,
  keptRow,
  type SettingRows,
  setting,
  toggle,
} from './setting-row.ts';
import { mappers } from './shared.ts';
import {
  anything,
  flag,
  formatted,
  identifier,
  integer,
  mapOf,
  name,
  oneOf,
  seconds,
  secondsBetween,
  type TextType,
  text,
  texts,
  url,
} from './value-type.ts';

const GENERAL = 'General';
const ACCESS = 'Access settings';
const CONSENT = 'Consent';
const FLOWS = 'Flows';
const AUTHENTICATION = 'Client authentication';
const KEYS = 'Keys';
const REQUESTS = 'Authorization requests';
const RESPONSES = 'Authorization responses';
const STEP_UP = 'Step-up authentication';
const TOKENS = 'Tokens';
const ENCRYPTION = 'Encryption';
const LIFESPANS = 'Lifespans';
const LOGOUT = 'Logout';
const CIBA = 'CIBA';

/** Upper limit of an `auth_req_id`'s lifespan and of the polling interval: a day, in seconds. */
export const MAX_CIBA_SECONDS = 86_400;

const NEVER_MATCHES = kept(
  'The URI never matches, because it contains a fragment; remove the part from # on.',
);

/** The redirect URIs that no request can use. RFC 6749 §3.1.2. */
const listFragments = (uris: readonly unknown[]): readonly UnsupportedValue[] =>
  uris
    .map(String)
    .flatMap((value) => (value.includes('#') ? [{ value, isFree: true, effect: NEVER_MATCHES }] : []));

export const CLIENT_SETTINGS: SettingRows<ClientRepresentation> = {
  id: { type: identifier, section: GENERAL, effect: 'Identifies the client in the admin API.' },
  clientId: setting(GENERAL, 'Client ID', name, 'The application sends it as `client_id`.'),
  name: setting(GENERAL, 'Name', text, 'The client’s name on pages.', { registration: 'client_name' }),
  description: setting(GENERAL, 'Description', text, 'Shown in the console.'),
  rootUrl: setting(ACCESS, 'Root URL', url, 'Prefix for relative URLs.'),
  baseUrl: setting(ACCESS, 'Home URL', url, 'Where pages link back to.', { registration: 'client_uri' }),
  adminUrl: setting(
    LOGOUT,
    'Admin URL',
    url,
    'Legacy adapters: called for sessions with client_session_state when no back-channel logout URL is set.',
  ),
  enabled: toggle(GENERAL, 'Enabled', 'A disabled client is rejected everywhere.', true),
  protocol: setting(
    GENERAL,
    'Client type',
    oneOf(['openid-connect', 'saml', 'docker-v2']),
    'The protocol of the client.',
    { default: 'openid-connect' },
  ),
  publicClient: setting(
    AUTHENTICATION,
    'Public client',
    flag,
    'For browser and native applications, which cannot keep a secret.',
    { default: true, fileDefault: false },
  ),
  bearerOnly: toggle(
    AUTHENTICATION,
    'Bearer-only',
    'A service that only checks tokens and never signs users in.',
  ),
  secret: setting(AUTHENTICATION, 'Client secret', text, 'The secret of a confidential client.', {
    secret: true,
  }),
  clientAuthenticatorType: setting(
    AUTHENTICATION,
    'Client authenticator',
    oneOf(['client-secret', 'client-jwt', 'client-secret-jwt', 'client-x509']),
    'How the client authenticates.',
    { default: 'client-secret' },
  ),
  standardFlowEnabled: toggle(
    FLOWS,
    'Standard flow',
    'Authorization code flow, for web, browser and native applications.',
    true,
  ),
  implicitFlowEnabled: toggle(
    FLOWS,
    'Implicit flow',
    'Returns tokens in the redirect. Also enables the hybrid flow. For legacy applications.',
  ),
  directAccessGrantsEnabled: toggle(
    FLOWS,
    'Direct access grants',
    'Password grant: the application itself asks for username and password.',
    true,
    { fileDefault: false },
  ),
  serviceAccountsEnabled: toggle(
    FLOWS,
    'Service account roles',
    'Client credentials grant: tokens of the client itself, for its service account.',
  ),
  consentRequired: toggle(CONSENT, 'Consent required', 'Users are asked once what the client may access.'),
  frontchannelLogout: setting(
    LOGOUT,
    'Front-channel logout',
    flag,
    'On: the sign-out page calls the client in a frame. Off: the server calls the client.',
  ),
  fullScopeAllowed: toggle(
    TOKENS,
    'Full scope allowed',
    'Tokens contain all roles of the user. Off: only roles in the client’s scope mappings.',
    true,
  ),
  redirectUris: {
    ...setting<string[]>(
      ACCESS,
      'Valid redirect URIs',
      texts,
      'Allowed redirect targets. A trailing * is a wildcard.',
      { registration: 'redirect_uris' },
    ),
    unsupported: (uris) => (Array.isArray(uris) ? listFragments(uris) : []),
  },
  webOrigins: setting(
    ACCESS,
    'Web origins',
    texts,
    'Origins whose scripts may call the server. + stands for the origins of the redirect URIs.',
  ),
  notBefore: {
    type: integer,
    default: 0,
    section: TOKENS,
    effect: 'Tokens issued before are rejected; seconds since the epoch.',
  },
  registeredNodes: {
    type: mapOf(integer),
    section: LOGOUT,
    effect:
      'Cluster nodes by host: each is called in place of the host of the Admin URL, and `client_session_host` may name it.',
  },
  defaultClientScopes: { type: texts, section: TOKENS, effect: 'Client scopes that always apply.' },
  optionalClientScopes: { type: texts, section: TOKENS, effect: 'Client scopes that apply when requested.' },
  protocolMappers: { type: mappers, section: TOKENS, effect: 'Mappers of the client itself.' },
  attributes: {
    type: mapOf(text, findClientAttribute),
    section: GENERAL,
    effect: 'Further settings, as texts.',
  },
  directGrantsOnly: {
    type: anything,
    section: FLOWS,
    effect: 'In files before Keycloak 1.7: password grant only, without standard flow.',
  },
  authorizationServicesEnabled: keptRow(
    kept('There are no authorization services: resources and permissions are not evaluated.'),
  ),
  authorizationSettings: keptRow(partOf('authorizationServicesEnabled'), {
    parts: [
      'id',
      'clientId',
      'name',
      'allowRemoteResourceManagement',
      'policyEnforcementMode',
      'decisionStrategy',
      'resources',
      'policies',
      'scopes',
      'authorizationSchema',
    ],
  }),
  authenticationFlowBindingOverrides: {
    type: anything,
    section: GENERAL,
    effect: 'Flows of its own, by ID: `browser` and `direct_grant`.',
  },
  alwaysDisplayInConsole: {
    type: flag,
    section: GENERAL,
    default: false,
    effect: 'The account console lists the client, even if the user has never used it.',
  },
  defaultRoles: {
    type: anything,
    section: GENERAL,
    effect: 'Roles of the client for new users, in files before Keycloak 13.',
  },
  nodeReRegistrationTimeout: keptRow(kept('Adapters cannot register cluster nodes.', { usual: [0, -1] })),
  type: keptRow(kept('Client types are not applied.')),
  clientTemplate: keptRow(
    kept('Client templates are not read; assign client scopes in `defaultClientScopes` instead.'),
  ),
  useTemplateConfig: keptRow(IGNORED),
  useTemplateMappers: keptRow(IGNORED),
  useTemplateScope: keptRow(IGNORED),
  surrogateAuthRequired: keptRow(IGNORED),
  registrationAccessToken: keptRow(IGNORED, { secret: true }),
  access: keptRow(IGNORED),
  origin: keptRow(IGNORED),
};

/** The row of a client attribute, of any protocol. */
function findClientAttribute(attribute: string): AttributeRow | undefined {
  return findAttribute(CLIENT_ATTRIBUTES, attribute) ?? findSamlAttribute(attribute);
}

type Options = Partial<
  Pick<
    AttributeRow,
    'label' | 'registration' | 'default' | 'fileDefault' | 'unset' | 'secret' | 'unsupported'
  >
>;

const row = (
  type: AttributeRow['type'],
  section: string,
  effect: AttributeRow['effect'],
  options: Options = {},
): AttributeRow => ({ type, section, effect, ...options });
const onOff = (
  section: string,
  label: string,
  effect: AttributeRow['effect'],
  options: Options = {},
): AttributeRow => row(flag, section, effect, { label, default: 'false', ...options });
const REALM_DEFAULT = 'realm default';
const lifespan = (label: string, effect: string, section = LIFESPANS): AttributeRow =>
  row(seconds, section, effect, { label, unset: REALM_DEFAULT });
const anyOf = (...choices: readonly string[]): TextType => oneOf(choices, { emptyIsUnset: true });

const startUpper = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Key and content encryption of one kind of response. */
function encryption(
  prefix: string,
  what: string,
  section: string,
  registration: string,
): Readonly<Record<string, AttributeRow>> {
  return {
    [`${prefix}.alg`]: row(
      anyOf(...KEY_ENCRYPTION_ALGORITHMS),
      section,
      `Key management algorithm of the encrypted ${what}.`,
      {
        label: `${startUpper(what)} key encryption`,
        unset: 'not encrypted',
        registration: `${registration}_alg`,
      },
    ),
    [`${prefix}.enc`]: row(
      anyOf(...CONTENT_ENCRYPTION_ALGORITHMS),
      section,
      `Content encryption algorithm of the encrypted ${what}.`,
      {
        label: `${startUpper(what)} content encryption`,
        unset: 'A128CBC-HS256',
        registration: `${registration}_enc`,
      },
    ),
  };
}

/** Attributes of OpenID Connect clients. */
export const CLIENT_ATTRIBUTES: AttributeRows = {
  logoUri: row(
    url,
    GENERAL,
    'The account console shows it to users who have given consent, if it is on this server.',
    { registration: 'logo_uri' },
  ),
  policyUri: row(url, GENERAL, 'The account console shows it to users who have given consent.', {
    registration: 'policy_uri',
  }),
  tosUri: row(url, GENERAL, 'The account console shows it to users who have given consent.', {
    registration: 'tos_uri',
  }),
  contacts: row(texts, GENERAL, IGNORED, { registration: 'contacts' }),
  'application.type': row(text, GENERAL, IGNORED, { registration: 'application_type' }),
  'initiate.login.uri': row(url, GENERAL, IGNORED, { registration: 'initiate_login_uri' }),
  'display.on.consent.screen': onOff(
    CONSENT,
    'Display client on screen',
    'The consent page lists the client itself, next to its scopes.',
  ),
  'consent.screen.text': row(text, CONSENT, 'The text for the client on the consent page.', {
    label: 'Consent screen text',
  }),
  'standard.token.exchange.enabled': onOff(
    FLOWS,
    'Standard token exchange',
    'Exchanges an access token for one with another audience.',
  ),
  'standard.token.exchange.enableRefreshRequestedTokenType': row(
    oneOf(['NO', 'SAME_SESSION']),
    FLOWS,
    'Whether token exchange may issue refresh tokens.',
    { label: 'Refresh tokens in token exchange', default: 'NO' },
  ),
  'oauth2.device.authorization.grant.enabled': onOff(
    FLOWS,
    'OAuth 2.0 device authorization grant',
    'For devices without a browser: the user approves on another device.',
  ),
  'oauth2.device.code.lifespan': lifespan('Device code lifespan', 'How long a device code is valid.', FLOWS),
  'oauth2.device.polling.interval': lifespan(
    'Device polling interval',
    'How long a device waits between two polls.',
    FLOWS,
  ),
  'oidc.ciba.grant.enabled': onOff(
    FLOWS,
    'OIDC CIBA grant',
    'The client names a user, who approves on the authentication device.',
  ),
  'ciba.backchannel.token.delivery.mode': row(
    oneOf(['poll'], {
      emptyIsUnset: true,
      refused: { ping: 'ping is not supported', push: 'push is not supported' },
    }),
    CIBA,
    'How the client gets the tokens.',
    {
      label: 'Backchannel token delivery mode',
      unset: REALM_DEFAULT,
      registration: 'backchannel_token_delivery_mode',
    },
  ),
  'ciba.backchannel.client.notification.endpoint': row(
    url,
    CIBA,
    partOf('ciba.backchannel.token.delivery.mode'),
    {
      registration: 'backchannel_client_notification_endpoint',
    },
  ),
  'ciba.backchannel.auth.request.signing.alg': row(
    anyOf(...KEY_PAIR_ALGORITHMS),
    CIBA,
    'For signed authentication requests.',
    {
      label: 'Authentication request signature algorithm',
      unset: 'any',
      registration: 'backchannel_authentication_request_signing_alg',
    },
  ),
  'ciba.expires.in': row(
    secondsBetween(1, MAX_CIBA_SECONDS),
    CIBA,
    'How long a request waits for the user’s answer.',
    { label: 'Expires in', unset: REALM_DEFAULT },
  ),
  'ciba.interval': row(
    secondsBetween(0, MAX_CIBA_SECONDS),
    CIBA,
    'How long the client waits between two polls. 0: no limit.',
    { label: 'Interval', unset: REALM_DEFAULT },
  ),
  'token.endpoint.auth.signing.alg': row(
    anyOf(...SIGNATURE_ALGORITHMS),
    AUTHENTICATION,
    'The signature of client assertions.',
    {
      unset: 'any matching the key',
      label: 'Signature algorithm',
      registration: 'token_endpoint_auth_signing_alg',
    },
  ),
  'token.endpoint.auth.signing.max.exp': row(
    seconds,
    AUTHENTICATION,
    'How long a client assertion may be valid.',
    { unset: '1 minute', label: 'Max expiration' },
  ),
  'x509.subjectdn': row(
    text,
    AUTHENTICATION,
    'The distinguished name in the client’s certificate, or a pattern for it.',
    { label: 'Subject DN', registration: 'tls_client_auth_subject_dn' },
  ),
  'x509.allow.regex.pattern.comparison': onOff(
    AUTHENTICATION,
    'Allow regex pattern comparison',
    'Subject DN is a regular expression.',
  ),
  'use.jwks.url': onOff(
    KEYS,
    'Use JWKS URL',
    'The server fetches the client’s keys, and again when a key is unknown.',
  ),
  'jwks.url': row(url, KEYS, 'Where the client’s keys are fetched from.', { label: 'JWKS URL' }),
  'use.jwks.string': onOff(KEYS, 'Use JWKS', 'The client’s keys are given here.'),
  'jwks.string': row(formatted('key-set'), KEYS, 'The client’s keys as a JSON Web Key Set.', {
    label: 'JWKS',
  }),
  'jwt.credential.certificate': row(text, KEYS, 'PEM, or base64-encoded DER.', { label: 'Certificate' }),
  'jwt.credential.private.key': row(
    text,
    KEYS,
    'The key that belongs to the certificate, if the server generated it.',
    { secret: true },
  ),
  'dpop.bound.access.tokens': onOff(
    AUTHENTICATION,
    'Require DPoP bound tokens',
    'Tokens are valid only with a proof by the client’s key.',
    { registration: 'dpop_bound_access_tokens' },
  ),
  'tls.client.certificate.bound.access.tokens': onOff(
    AUTHENTICATION,
    'Certificate-bound access tokens',
    'Tokens are valid only over TLS with the client’s certificate. Requires HTTPS.',
    { registration: 'tls_client_certificate_bound_access_tokens' },
  ),
  'pkce.code.challenge.method': row(
    anyOf('S256', 'plain'),
    REQUESTS,
    'The PKCE method that requests must use.',
    { label: 'PKCE method', unset: 'chosen by the application' },
  ),
  'require.pushed.authorization.requests': onOff(
    REQUESTS,
    'Pushed authorization request required',
    'The application must send its requests to the PAR endpoint first.',
    { registration: 'require_pushed_authorization_requests' },
  ),
  'request.object.required': row(
    oneOf(['not required', 'request or request_uri', 'request only', 'request_uri only'], {
      emptyIsUnset: true,
    }),
    REQUESTS,
    'Whether requests must use a request object (signed JWT), and how.',
    { label: 'Request object required', default: 'not required' },
  ),
  'request.object.signature.alg': row(
    anyOf('any', 'none', ...SIGNATURE_ALGORITHMS),
    REQUESTS,
    'The signature that request objects must have.',
    {
      label: 'Request object signature algorithm',
      default: 'any',
      registration: 'request_object_signing_alg',
    },
  ),
  'request.object.encryption.alg': row(
    anyOf('any', ...KEY_ENCRYPTION_ALGORITHMS),
    REQUESTS,
    'The key encryption that request objects must have.',
    {
      label: 'Request object key encryption',
      default: 'any',
      registration: 'request_object_encryption_alg',
    },
  ),
  'request.object.encryption.enc': row(
    anyOf('any', ...CONTENT_ENCRYPTION_ALGORITHMS),
    REQUESTS,
    'The content encryption that request objects must have.',
    {
      label: 'Request object content encryption',
      default: 'any',
      registration: 'request_object_encryption_enc',
    },
  ),
  'request.uris': row(texts, REQUESTS, 'Allowed values of `request_uri`.', {
    label: 'Valid request URIs',
    registration: 'request_uris',
  }),
  'authorization.signed.response.alg': row(
    anyOf(...SIGNATURE_ALGORITHMS),
    RESPONSES,
    'For response modes that end in jwt.',
    {
      label: 'Authorization response signature algorithm',
      unset: REALM_DEFAULT,
      registration: 'authorization_signed_response_alg',
    },
  ),
  ...encryption(
    'authorization.encrypted.response',
    'authorization response',
    RESPONSES,
    'authorization_encrypted_response',
  ),
  'exclude.session.state.from.auth.response': onOff(
    RESPONSES,
    'Exclude session state',
    'For applications that reject the parameter `session_state`.',
  ),
  'exclude.issuer.from.auth.response': onOff(
    RESPONSES,
    'Exclude issuer',
    'For applications that reject the parameter `iss`.',
  ),
  'default.acr.values': row(
    texts,
    STEP_UP,
    'Levels of authentication that are required if the request specifies none.',
    { label: 'Default ACR values', registration: 'default_acr_values' },
  ),
  'minimum.acr.value': row(text, STEP_UP, 'The lowest level of authentication that the client accepts.', {
    label: 'Minimum ACR value',
  }),
  'acr.loa.map': row(
    formatted('json-object'),
    STEP_UP,
    'Levels of authentication by `acr` value, as JSON: {"silver":1,"gold":2}.',
    { unset: REALM_DEFAULT, label: 'ACR to LoA mapping' },
  ),
  'access.token.signed.response.alg': row(anyOf(...SIGNATURE_ALGORITHMS), TOKENS, 'Signs access tokens.', {
    unset: REALM_DEFAULT,
    label: 'Access token signature algorithm',
  }),
  'id.token.signed.response.alg': row(anyOf(...SIGNATURE_ALGORITHMS), TOKENS, 'Signs ID tokens.', {
    unset: REALM_DEFAULT,
    label: 'ID token signature algorithm',
    registration: 'id_token_signed_response_alg',
  }),
  'user.info.response.signature.alg': row(
    anyOf('unsigned', 'none', ...SIGNATURE_ALGORITHMS),
    TOKENS,
    'Signs userinfo responses.',
    {
      label: 'Userinfo signature algorithm',
      unset: 'unsigned JSON',
      registration: 'userinfo_signed_response_alg',
    },
  ),
  ...encryption('id.token.encrypted.response', 'ID token', ENCRYPTION, 'id_token_encrypted_response'),
  ...encryption(
    'user.info.encrypted.response',
    'userinfo response',
    ENCRYPTION,
    'userinfo_encrypted_response',
  ),
  'access.token.lifespan': lifespan('Access token lifespan', 'How long an access token is valid.'),
  'client.session.idle.timeout': lifespan(
    'Refresh token idle',
    'A refresh token that is not used for this long expires.',
  ),
  'client.session.max.lifespan': lifespan(
    'Refresh token max',
    'Refresh tokens expire this long after the client joined the session.',
  ),
  'client.offline.session.idle.timeout': lifespan(
    'Offline token idle',
    'An offline token that is not used for this long expires.',
  ),
  'client.offline.session.max.lifespan': lifespan(
    'Offline token max',
    'Every offline token expires after this time.',
  ),
  'use.refresh.tokens': onOff(
    TOKENS,
    'Use refresh tokens',
    'Off: the user signs in again when the access token expires.',
    { default: 'true' },
  ),
  'client_credentials.use_refresh_token': onOff(
    TOKENS,
    'Use refresh tokens for client credentials grant',
    kept('The client credentials grant issues no refresh tokens.'),
  ),
  'client.use.lightweight.access.token.enabled': onOff(
    TOKENS,
    'Always use lightweight access token',
    'Omits claims of the user, which introspection and userinfo return.',
  ),
  'client.introspection.response.allow.jwt.claim.enabled': onOff(
    TOKENS,
    'Support JWT claim in introspection response',
    'Introspection returns the whole token as `jwt` when application/jwt is requested.',
  ),
  'access.token.header.type.rfc9068': onOff(
    TOKENS,
    'Use at+jwt as access token header type',
    'The type of RFC 9068. Off: JWT.',
  ),
  'token.response.type.bearer.lower-case': onOff(
    TOKENS,
    'Use lower-case bearer type',
    '`token_type` is bearer. Off: Bearer.',
  ),
  'id.token.as.detached.signature': onOff(
    TOKENS,
    'Use ID token as a detached signature',
    'The ID token of the front channel also signs the state.',
  ),
  'post.logout.redirect.uris': row(
    texts,
    LOGOUT,
    'Allowed redirect targets after logout. + allows the redirect URIs, - allows none.',
    {
      label: 'Valid post logout redirect URIs',
      registration: 'post_logout_redirect_uris',
      fileDefault: '+',
      unsupported: (uris) => listFragments(String(uris).split(LIST_SEPARATOR)),
    },
  ),
  'logout.confirmation.enabled': onOff(
    LOGOUT,
    'Logout confirmation',
    'Shows a page with a link back instead of redirecting immediately.',
  ),
  'frontchannel.logout.url': row(url, LOGOUT, 'The page that the sign-out page loads in a frame.', {
    label: 'Front-channel logout URL',
    registration: 'frontchannel_logout_uri',
  }),
  'frontchannel.logout.session.required': onOff(
    LOGOUT,
    'Front-channel logout session required',
    'Sends `iss` and `sid`, which identify the ended session.',
    { default: 'true', registration: 'frontchannel_logout_session_required' },
  ),
  'backchannel.logout.url': row(url, LOGOUT, 'The server posts a logout token to this URL.', {
    label: 'Back-channel logout URL',
    registration: 'backchannel_logout_uri',
  }),
  'backchannel.logout.session.required': onOff(
    LOGOUT,
    'Back-channel logout session required',
    'Sends `sid`, which identifies the ended session.',
    { default: 'true', registration: 'backchannel_logout_session_required' },
  ),
  'backchannel.logout.revoke.offline.tokens': onOff(
    LOGOUT,
    'Revoke offline sessions',
    'Revokes offline tokens, too.',
    { registration: 'backchannel_logout_revoke_offline_tokens' },
  ),
  'jwt.credential.kid': row(text, KEYS, 'The key ID of the certificate.'),
  'jwt.credential.public.key': row(text, KEYS, 'PEM, or base64-encoded DER.'),
  login_theme: row(
    text,
    GENERAL,
    'The look of the sign-in pages for this client: the name of a folder in the themes folder.',
    {
      label: 'Login theme',
      unset: 'that of the realm',
    },
  ),
  'gui.order': keptAttribute(kept('The consent page has an order of its own.')),
  'client.secret.rotated': keptAttribute(
    kept('Only the current secret is accepted; secrets are not rotated.'),
    { secret: true },
  ),
  'client.secret.creation.time': keptAttribute(IGNORED),
  'client.secret.expiration.time': keptAttribute(kept('Secrets do not expire.')),
  'client.secret.rotated.creation.time': keptAttribute(partOf('client.secret.rotated')),
  'client.secret.rotated.expiration.time': keptAttribute(partOf('client.secret.rotated')),
  'jwt.credential.issuer': keptAttribute(
    kept('Assertions of other issuers are rejected: the client must sign them itself.'),
  ),
  'jwt.credential.sub': keptAttribute(partOf('jwt.credential.issuer')),
  'oauth2.jwt.authorization.grant.enabled': keptAttribute(
    kept('The JWT authorization grant is not supported.'),
  ),
  'oauth2.jwt.authorization.grant.idp': keptAttribute(partOf('oauth2.jwt.authorization.grant.enabled')),
  'oid4vci.enabled': keptAttribute(kept('Verifiable credentials are not issued.')),
  realm_client: keptAttribute(IGNORED),
};
