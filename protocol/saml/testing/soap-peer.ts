// A service provider's server for tests, which answers the requests of the server under test.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { parseEnvelope, renderEnvelope } from '../messages/soap.ts';

export interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface SoapPeer {
  readonly url: string;
  /** In order of arrival. */
  readonly received: readonly ReceivedPost[];
  /** The message in the newest envelope. */
  message(): XmlElement;
  stop(): Promise<void>;
}

/**
 * A text is sent in an envelope with status 200, a number is a status without a body, undefined sends
 * nothing.
 */
export type PeerAnswer = (post: ReceivedPost) => string | number | undefined | Promise<string | number>;

export async function startSoapPeer(answer: PeerAnswer): Promise<SoapPeer> {
  const received: ReceivedPost[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const post = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    received.push(post);
    const reply = await answer(post);
    if (reply === undefined) return;
    if (typeof reply === 'number') response.writeHead(reply, { location: '/elsewhere' }).end();
    else response.writeHead(200, { 'content-type': 'text/xml' }).end(renderEnvelope({ body: reply }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    message() {
      const newest = received.at(-1);
      if (newest === undefined) throw new TypeError('nothing came');
      return parseEnvelope(newest.body);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
