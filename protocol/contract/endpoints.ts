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
