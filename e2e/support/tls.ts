// HTTPS calls for openid-client: trusts the server's own certificate and sends the client's.
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import type * as oidc from 'openid-client';
import { ROOT } from './server.ts';

/** A certificate with its private key, both PEM. */
export interface ClientIdentity {
  readonly cert: string;
  readonly key: string;
}

const readKey = (name: string): string =>
  readFileSync(join(ROOT, 'fixtures/keys', `demo-tls.${name}.pem`), 'utf8');

/** The certificate of the demo realm's client `demo-tls`. */
export const DEMO_IDENTITY: ClientIdentity = { cert: readKey('certificate'), key: readKey('private') };

/** A `fetch` that trusts the certificate in a server's data directory and sends the client's, if any. */
export function fetchOverTls(dataDir: string, shows: ClientIdentity | undefined): oidc.CustomFetch {
  const ca = readFileSync(join(dataDir, 'https', 'certificate.pem'), 'utf8');
  return (url, { method, headers, body }) =>
    new Promise((done, failed) => {
      const outgoing = request(url, { method, headers, ca, agent: false, ...shows }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const { statusCode: status = 0 } = incoming;
          const fields = Object.entries(incoming.headersDistinct).map(([name, values]) => [
            name,
            `${values}`,
          ]);
          done(new Response(Buffer.concat(chunks), { status, headers: Object.fromEntries(fields) }));
        });
      });
      outgoing.on('error', failed);
      outgoing.end(body === undefined || body === null ? undefined : String(body));
    });
}
