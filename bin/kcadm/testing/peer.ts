// A server for tests of the command: answers as a table says, and remembers what it was asked.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface PeerRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface PeerAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** Answers by `METHOD /path?query`; anything else is 404. */
export type PeerTable = Readonly<Record<string, PeerAnswer | undefined>>;

export interface Peer {
  readonly url: string;
  readonly requests: readonly PeerRequest[];
  /** `METHOD /path` of each request. */
  lines(): readonly string[];
  /** Replaces the answers and forgets the requests. */
  answer(table: PeerTable): void;
  stop(): void;
}

export async function startPeer(): Promise<Peer> {
  let answers: PeerTable = {};
  const requests: PeerRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      requests.push({ method, path, headers, body: Buffer.concat(chunks).toString('utf8') });
      const { status, body, headers: more = {} } = answers[`${method} ${path}`] ?? { status: 404 };
      const isJson = typeof body !== 'string' && body !== undefined;
      response.writeHead(status, { ...(isJson ? { 'Content-Type': 'application/json' } : {}), ...more });
      response.end(isJson ? JSON.stringify(body) : (body as string | undefined));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    lines: () => requests.map(({ method, path }) => `${method} ${path}`),
    answer(table) {
      answers = table;
      requests.length = 0;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
