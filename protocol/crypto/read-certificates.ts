// Reads certificates from settings: PEM, or base64-encoded DER as in realm files.
import { type KeyObject, X509Certificate } from 'node:crypto';
import { signatureKind } from './xml-signature.ts';

const ARMOUR = /-----BEGIN [A-Z0-9 ]+-----|-----END [A-Z0-9 ]+-----/;
/** More than anyone needs during a key rollover. */
const MAX_CERTIFICATES = 10;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** A setting that does not contain valid certificates; `reason` is safe to send. */
export class CertificateError extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'CertificateError';
    this.reason = reason;
  }
}

function readOne(base64: string): X509Certificate {
  const compact = base64.replaceAll(/\s/g, '');
  if (!BASE64.test(compact)) throw new CertificateError('it is neither PEM nor base64');
  try {
    return new X509Certificate(Buffer.from(compact, 'base64'));
  } catch (cause) {
    throw new CertificateError('the base64 is not the DER of an X.509 certificate', { cause });
  }
}

/**
 * Parses a setting such as `saml.signing.certificate`: PEM blocks, or base64-encoded DER. RFC 7468 §5.
 * Choice: several certificates are accepted, as consecutive PEM blocks or as base64 separated by commas, for
 * the key rollover of a service provider (docs/differences-to-keycloak.md, "Attributes of SAML clients").
 * @throws {CertificateError} when a part is not a certificate, or there are more than ten.
 */
export function readCertificates(text: string): readonly X509Certificate[] {
  if (text.includes('PRIVATE KEY-----'))
    throw new CertificateError('it contains a private key; give the certificate alone');
  const parts = text.split(ARMOUR).flatMap((part) => part.split(','));
  const texts = parts.map((part) => part.trim()).filter((part) => part !== '');
  if (texts.length > MAX_CERTIFICATES)
    throw new CertificateError(`there are more than ${MAX_CERTIFICATES} certificates`);
  return texts.map(readOne);
}

/** Undefined for a key type that this runtime does not support. */
function keyOf(certificate: X509Certificate): KeyObject | undefined {
  try {
    return certificate.publicKey;
  } catch {
    return undefined;
  }
}

/** Whether it has an RSA key, the only type supported for encrypting assertions. */
export function isRsaCertificate(certificate: X509Certificate): boolean {
  return keyOf(certificate)?.asymmetricKeyType === 'rsa';
}

/** The key for verifying XML and query signatures; undefined when its type is not supported. */
export function verificationKeyOf(certificate: X509Certificate): KeyObject | undefined {
  const key = keyOf(certificate);
  return key === undefined || signatureKind(key) === undefined ? undefined : key;
}

/** Base64-encoded DER, as in realm files and XML. */
export function certificateText(certificate: X509Certificate): string {
  return certificate.raw.toString('base64');
}

/** PEM with lines of 64 characters. RFC 7468 §2. */
export function pemOf(label: 'CERTIFICATE' | 'PRIVATE KEY', base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
