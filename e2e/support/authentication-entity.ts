// The tests' own authentication entity: receives delegations over HTTP and reports results to the callback.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The option that sets an authentication entity. */
export const ENTITY_OPTION = '--spi-ciba-auth-channel-ciba-http-auth-channel-http-authentication-channel-uri';

/** A received delegation. */
export interface Delegation {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  /** The bearer token. */
  readonly token: string;
}

export interface AuthenticationEntity {
  readonly url: string;
  readonly delegations: readonly Delegation[];
  /** Sets the response from now on: a status, or none at all. */
  respond(with_: number | 'never'): void;
  close(): void;
}

async function readDelegation(request: IncomingMessage): Promise<Delegation> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { method = '', url = '', headers } = request;
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  return { method, path: url, headers, body: JSON.parse(text) as Record<string, unknown>, token };
}

/** Starts the entity on a free loopback port; it answers 201. */
export async function startAuthenticationEntity(): Promise<AuthenticationEntity> {
  const delegations: Delegation[] = [];
  let answer: number | 'never' = 201;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    delegations.push(await readDelegation(request));
    if (answer === 'never') return;
    if (answer >= 300 && answer < 400) response.setHeader('location', '/elsewhere');
    response.statusCode = answer;
    response.end();
  };
  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/delegations`,
    delegations,
    respond: (next) => {
      answer = next;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Reports a result to the server (service description §4.3). */
export function report(serverUrl: string, token: string | undefined, body: unknown): Promise<Response> {
  return fetch(`${serverUrl}/realms/demo/protocol/openid-connect/ext/ciba/auth/callback`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
