// A self-signed X.509 certificate for a key pair, written as DER: node:crypto reads certificates but makes none.
import { type KeyObject, randomBytes, sign } from 'node:crypto';

/** What stands in the certificate. Instants in milliseconds. */
export interface CertificateRequest {
  readonly commonName: string;
  readonly publicKey: KeyObject;
  /** RSA or EC; signs with SHA-256. */
  readonly privateKey: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const TAG = {
  integer: 0x02,
  bitString: 0x03,
  null: 0x05,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
};

/** Object identifiers as DER contents: commonName, sha256WithRSAEncryption, ecdsa-with-SHA256. */
const OID = { commonName: '550403', rsaSha256: '2a864886f70d01010b', ecdsaSha256: '2a8648ce3d040302' };

/** One DER element (X.690 §8.1): tag, length, contents. */
function element(tag: number, ...contents: readonly Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.from(
    body.length.toString(16).padStart(body.length > 0xffff ? 6 : body.length > 0xff ? 4 : 2, '0'),
    'hex',
  );
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body]);
}

const oid = (hex: string): Buffer => element(TAG.oid, Buffer.from(hex, 'hex'));

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

/** The certificate as base64 of its DER, as realm files and JWKS carry it (RFC 5280 §4.1, RFC 7517 §4.7). */
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
  const body = element(
    TAG.sequence,
    element(TAG.version, element(TAG.integer, Buffer.from([2]))),
    serialNumber(),
    algorithm,
    name,
    element(TAG.sequence, time(request.notBefore), time(request.notAfter)),
    name,
    request.publicKey.export({ type: 'spki', format: 'der' }),
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
