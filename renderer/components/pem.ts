// PEM encoding of keys and certificates.

/** PEM of a DER in base64. RFC 7468 §2. */
export function pem(kind: 'CERTIFICATE' | 'PUBLIC KEY' | 'PRIVATE KEY', base64: string): string {
  return `-----BEGIN ${kind}-----\n${base64.replace(/(.{64})/g, '$1\n').trimEnd()}\n-----END ${kind}-----\n`;
}
