// Creates self-signed X.509 certificates as DER, which node:crypto can read but not create.
import { type KeyObject, randomBytes, sign } from 'node:crypto';
import { serverExtensions } from './certificate-extensions.ts';
import { element, oid, TAG } from './der.ts';

/** Contents of the certificate. */
export interface CertificateRequest {
  readonly commonName: string;
  readonly publicKey: KeyObject;
  /** RSA or EC; signs with SHA-256. */
  readonly privateKey: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** DNS names and IP addresses of a TLS server; absent: the certificate only carries a key. */
  readonly serverNames?: readonly string[];
}

/** DER contents of object identifiers: commonName, sha256WithRSAEncryption, ecdsa-with-SHA256. */
const OID = { commonName: '550403', rsaSha256: '2a864886f70d01010b', ecdsaSha256: '2a8648ce3d040302' };

/** Dates until 2049 are UTCTime, later ones GeneralizedTime (RFC 5280 §4.1.2.5). */
function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  const late = date.getUTCFullYear() >= 2050;
  return element(
    late ? TAG.generalizedTime : TAG.utcTime,
    Buffer.from(late ? digits : digits.slice(2), 'ascii'),
  );
}

/** Positive, at most 16 bytes (RFC 5280 §4.1.2.2). */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return element(TAG.integer, bytes);
}

/** Base64 of the DER, as in realm files and JWKS (RFC 5280 §4.1, RFC 7517 §4.7). */
export function createCertificate(request: CertificateRequest): string {
  const rsa = request.privateKey.asymmetricKeyType === 'rsa';
  const algorithm = rsa
    ? element(TAG.sequence, oid(OID.rsaSha256), element(TAG.null))
    : element(TAG.sequence, oid(OID.ecdsaSha256));
  const commonName = element(
    TAG.sequence,
    oid(OID.commonName),
    element(TAG.utf8, Buffer.from(request.commonName, 'utf8')),
  );
  const name = element(TAG.sequence, element(TAG.set, commonName));
  const publicKey = request.publicKey.export({ type: 'spki', format: 'der' });
  const body = element(
    TAG.sequence,
    element(TAG.version, element(TAG.integer, Buffer.from([2]))),
    serialNumber(),
    algorithm,
    name,
    element(TAG.sequence, time(request.notBefore), time(request.notAfter)),
    name,
    publicKey,
    ...(request.serverNames === undefined ? [] : [serverExtensions(request.serverNames, publicKey)]),
  );
  const signature = sign('sha256', body, request.privateKey);
  const certificate = element(
    TAG.sequence,
    body,
    algorithm,
    element(TAG.bitString, Buffer.from([0]), signature),
  );
  return certificate.toString('base64');
}
