// Generates an RSA key pair with a self-signed certificate, for a service provider to sign and decrypt with.
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { createCertificate } from './certificate.ts';

const MODULUS_BITS = 2048;
const CERTIFICATE_YEARS = 10;
const generatePair = promisify(generateKeyPair);

/** Both base64-encoded DER: PKCS#8 and X.509. */
export interface CertifiedKeyPair {
  readonly privateKey: string;
  readonly certificate: string;
}

/** RSA 2048, generated on the thread pool; the certificate is valid for ten years from `now` (epoch ms). */
export async function createCertifiedKeyPair(commonName: string, now: number): Promise<CertifiedKeyPair> {
  const pair = await generatePair('rsa', { modulusLength: MODULUS_BITS });
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + CERTIFICATE_YEARS);
  return {
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    certificate: createCertificate({ commonName, ...pair, notBefore: new Date(now), notAfter }),
  };
}
