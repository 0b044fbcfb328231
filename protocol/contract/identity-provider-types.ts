// The types of identity providers that Keycloak has, by provider ID.

export interface ProviderType {
  readonly name: string;
  /** Protocols can be used for any provider; the others are social networks with addresses of their own. */
  readonly isProtocol?: true;
  /** People can sign in with it here. */
  readonly isSupported?: true;
}

export const IDENTITY_PROVIDER_TYPES: Readonly<Record<string, ProviderType>> = {
  oidc: { name: 'OpenID Connect v1.0', isProtocol: true, isSupported: true },
  'keycloak-oidc': { name: 'Keycloak OpenID Connect', isProtocol: true, isSupported: true },
  saml: { name: 'SAML v2.0', isProtocol: true, isSupported: true },
  oauth2: { name: 'OAuth v2', isProtocol: true, isSupported: true },
  bitbucket: { name: 'BitBucket' },
  facebook: { name: 'Facebook', isSupported: true },
  github: { name: 'GitHub', isSupported: true },
  gitlab: { name: 'GitLab', isSupported: true },
  google: { name: 'Google', isSupported: true },
  instagram: { name: 'Instagram' },
  'linkedin-openid-connect': { name: 'LinkedIn', isSupported: true },
  microsoft: { name: 'Microsoft', isSupported: true },
  'openshift-v4': { name: 'Openshift v4' },
  paypal: { name: 'PayPal' },
  stackoverflow: { name: 'StackOverflow' },
  twitter: { name: 'Twitter' },
};

/** Largest description of a provider (discovery document, SAML metadata) that can be imported, in bytes. */
export const MAX_DESCRIPTION_BYTES: number = 1024 * 1024;

/** The type of a provider ID; undefined for one that Keycloak does not have. */
export function findProviderType(id: string): ProviderType | undefined {
  return Object.hasOwn(IDENTITY_PROVIDER_TYPES, id) ? IDENTITY_PROVIDER_TYPES[id] : undefined;
}
