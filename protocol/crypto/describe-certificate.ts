// Describes a certificate for display and comparison.
import type { X509Certificate } from 'node:crypto';
import type { CertificateWire } from '#protocol/contract/admin-api.ts';
import { certificateText } from './read-certificates.ts';

/** `RSA 2048`, `EC prime256v1`; only the type for other keys. */
function describeKey(certificate: X509Certificate): string {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    const type = (asymmetricKeyType ?? 'unknown').toUpperCase();
    const size = asymmetricKeyDetails?.modulusLength ?? asymmetricKeyDetails?.namedCurve;
    return size === undefined ? type : `${type} ${size}`;
  } catch {
    // A key type that this runtime does not support.
    return 'unknown';
  }
}

/** Names are on one line, separated by commas; times are milliseconds since the epoch. RFC 5280 §4.1. */
export function describeCertificate(certificate: X509Certificate): CertificateWire {
  const onOneLine = (name: string): string => name.split('\n').join(', ');
  return {
    subject: onOneLine(certificate.subject),
    issuer: onOneLine(certificate.issuer),
    serialNumber: certificate.serialNumber,
    validFrom: Date.parse(certificate.validFrom),
    validTo: Date.parse(certificate.validTo),
    key: describeKey(certificate),
    fingerprint: certificate.fingerprint256,
    certificate: certificateText(certificate),
  };
}
