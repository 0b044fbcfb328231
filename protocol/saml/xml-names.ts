// Namespaces and URNs of SAML 2.0.

/** SAML Core §1.1, SAML Metadata §1.1. */
export const NAMESPACES = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
  schema: 'http://www.w3.org/2001/XMLSchema',
  schemaInstance: 'http://www.w3.org/2001/XMLSchema-instance',
  soap: 'http://schemas.xmlsoap.org/soap/envelope/',
  ecp: 'urn:oasis:names:tc:SAML:2.0:profiles:SSO:ecp',
  keyHint: 'urn:keycloak:ext:key:1.0',
} as const;

/** As in `ProtocolBinding` and metadata. SAML Bindings §3. */
export const BINDING_URNS = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  artifact: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact',
  soap: 'urn:oasis:names:tc:SAML:2.0:bindings:SOAP',
  paos: 'urn:oasis:names:tc:SAML:2.0:bindings:PAOS',
} as const;

/** Supported name identifier formats. SAML Core §8.3. */
export const NAME_ID_FORMATS = {
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
} as const;

/** SAML Core §8.2. */
export const ATTRIBUTE_NAME_FORMATS = {
  basic: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
  uri: 'urn:oasis:names:tc:SAML:2.0:attrname-format:uri',
  unspecified: 'urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified',
} as const;

/** Authentication context classes that are known without a map. SAML Authentication Context §3.4. */
export const AUTHN_CONTEXT_CLASSES = {
  unspecified: 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
  password: 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
  passwordProtectedTransport: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
} as const;

/** The bearer of the assertion is its subject. SAML Profiles §3.3. */
export const BEARER_CONFIRMATION = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** Prefix of status codes. SAML Core §3.2.2.2. */
export const STATUS_PREFIX = 'urn:oasis:names:tc:SAML:2.0:status:';

/** The only supported version. SAML Core §3.2.1. */
export const SAML_VERSION = '2.0';
