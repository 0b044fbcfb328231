// Bodies that Terraform's provider for Keycloak sends: what a configuration names, and the provider's defaults for the
// rest, with its empty texts, nulls and booleans as texts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from './replay.ts';
import { ROOT } from './server.ts';

/** A key or certificate of the fixtures on one line, as the provider formats what `file()` returns. */
export function readPem(name: string): string {
  const text = readFileSync(join(ROOT, 'fixtures/keys', `${name}.pem`), 'utf8');
  return text.replaceAll(/-----[^-]+-----|\s/g, '');
}

/** What clients of both protocols have. */
const CLIENT = {
  name: '',
  clientAuthenticatorType: 'client-secret',
  enabled: true,
  description: '',
  baseUrl: '',
  adminUrl: '',
  fullScopeAllowed: true,
  consentRequired: false,
  alwaysDisplayInConsole: false,
  authenticationFlowBindingOverrides: { browser: '', direct_grant: '' },
};

const OPENID_CLIENT = {
  ...CLIENT,
  protocol: 'openid-connect',
  publicClient: false,
  bearerOnly: false,
  standardFlowEnabled: false,
  implicitFlowEnabled: false,
  directAccessGrantsEnabled: false,
  serviceAccountsEnabled: false,
  frontchannelLogout: false,
  authorizationServicesEnabled: false,
  redirectUris: [],
  webOrigins: [],
};

const OPENID_ATTRIBUTES = {
  'pkce.code.challenge.method': '',
  'dpop.bound.access.tokens': 'false',
  'exclude.session.state.from.auth.response': 'false',
  'exclude.issuer.from.auth.response': 'false',
  'access.token.lifespan': '',
  login_theme: '',
  'client.offline.session.idle.timeout': '',
  'display.on.consent.screen': 'false',
  'consent.screen.text': '',
  'client.offline.session.max.lifespan': '',
  'client.session.idle.timeout': '',
  'client.session.max.lifespan': '',
  'use.refresh.tokens': 'true',
  'client_credentials.use_refresh_token': 'false',
  'backchannel.logout.url': '',
  'frontchannel.logout.url': '',
  'backchannel.logout.revoke.offline.tokens': 'false',
  'backchannel.logout.session.required': 'true',
  'oauth2.device.authorization.grant.enabled': 'false',
  'oauth2.device.code.lifespan': '',
  'oauth2.device.polling.interval': '',
  'oauth2.jwt.authorization.grant.enabled': 'false',
  'oauth2.jwt.authorization.grant.idp': '',
  'post.logout.redirect.uris': null,
  'standard.token.exchange.enabled': 'false',
  'standard.token.exchange.enableRefreshRequestedTokenType': '',
};

const SAML_ATTRIBUTES = {
  'saml.authnstatement': 'true',
  'saml.server.signature': 'true',
  'saml.assertion.signature': 'false',
  'saml.encrypt': 'false',
  'saml.encryption.algorithm': '',
  'saml.encryption.keyAlgorithm': 'http://www.w3.org/2009/xmlenc11#rsa-oaep',
  'saml.encryption.digestMethod': 'http://www.w3.org/2001/04/xmlenc#sha256',
  'saml.encryption.maskGenerationFunction': 'http://www.w3.org/2009/xmlenc11#mgf1sha256',
  'saml.client.signature': 'true',
  'saml.force.post.binding': 'true',
  saml_force_name_id_format: 'false',
  'saml.signature.algorithm': '',
  'saml.server.signature.keyinfo.xmlSigKeyInfoKeyNameTransformer': 'KEY_ID',
  saml_signature_canonicalization_method: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  saml_name_id_format: '',
  'saml.signing.certificate': '',
  'saml.signing.private.key': '',
  'saml.encryption.certificate': '',
  saml_idp_initiated_sso_url_name: '',
  saml_idp_initiated_sso_relay_state: '',
  saml_assertion_consumer_url_post: '',
  saml_assertion_consumer_url_redirect: '',
  saml_single_logout_service_url_post: '',
  saml_single_logout_service_url_redirect: '',
  login_theme: '',
};

/** keycloak_openid_client. */
export function openidClient(values: Json, attributes: Json = {}): Json {
  return { ...OPENID_CLIENT, ...values, attributes: { ...OPENID_ATTRIBUTES, ...attributes } };
}

/** keycloak_saml_client. */
export function samlClient(values: Json, attributes: Json = {}): Json {
  const rest = { protocol: 'saml', rootUrl: '', redirectUris: null, frontchannelLogout: true };
  return { ...CLIENT, ...rest, ...values, attributes: { ...SAML_ATTRIBUTES, ...attributes } };
}

/** keycloak_openid_client_scope. */
export function openidScope(values: Json, attributes: Json = {}): Json {
  return {
    description: '',
    protocol: 'openid-connect',
    ...values,
    attributes: {
      'display.on.consent.screen': 'false',
      'consent.screen.text': '',
      'gui.order': '',
      'include.in.token.scope': 'true',
      'include.in.openid.provider.metadata': 'true',
      ...attributes,
    },
  };
}

/** keycloak_saml_client_scope. */
export function samlScope(values: Json, attributes: Json = {}): Json {
  return {
    description: '',
    protocol: 'saml',
    ...values,
    attributes: {
      'display.on.consent.screen': 'false',
      'consent.screen.text': '',
      'gui.order': '',
      ...attributes,
    },
  };
}

/** keycloak_openid_…_protocol_mapper. */
export function openidMapper(name: string, protocolMapper: string, config: Json): Json {
  return { name, protocol: 'openid-connect', protocolMapper, config };
}

/** keycloak_saml_…_protocol_mapper and keycloak_generic_protocol_mapper. */
export function samlMapper(name: string, protocolMapper: string, config: Json): Json {
  return { name, protocol: 'saml', protocolMapper, config };
}

/** Where a mapper adds its claim, by default everywhere. */
export const TOKENS = { 'id.token.claim': 'true', 'access.token.claim': 'true' };
export const USERINFO = { ...TOKENS, 'userinfo.token.claim': 'true' };
export const EVERYWHERE = { ...USERINFO, 'introspection.token.claim': 'true' };

/** keycloak_user. */
export function user(values: Json): Json {
  return {
    email: '',
    emailVerified: false,
    firstName: '',
    lastName: '',
    enabled: true,
    attributes: {},
    federatedIdentities: null,
    requiredActions: null,
    ...values,
  };
}

/** Booleans of an identity provider's config. */
const PROVIDER_FLAGS = [
  'useJwksUrl',
  'disableUserInfo',
  'disableTypeClaimCheck',
  'postBindingAuthnRequest',
  'postBindingResponse',
  'postBindingLogout',
  'forceAuthn',
  'wantAuthnRequestsSigned',
  'wantAssertionsSigned',
  'wantAssertionsEncrypted',
  'backchannelSupported',
  'validateSignature',
  'uiLocales',
  'acceptsPromptNoneForwardFromClient',
  'userIp',
  'offlineAccess',
  'kc.org.broker.redirect.mode.email-matches',
  'githubJsonFormat',
];

/** Texts of an identity provider's config; all are sent, whatever the provider's type. */
const PROVIDER_TEXTS = [
  'key',
  'hostIp',
  'jwksUrl',
  'clientId',
  'clientSecret',
  'userInfoUrl',
  'nameIDPolicyFormat',
  'entityId',
  'singleLogoutServiceUrl',
  'singleSignOnServiceUrl',
  'signingCertificate',
  'signatureAlgorithm',
  'xmlSigKeyInfoKeyNameTransformer',
  'authorizationUrl',
  'tokenUrl',
  'loginHint',
  'logoutUrl',
  'defaultScope',
  'hostedDomain',
  'principalType',
  'principalAttribute',
  'guiOrder',
  'authnContextClassRefs',
  'authnContextComparisonType',
  'authnContextDeclRefs',
  'issuer',
  'trustDomain',
  'bundleEndpoint',
  'kc.org.domain',
  'apiUrl',
  'baseUrl',
  'fetchedFields',
];

/** keycloak_…_identity_provider. */
export function identityProvider(values: Json, config: Json): Json {
  return {
    displayName: '',
    enabled: true,
    storeToken: true,
    addReadTokenRoleOnCreate: false,
    authenticateByDefault: false,
    linkOnly: false,
    trustEmail: false,
    firstBrokerLoginFlowAlias: 'first broker login',
    postBrokerLoginFlowAlias: '',
    ...values,
    config: {
      ...Object.fromEntries(PROVIDER_TEXTS.map((name) => [name, ''])),
      ...Object.fromEntries(PROVIDER_FLAGS.map((name) => [name, 'false'])),
      syncMode: 'LEGACY',
      ...config,
    },
  };
}

/** keycloak_…_identity_provider_mapper; the provider sends all texts that any of them has. */
export function identityProviderMapper(
  alias: string,
  name: string,
  identityProviderMapper: string,
  config: Json,
): Json {
  const texts = [
    'user.attribute',
    'userAttribute',
    'claim',
    'claim.value',
    'attribute',
    'attribute.name',
    'attribute.value',
    'attribute.friendly.name',
    'template',
    'role',
    'group',
    'jsonField',
  ];
  return {
    name,
    identityProviderAlias: alias,
    identityProviderMapper,
    config: { ...Object.fromEntries(texts.map((text) => [text, ''])), syncMode: 'INHERIT', ...config },
  };
}

/** keycloak_realm_keystore_…; a realm's name is its ID. */
export function keystore(name: string, providerId: string, config: Record<string, string>): Json {
  const all = { active: 'true', enabled: 'true', priority: '100', ...config };
  return {
    name,
    providerId,
    providerType: 'org.keycloak.keys.KeyProvider',
    parentId: 'my-realm',
    config: Object.fromEntries(Object.entries(all).map(([key, value]) => [key, [value]])),
  };
}
