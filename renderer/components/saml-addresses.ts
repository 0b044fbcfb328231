// Where a realm is reached by SAML.

/** Addresses that service providers ask for. */
export interface SamlAddresses {
  readonly metadataUrl: string;
  /** Sign-on and logout, whatever the binding. */
  readonly serviceUrl: string;
  readonly resolveUrl: string;
}

/** The addresses of the realm with this issuer. */
export function samlAddresses(issuer: string): SamlAddresses {
  const serviceUrl = `${issuer}/protocol/saml`;
  return { serviceUrl, metadataUrl: `${serviceUrl}/descriptor`, resolveUrl: `${serviceUrl}/resolve` };
}
