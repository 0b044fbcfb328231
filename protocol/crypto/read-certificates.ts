// Certificates as settings carry them: PEM, or the base64 of the DER as realm files write it.
import { type KeyObject, X509Certificate } from 'node:crypto';
import { signatureKind } from './xml-signature.ts';

const ARMOUR = /-----BEGIN [A-Z0-9 ]+-----|-----END [A-Z0-9 ]+-----/;
/** More certificates than anybody needs while keys change. */
const MAX_CERTIFICATES = 10;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** A text that should hold certificates and does not; `reason` says why, and is safe to send. */
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
 * The certificates of a setting such as `saml.signing.certificate`: PEM blocks, or base64 of DER. Choice: several may stand there, PEM blocks one after
 * another or base64 with commas between, for the time in which a service provider changes its key (docs/differences-to-keycloak.md,
 * "Attributes of SAML clients").
 * @throws {CertificateError} when a part is no certificate, or there are more than ten. RFC 7468 §5.
 */
export function readCertificates(text: string): readonly X509Certificate[] {
  if (text.includes('PRIVATE KEY-----'))
    throw new CertificateError('it holds a private key; give the certificate alone');
  const parts = text.split(ARMOUR).flatMap((part) => part.split(','));
  const texts = parts.map((part) => part.trim()).filter((part) => part !== '');
  if (texts.length > MAX_CERTIFICATES)
    throw new CertificateError(`there are more than ${MAX_CERTIFICATES} certificates`);
  return texts.map(readOne);
}

/** The key of a certificate; undefined: of a kind that this runtime does not know, so none that it can use. */
function keyOf(certificate: X509Certificate): KeyObject | undefined {
  try {
    return certificate.publicKey;
  } catch {
    return undefined;
  }
}

/** Whether it is of an RSA key, the only kind that assertions are encrypted for here. */
export function isRsaCertificate(certificate: X509Certificate): boolean {
  return keyOf(certificate)?.asymmetricKeyType === 'rsa';
}

/** The key that signatures of XML and of queries are verified with; undefined: one that nothing here can be verified with. */
export function verificationKeyOf(certificate: X509Certificate): KeyObject | undefined {
  const key = keyOf(certificate);
  return key === undefined || signatureKind(key) === undefined ? undefined : key;
}

/** The base64 of the DER, without armour: how realm files and XML carry it. */
export function certificateText(certificate: X509Certificate): string {
  return certificate.raw.toString('base64');
}

/** PEM with lines of 64 characters. RFC 7468 §2. */
export function pemOf(label: 'CERTIFICATE' | 'PRIVATE KEY', base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
