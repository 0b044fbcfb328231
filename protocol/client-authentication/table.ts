// The table of client authentication methods.
import { selfSignedTlsClientAuth, tlsClientAuth } from './client-certificate.ts';
import { clientSecret } from './client-secret.ts';
import { clientSecretJwt } from './client-secret-jwt.ts';
import type { ClientAuthenticationMethod } from './method.ts';
import { privateKeyJwt } from './private-key-jwt.ts';

/** Methods by their name in `token_endpoint_auth_methods_supported`. RFC 8414 §2. */
export const CLIENT_AUTHENTICATION_METHODS: Readonly<Record<string, ClientAuthenticationMethod>> = {
  private_key_jwt: privateKeyJwt,
  client_secret_basic: clientSecret,
  client_secret_post: clientSecret,
  client_secret_jwt: clientSecretJwt,
  tls_client_auth: tlsClientAuth,
  self_signed_tls_client_auth: selfSignedTlsClientAuth,
};

export function findMethod(name: string): ClientAuthenticationMethod | undefined {
  return Object.hasOwn(CLIENT_AUTHENTICATION_METHODS, name) ? CLIENT_AUTHENTICATION_METHODS[name] : undefined;
}
