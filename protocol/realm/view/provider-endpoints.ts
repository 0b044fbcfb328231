// Where the endpoints of an identity provider are: at the addresses of its network, or those of its settings.
import { fillInBaseUrl } from '../clients/client-url.ts';
import type { IdentityProvider } from './identity-providers.ts';

/** Absolute URLs; undefined for what the provider does not have or its settings do not say. */
export interface ProviderEndpoints {
  /** SAML: the single sign-on service. */
  readonly authorization?: string | undefined;
  readonly token?: string | undefined;
  readonly userinfo?: string | undefined;
  /** GitHub: the person's e-mail addresses, if the profile has none. */
  readonly emails?: string | undefined;
  readonly jwks?: string | undefined;
  /** SAML: the single logout service. */
  readonly logout?: string | undefined;
  /** SAML: the artifact resolution service. */
  readonly artifacts?: string | undefined;
  /** What ID tokens have as `iss`, and SAML messages as Issuer: any of these; empty: any issuer. */
  readonly issuers: readonly string[];
}

type Config = IdentityProvider['config'];

const trimSlash = (url: string): string => url.replace(/\/+$/, '');

/** What the setting lists, separated by commas. */
export function listIssuers({ issuer }: Config): readonly string[] {
  return (issuer ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function readConfig(config: Config): ProviderEndpoints {
  return {
    authorization: config['authorizationUrl'],
    token: config['tokenUrl'],
    userinfo: config['userInfoUrl'],
    jwks: config['jwksUrl'],
    logout: config['logoutUrl'],
    issuers: listIssuers(config),
  };
}

function readSamlConfig(config: Config): ProviderEndpoints {
  const { idpEntityId } = config;
  return {
    authorization: config['singleSignOnServiceUrl'],
    logout: config['singleLogoutServiceUrl'],
    artifacts: config['artifactResolutionServiceUrl'],
    issuers: idpEntityId === undefined ? [] : [idpEntityId],
  };
}

/** Networks, by type of provider. */
const NETWORKS: Readonly<Record<string, (config: Config) => ProviderEndpoints>> = {
  google: () => ({
    authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    userinfo: 'https://openidconnect.googleapis.com/v1/userinfo',
    jwks: 'https://www.googleapis.com/oauth2/v3/certs',
    issuers: ['https://accounts.google.com'],
  }),
  github: (config) => {
    const site = trimSlash(config['baseUrl'] ?? 'https://github.com');
    const api = trimSlash(config['apiUrl'] ?? 'https://api.github.com');
    return {
      authorization: `${site}/login/oauth/authorize`,
      token: `${site}/login/oauth/access_token`,
      userinfo: `${api}/user`,
      emails: `${api}/user/emails`,
      issuers: [],
    };
  },
  microsoft: (config) => {
    const tenant = `https://login.microsoftonline.com/${encodeURIComponent(config['tenantId'] ?? 'common')}`;
    return {
      authorization: `${tenant}/oauth2/v2.0/authorize`,
      token: `${tenant}/oauth2/v2.0/token`,
      userinfo: 'https://graph.microsoft.com/v1.0/me/',
      issuers: [],
    };
  },
  facebook: (config) => {
    const fields = ['id,name,email,first_name,last_name', config['fetchedFields'] ?? []].flat().join();
    return {
      authorization: 'https://graph.facebook.com/oauth/authorize',
      token: 'https://graph.facebook.com/oauth/access_token',
      userinfo: `https://graph.facebook.com/me?fields=${fields}`,
      issuers: [],
    };
  },
  gitlab: () => ({
    authorization: 'https://gitlab.com/oauth/authorize',
    token: 'https://gitlab.com/oauth/token',
    userinfo: 'https://gitlab.com/api/v4/user',
    jwks: 'https://gitlab.com/oauth/discovery/keys',
    issuers: ['https://gitlab.com'],
  }),
  'linkedin-openid-connect': () => ({
    authorization: 'https://www.linkedin.com/oauth/v2/authorization',
    token: 'https://www.linkedin.com/oauth/v2/accessToken',
    userinfo: 'https://api.linkedin.com/v2/userinfo',
    jwks: 'https://www.linkedin.com/oauth/openid/jwks',
    issuers: ['https://www.linkedin.com/oauth'],
  }),
};

/** Whether the provider is a network with addresses of its own. */
export function isNetwork({ type }: Pick<IdentityProvider, 'type'>): boolean {
  return Object.hasOwn(NETWORKS, type);
}

/**
 * `baseUrl`: where browsers reach this server. Choice: `${authBaseUrl}` in an address is replaced by it, as in addresses of
 * clients, so that a realm file can name a realm of the same server as the provider (docs/identity-providers.md).
 */
export function endpointsOf(provider: IdentityProvider, baseUrl: string): ProviderEndpoints {
  const { type } = provider;
  const config = withBaseUrl(provider.config, baseUrl);
  if (type === 'saml') return readSamlConfig(config);
  return (Object.hasOwn(NETWORKS, type) ? NETWORKS[type] : undefined)?.(config) ?? readConfig(config);
}

function withBaseUrl(config: Config, baseUrl: string): Config {
  const filled = Object.entries(config).map(
    ([name, value]) => [name, fillInBaseUrl(value, baseUrl)] as const,
  );
  return Object.fromEntries(filled);
}

type Base = { readonly baseUrl: string; readonly realm: { readonly name: string } };

/** `{base}/realms/{realm}/broker/{alias}/endpoint`: where this realm receives the answers of the provider. */
export function brokerEndpointUrl(
  { baseUrl, realm }: Base,
  { alias }: Pick<IdentityProvider, 'alias'>,
): string {
  return `${baseUrl}/realms/${encodeURIComponent(realm.name)}/broker/${encodeURIComponent(alias)}/endpoint`;
}

/** `{endpoint}/clients/{name}`: where this realm receives responses of sign-ins that begin at a SAML provider. */
export function unsolicitedEndpointUrl(
  base: Base,
  provider: Pick<IdentityProvider, 'alias'>,
  name: string,
): string {
  return `${brokerEndpointUrl(base, provider)}/clients/${encodeURIComponent(name)}`;
}
