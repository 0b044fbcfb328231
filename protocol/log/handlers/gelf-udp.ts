// GELF over UDP: one connected socket, so that a closed port of the receiver is noticed; every message compressed.
import { createSocket, type Socket } from 'node:dgram';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { type Clock, systemClock } from '#protocol/clock.ts';
import { findAddresses, type HostAddress, type Lookup, lookupHost } from './gelf-addresses.ts';
import { MOST_CHUNKS, toDatagrams } from './gelf-chunks.ts';
import type { GelfEndpoint } from './gelf-endpoint.ts';
import { type GelfMessage, renderGelfMessage } from './gelf-message.ts';
import { type GelfConnection, type GelfTransport, UnsendableMessageError } from './gelf-sender.ts';
import { shortenMessage } from './gelf-shorten.ts';

/** Less memory than zlib's default: messages are short, and setting it up is what compressing one costs. */
const SMALL = { memLevel: 4, windowBits: 11, chunkSize: 4096 } as const;
/** Up to this many characters compressing takes less time than a thread needs to start on it. */
const SMALL_CHARS = 8192;
/** Attempts to estimate what fits, before the size is reckoned without compression; and attempts in all. */
const ESTIMATES = 3;
const ATTEMPTS = 6;
/** How long a refusal of the receiver's machine takes at most. */
const PROBE_MS = 200;

const compress = promisify(gzip);

/**
 * Datagrams of a message: compressed, in chunks where it has more than `maxBytes`, shortened where 128 chunks are not enough.
 * GELF 1.1, chunking. @throws {UnsendableMessageError} when not even its shortest form fits.
 */
export async function packMessage(message: GelfMessage, maxBytes: number): Promise<Buffer[]> {
  const mostBytes = maxBytes * MOST_CHUNKS;
  let surplus = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const text = renderGelfMessage(surplus === 0 ? message : shortenMessage(message, surplus));
    const packed = text.length <= SMALL_CHARS ? gzipSync(text, SMALL) : await compress(text);
    const datagrams = toDatagrams(packed, maxBytes);
    if (datagrams !== undefined) return datagrams;
    const bytes = Buffer.byteLength(text);
    // What cannot be compressed grows a little.
    const target = attempt < ESTIMATES ? (bytes * mostBytes * 0.9) / packed.length : mostBytes * 0.99 - 64;
    surplus += Math.ceil(bytes - Math.min(target, bytes - 1));
  }
  throw new UnsendableMessageError('a message does not fit into 128 datagrams of log-gelf-max-message-size');
}

/** A transport that sends compressed messages in datagrams of at most `maxBytes` of payload. */
export function createUdpTransport(
  endpoint: GelfEndpoint,
  maxBytes: number,
  deps: { readonly lookup?: Lookup; readonly clock?: Clock } = {},
): GelfTransport {
  const clock = deps.clock ?? systemClock;
  // A host with several addresses is tried at the next one after each failure.
  let failures = 0;
  return {
    probeMs: PROBE_MS,
    async open(lost) {
      try {
        const addresses = await findAddresses(endpoint.host, deps.lookup ?? lookupHost);
        const address = addresses[failures % addresses.length] ?? addresses[0];
        const socket = await connect(address, endpoint.port);
        return createConnection(socket, maxBytes, clock, (error, lostMessages) => {
          failures += 1;
          lost(error, lostMessages);
        });
      } catch (error) {
        failures += 1;
        throw error;
      }
    },
  };
}

function connect({ address, family }: HostAddress, port: number): Promise<Socket> {
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  socket.unref();
  return new Promise((done, failed) => {
    socket.once('error', failed);
    socket.connect(port, address, () => {
      socket.off('error', failed);
      done(socket);
    });
  });
}

function createConnection(
  socket: Socket,
  maxBytes: number,
  clock: Clock,
  lost: (error: Error, lostMessages: number) => void,
): GelfConnection {
  const openedAt = clock.now();
  let sent = 0;
  let gone = false;
  const lose = (error: NodeJS.ErrnoException): void => {
    if (gone) return;
    // A refusal answers an earlier datagram; on a new connection nobody has got any of them.
    const refused = error.code === 'ECONNREFUSED';
    const isNew = clock.now() - openedAt < PROBE_MS;
    lost(error, refused ? Math.min(sent, isNew ? sent : 1) : 0);
  };
  const drop = (): void => {
    if (gone) return;
    gone = true;
    socket.close();
  };
  const sendDatagram = (datagram: Buffer): Promise<void> =>
    new Promise((done, failed) => {
      if (gone) return failed(new Error('the socket is closed'));
      socket.send(datagram, (error: NodeJS.ErrnoException | null) => {
        if (error === null || error === undefined) return done();
        if (error.code === 'EMSGSIZE') return failed(new UnsendableMessageError(TOO_LARGE, { cause: error }));
        lose(error);
        failed(error);
      });
    });
  socket.on('error', lose);
  return {
    async send(message) {
      await Promise.all((await packMessage(message, maxBytes)).map(sendDatagram));
      sent += 1;
    },
    end: async () => drop(),
    destroy: drop,
  };
}

const TOO_LARGE = 'this machine sends no datagrams of this size; set a lower log-gelf-max-message-size';
