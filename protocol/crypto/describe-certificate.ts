// What a certificate says, for people who compare it with another.
import type { X509Certificate } from 'node:crypto';
import type { CertificateWire } from '#protocol/contract/admin-api.ts';
import { certificateText } from './read-certificates.ts';

/** `RSA 2048`, `EC prime256v1`; the bare type for others. */
function describeKey(certificate: X509Certificate): string {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    const type = (asymmetricKeyType ?? 'unknown').toUpperCase();
    const size = asymmetricKeyDetails?.modulusLength ?? asymmetricKeyDetails?.namedCurve;
    return size === undefined ? type : `${type} ${size}`;
  } catch {
    // A kind of key that this runtime does not know.
    return 'unknown';
  }
}

/** Names are on one line, parts separated by commas; instants are milliseconds. RFC 5280 §4.1. */
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
