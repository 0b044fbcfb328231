// For tests: an application with its own port that is notified of logouts.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to the application. */
export interface ReceivedCall {
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: string;
  /** The form field `logout_token`; empty if missing. */
  readonly logoutToken: string;
}

export interface TestApplication {
  readonly url: string;
  /** In order of arrival. */
  readonly received: readonly ReceivedCall[];
  stop(): Promise<void>;
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Behavior by path: `/200`, `/500` etc. answer with that status, `/never` does not answer, `/closed` closes
 * the connection, `/endless` starts a response and never ends it.
 */
function behave(path: string, response: ServerResponse): void {
  if (path.startsWith('/never')) return;
  if (path.startsWith('/closed')) {
    response.destroy();
    return;
  }
  if (path.startsWith('/endless')) {
    response.writeHead(200).write('.');
    return;
  }
  const status = Number(/^\/(\d{3})/.exec(path)?.[1] ?? 200);
  const headers =
    status === 302
      ? { location: '/200/after-redirect' }
      : status >= 400
        ? { 'content-type': 'application/json' }
        : {};
  response.writeHead(status, headers);
  response.end(status >= 400 ? '{"error":"invalid_request","error_description":"not mine"}' : undefined);
}

export async function startTestApplication(): Promise<TestApplication> {
  const received: ReceivedCall[] = [];
  const server: Server = createServer(async (request, response) => {
    const body = await readText(request);
    const path = request.url ?? '';
    const logoutToken = new URLSearchParams(body).get('logout_token') ?? '';
    received.push({ path, contentType: request.headers['content-type'], body, logoutToken });
    behave(path, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
