// For tests: an application that the server notifies at its Admin URL or by back-channel logout.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJws } from '#protocol/crypto/jws.ts';

interface Notice {
  readonly path: string | undefined;
  /** Claims of the token in the body. */
  readonly claims: Readonly<Record<string, unknown>> | undefined;
}

export interface NotifiedApplication {
  /** `http://127.0.0.1:40001` */
  readonly url: string;
  /** In order of arrival. */
  readonly notices: Notice[];
  stop(): void;
}

/** It answers 204 to everything. */
export async function startNotifiedApplication(): Promise<NotifiedApplication> {
  const notices: Notice[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const token = new URLSearchParams(body).get('logout_token') ?? body;
      notices.push({ path: request.url, claims: decodeJws(token)?.claims });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    notices,
    stop: () => server.close(),
  };
}
