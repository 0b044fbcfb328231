// Formats of settings that only the server can check: certificates and keys.
import { createPrivateKey, type X509Certificate } from 'node:crypto';
import type { FormatFaults } from '#protocol/contract/settings/check-text.ts';
import {
  CertificateError,
  isRsaCertificate,
  readCertificates,
  verificationKeyOf,
} from '#protocol/crypto/read-certificates.ts';

type Rule = (value: string) => string | undefined;

function certificateFor(fits: (certificate: X509Certificate) => boolean, kind: string): Rule {
  return (value) => {
    try {
      const certificates = readCertificates(value);
      if (certificates.length === 0) return 'must be an X.509 certificate';
      return certificates.every(fits) ? undefined : `must be the certificate of ${kind}`;
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error;
      return `must be an X.509 certificate as PEM, or the base64 of its DER: ${error.reason}`;
    }
  };
}

const isSigningCertificate = certificateFor(
  (certificate) => verificationKeyOf(certificate) !== undefined,
  'an RSA key, or of an EC key on the curve P-256, P-384 or P-521',
);
const isEncryptionCertificate = certificateFor(isRsaCertificate, 'an RSA key');

const isPrivateKey: Rule = (value) => {
  const base64 = value.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const form = 'must be an RSA private key as PEM, or the base64 of its DER (PKCS#8), without a password';
  for (const type of ['pkcs8', 'pkcs1'] as const) {
    try {
      const key = createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type });
      return key.asymmetricKeyType === 'rsa' ? undefined : form;
    } catch {
      // Not of this type; try the next one.
    }
  }
  return form;
};

const isIdentifier: Rule = (value) =>
  Buffer.from(value, 'base64').length === 20
    ? undefined
    : 'must be the base64 of the 20 bytes that identify the client in artifacts; leave it out to have it computed';

/** Validators by format, for `checkValue`. */
export const SERVER_FORMATS: FormatFaults = {
  'signing-certificate': isSigningCertificate,
  'encryption-certificate': isEncryptionCertificate,
  'private-key': isPrivateKey,
  'artifact-identifier': isIdentifier,
};
