// Test support: generates certificates, and sends requests over TLS that can present one.
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import { createCertificate } from '#protocol/crypto/certificate.ts';

export interface TestCertificate {
  /** PEM. */
  readonly certificate: string;
  /** PEM. */
  readonly key: string;
  readonly read: X509Certificate;
}

const NOT_BEFORE = new Date('2020-01-01T00:00:00Z');
const NOT_AFTER = new Date('2049-01-01T00:00:00Z');

/** Creates a self-signed certificate; with `serverNames` it is a server certificate. */
export function createTestCertificate(commonName: string, serverNames?: readonly string[]): TestCertificate {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const base64 = createCertificate({
    commonName,
    ...pair,
    notBefore: NOT_BEFORE,
    notAfter: NOT_AFTER,
    ...(serverNames === undefined ? {} : { serverNames }),
  });
  const read = new X509Certificate(Buffer.from(base64, 'base64'));
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { certificate: read.toString(), key, read };
}

export interface TlsAnswer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

export interface TlsCall {
  /** PEM of the server's certificate; absent: any server is trusted. */
  readonly ca?: string;
  readonly shows?: TestCertificate;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request on a new connection. */
export function callOverTls(url: string, call: TlsCall = {}): Promise<TlsAnswer> {
  const { ca, shows, form, headers } = call;
  const body = form === undefined ? undefined : new URLSearchParams(form).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: body === undefined ? 'GET' : 'POST',
        agent: false,
        rejectUnauthorized: ca !== undefined,
        ...(ca === undefined ? {} : { ca }),
        ...(shows === undefined ? {} : { cert: shows.certificate, key: shows.key }),
        headers: { ...(body === undefined ? {} : type), ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
