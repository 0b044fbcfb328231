// The table of client authentication methods.
import { selfSignedTlsClientAuth, tlsClientAuth } from './client-certificate.ts';
import { clientSecretBasic, clientSecretPost } from './client-secret.ts';
import { clientSecretJwt } from './client-secret-jwt.ts';
import type { ClientAuthenticationMethod } from './method.ts';
import { privateKeyJwt } from './private-key-jwt.ts';

export type ClientAuthenticationMethodName =
  | 'private_key_jwt'
  | 'client_secret_basic'
  | 'client_secret_post'
  | 'client_secret_jwt'
  | 'tls_client_auth'
  | 'self_signed_tls_client_auth';

/** Methods by their name in `token_endpoint_auth_methods_supported`. RFC 8414 §2. */
export const CLIENT_AUTHENTICATION_METHODS: Readonly<
  Record<ClientAuthenticationMethodName, ClientAuthenticationMethod>
> = {
  private_key_jwt: privateKeyJwt,
  client_secret_basic: clientSecretBasic,
  client_secret_post: clientSecretPost,
  client_secret_jwt: clientSecretJwt,
  tls_client_auth: tlsClientAuth,
  self_signed_tls_client_auth: selfSignedTlsClientAuth,
};

export function findMethod(name: string): ClientAuthenticationMethod | undefined {
  return Object.hasOwn(CLIENT_AUTHENTICATION_METHODS, name)
    ? CLIENT_AUTHENTICATION_METHODS[name as ClientAuthenticationMethodName]
    : undefined;
}
