// A client's callback, for tests in which the browser must arrive at a page.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page on a free loopback port. */
export interface CallbackPage {
  readonly url: string;
  close(): void;
}

/** Starts the page. The demo realm's clients accept any loopback port. */
export async function startCallbackPage(): Promise<CallbackPage> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>called back</title><h1>called back</h1>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
