// GELF over UDP: messages are compressed and sent without confirmation. Known losses are counted.
import { createSocket, type Socket } from 'node:dgram';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { findAddresses, lookupHost } from './gelf-addresses.ts';
import { MAX_CHUNKS, toDatagrams } from './gelf-chunks.ts';
import type { GelfEndpoint } from './gelf-endpoint.ts';
import { type GelfMessage, renderGelfMessage } from './gelf-message.ts';
import { type GelfSender, type GelfSenderDeps, STOPPED, toError, withinASecond } from './gelf-sender.ts';
import { shortenMessage } from './gelf-shorten.ts';

/** Less memory than zlib's default: messages are short, so setup dominates the cost of compression. */
const SMALL = { memLevel: 4, windowBits: 11, chunkSize: 4096 } as const;
/** Up to this many characters, compressing synchronously is faster than starting a thread. */
const MAX_SYNC_CHARS = 8192;
/** Attempts with an estimated compression ratio, before assuming no compression; and total attempts. */
const ESTIMATES = 3;
const ATTEMPTS = 6;
/** Limit for messages waiting for compression or name resolution. */
const MAX_WAITING = 10_000;
/** Retry interval after a failure; messages in between are lost. */
const PAUSE_MS = 1000;

const compress = promisify(gzip);

/**
 * Compresses a message, splits it into chunks if it exceeds `maxBytes`, and shortens it if 128 chunks are not
 * enough. GELF 1.1, chunking.
 * @throws {Error} when not even its shortest form fits.
 */
export async function packMessage(message: GelfMessage, maxBytes: number): Promise<Buffer[]> {
  const mostBytes = maxBytes * MAX_CHUNKS;
  let surplus = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const text = renderGelfMessage(surplus === 0 ? message : shortenMessage(message, surplus));
    const packed = text.length <= MAX_SYNC_CHARS ? gzipSync(text, SMALL) : await compress(text);
    const datagrams = toDatagrams(packed, maxBytes);
    if (datagrams !== undefined) return datagrams;
    const bytes = Buffer.byteLength(text);
    // Incompressible data grows slightly.
    const target = attempt < ESTIMATES ? (bytes * mostBytes * 0.9) / packed.length : mostBytes * 0.99 - 64;
    surplus += Math.ceil(bytes - Math.min(target, bytes - 1));
  }
  throw new Error('a message does not fit into 128 datagrams of log-gelf-max-message-size');
}

/** Sends messages in order, in datagrams of at most `maxBytes` of payload. */
export class UdpSender implements GelfSender {
  readonly #endpoint: GelfEndpoint;
  readonly #maxBytes: number;
  readonly #deps: GelfSenderDeps;
  #socket: Socket | undefined;
  #failure: { readonly reason: string; readonly until: number } | undefined;
  /** Selects the next of several addresses after each failure. */
  #failures = 0;
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(endpoint: GelfEndpoint, maxBytes: number, deps: GelfSenderDeps) {
    this.#endpoint = endpoint;
    this.#maxBytes = maxBytes;
    this.#deps = deps;
  }

  send(message: GelfMessage): void {
    const { losses } = this.#deps;
    if (this.#closed) losses.add(1, 'the handler is closed');
    else if (this.#waiting === MAX_WAITING) losses.add(1, 'too many messages are queued');
    else {
      this.#waiting += 1;
      this.#last = this.#last.then(() => this.#deliver(message));
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await withinASecond(this.#last, this.#deps.scheduler);
    this.#deps.losses.add(this.#waiting, STOPPED);
    this.#waiting = 0;
    this.#drop();
    this.#deps.losses.flush();
  }

  async #deliver(message: GelfMessage): Promise<void> {
    // `close` has already counted it as lost.
    if (this.#waiting === 0) return;
    try {
      const datagrams = await packMessage(message, this.#maxBytes);
      const socket = this.#socket ?? (await this.#open());
      for (const datagram of datagrams) await sendDatagram(socket, datagram);
    } catch (error) {
      this.#deps.losses.add(1, toError(error).message);
    }
    this.#waiting = Math.max(0, this.#waiting - 1);
  }

  /** @throws when the receiver's name cannot be resolved, or could not be a moment ago. */
  async #open(): Promise<Socket> {
    const { clock, lookup = lookupHost } = this.#deps;
    if (this.#failure !== undefined && clock.now() < this.#failure.until)
      throw new Error(this.#failure.reason);
    try {
      const addresses = await findAddresses(this.#endpoint.host, lookup);
      const { address, family } = addresses[this.#failures % addresses.length] ?? addresses[0];
      const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
      socket.unref();
      // Connected, so that an ICMP refusal of an earlier datagram is reported.
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.connect(this.#endpoint.port, address, () => {
          socket.off('error', reject);
          resolve();
        });
      });
      socket.on('error', (error) => {
        this.#deps.losses.add(1, error.message);
        this.#fail(error);
      });
      this.#socket = socket;
      return socket;
    } catch (error) {
      this.#fail(toError(error));
      throw error;
    }
  }

  #fail({ message: reason }: Error): void {
    this.#failures += 1;
    this.#failure = { reason, until: this.#deps.clock.now() + PAUSE_MS };
    this.#drop();
  }

  #drop(): void {
    this.#socket?.close();
    this.#socket = undefined;
  }
}

const TOO_LARGE = 'this machine cannot send datagrams of this size; lower log-gelf-max-message-size';

function sendDatagram(socket: Socket, datagram: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(datagram, (error: NodeJS.ErrnoException | null) => {
      if (error === null || error === undefined) resolve();
      else reject(error.code === 'EMSGSIZE' ? new Error(TOO_LARGE, { cause: error }) : error);
    });
  });
}
