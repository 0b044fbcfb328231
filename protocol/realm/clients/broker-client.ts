// A realm as the identity provider of another realm of the same server: the client there, and the provider here.
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { STAND_IN_SETTING } from '#protocol/contract/stand-in-settings.ts';
import type { KeptObject } from '../kept-objects.ts';
import { brokerEndpointUrl } from '../view/provider-endpoints.ts';
import { POST_LOGOUT } from './redirect-uri.ts';

/** Two realms of this server. */
export interface BrokeredRealms {
  /** Name of the realm whose users sign in. */
  readonly provider: string;
  /** Name of the realm that asks it. */
  readonly consumer: string;
  /** Alias of the identity provider in `consumer`. */
  readonly alias: string;
  /** Of the client in `provider`. */
  readonly clientId: string;
  readonly secret: string;
}

/** URL of a realm, which is its issuer. */
export function realmUrl(baseUrl: string, realm: string): string {
  return `${baseUrl}/realms/${encodeURIComponent(realm)}`;
}

/** Placeholder for the address of this server: the connection keeps working when host, port or path change. */
const BASE_URL = `\${authBaseUrl}`;

/** The confidential client in the provider's realm, without an ID. */
export function createBrokerClient(realms: BrokeredRealms): ClientRepresentation {
  const { consumer, alias, clientId, secret } = realms;
  const endpoint = brokerEndpointUrl({ baseUrl: '', realm: { name: consumer } }, { alias });
  return {
    clientId,
    name: `Sign-ins to realm ${consumer}`,
    enabled: true,
    protocol: 'openid-connect',
    publicClient: false,
    secret,
    clientAuthenticatorType: 'client-secret',
    standardFlowEnabled: true,
    directAccessGrantsEnabled: false,
    rootUrl: BASE_URL,
    redirectUris: [endpoint],
    webOrigins: [],
    attributes: {
      [POST_LOGOUT]: `${endpoint}/logout_response`,
      'pkce.code.challenge.method': 'S256',
      'backchannel.logout.url': `${realmUrl('', consumer)}/protocol/openid-connect/logout/backchannel-logout`,
      'backchannel.logout.session.required': 'true',
    },
  };
}

/** Settings of the identity provider. It is never stood in for: the other realm is there. */
export function createProviderConfig(realms: BrokeredRealms): KeptObject {
  const { provider, clientId, secret } = realms;
  const issuer = realmUrl(BASE_URL, provider);
  const endpoints = `${issuer}/protocol/openid-connect`;
  return {
    clientId,
    clientSecret: secret,
    clientAuthMethod: 'client_secret_post',
    issuer,
    metadataDescriptorUrl: `${issuer}/.well-known/openid-configuration`,
    authorizationUrl: `${endpoints}/auth`,
    tokenUrl: `${endpoints}/token`,
    userInfoUrl: `${endpoints}/userinfo`,
    jwksUrl: `${endpoints}/certs`,
    logoutUrl: `${endpoints}/logout`,
    validateSignature: 'true',
    useJwksUrl: 'true',
    pkceEnabled: 'true',
    pkceMethod: 'S256',
    defaultScope: 'openid profile email',
    syncMode: 'IMPORT',
    [STAND_IN_SETTING]: 'never',
  };
}
