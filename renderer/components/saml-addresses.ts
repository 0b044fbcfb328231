// A realm's SAML endpoints.

/** URLs for the configuration of service providers. */
export interface SamlAddresses {
  readonly metadataUrl: string;
  /** SSO and logout, for all bindings. */
  readonly serviceUrl: string;
  readonly resolveUrl: string;
}

/** The SAML URLs of the realm with this issuer. */
export function samlAddresses(issuer: string): SamlAddresses {
  const serviceUrl = `${issuer}/protocol/saml`;
  return { serviceUrl, metadataUrl: `${serviceUrl}/descriptor`, resolveUrl: `${serviceUrl}/resolve` };
}
