// Names of the endpoints that applications and browsers call, as faults, holds and Activity use them.

/**
 * `authorization` is the request that starts a sign-in, not the sign-in pages. `device` and `ciba` are the
 * requests of the consumption device. `saml` is everything below `/protocol/saml`, metadata included.
 */
export const ENDPOINT_NAMES = [
  'authorization',
  'token',
  'userinfo',
  'introspection',
  'revocation',
  'keys',
  'discovery',
  'logout',
  'device',
  'ciba',
  'par',
  'saml',
  'registry',
] as const;

export type EndpointName = (typeof ENDPOINT_NAMES)[number];

/** The requests of each endpoint, as the window names them. */
export const ENDPOINT_REQUESTS: Readonly<Record<EndpointName, string>> = {
  authorization: 'Authorization requests',
  token: 'Token requests',
  userinfo: 'Userinfo requests',
  introspection: 'Introspection requests',
  revocation: 'Revocation requests',
  keys: 'Requests for the realm’s keys',
  discovery: 'Requests for the discovery document',
  logout: 'Logout requests',
  device: 'Device authorization requests',
  ciba: 'CIBA authentication requests',
  par: 'Pushed authorization requests',
  saml: 'SAML requests',
  registry: 'Registry token requests',
};
