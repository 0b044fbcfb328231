// What a TLS server proves itself with: a certificate and key as PEM, or a key store.
import type { SecureContextOptions } from 'node:tls';
import type { TlsCredentials } from './development-certificate.ts';
import type { KeyStore } from './key-store.ts';

export type ServerCredentials = TlsCredentials | KeyStore;

/** The options of a TLS server. */
export function certificateOptions(credentials: ServerCredentials): SecureContextOptions {
  return 'pfx' in credentials
    ? { pfx: credentials.pfx, passphrase: credentials.passphrase }
    : { cert: credentials.certificate, key: credentials.key };
}
