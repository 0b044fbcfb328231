// Test support: GELF receivers that reassemble chunks and frames like a log server.
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';

type ReceivedMessage = Readonly<Record<string, string | number>>;

/** Collects messages and lets tests wait for more. */
class Inbox {
  readonly messages: ReceivedMessage[] = [];
  #waiting: { count: number; done: () => void }[] = [];

  take(json: string): void {
    this.messages.push(JSON.parse(json) as ReceivedMessage);
    const ready = this.#waiting.filter(({ count }) => count <= this.messages.length);
    this.#waiting = this.#waiting.filter((each) => !ready.includes(each));
    for (const { done } of ready) done();
  }

  /** Resolves once `count` messages have arrived. */
  async arrived(count: number): Promise<readonly ReceivedMessage[]> {
    if (this.messages.length < count) await new Promise<void>((done) => this.#waiting.push({ count, done }));
    return this.messages;
  }
}

/** Reassembles datagrams: complete ones immediately, chunks once all have arrived, in any order. */
export class Reassembler {
  readonly #parts = new Map<string, (Buffer | undefined)[]>();

  /** The complete payload; undefined while chunks are missing. */
  take(datagram: Buffer): Buffer | undefined {
    if (datagram[0] !== 0x1e || datagram[1] !== 0x0f) return datagram;
    const id = datagram.toString('hex', 2, 10);
    const parts = this.#parts.get(id) ?? Array.from<Buffer | undefined>({ length: datagram[11] ?? 0 });
    this.#parts.set(id, parts);
    parts[datagram[10] ?? 0] = datagram.subarray(12);
    const present = parts.filter((part) => part !== undefined);
    return present.length === parts.length ? Buffer.concat(present) : undefined;
  }
}

export interface UdpReceiver {
  readonly port: number;
  readonly datagrams: readonly Buffer[];
  arrived(count: number): Promise<readonly ReceivedMessage[]>;
  close(): Promise<void>;
}

/** Listens on any free port by default. */
export async function startUdpReceiver(host = '127.0.0.1', port = 0): Promise<UdpReceiver> {
  const inbox = new Inbox();
  const reassembler = new Reassembler();
  const datagrams: Buffer[] = [];
  const socket: UdpSocket = createSocket({
    type: host.includes(':') ? 'udp6' : 'udp4',
    recvBufferSize: 4_000_000,
  });
  socket.on('message', (datagram) => {
    datagrams.push(datagram);
    const payload = reassembler.take(datagram);
    if (payload !== undefined) inbox.take(gunzipSync(payload).toString('utf8'));
  });
  socket.bind(port, host);
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    datagrams,
    arrived: (count) => inbox.arrived(count),
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

export interface TcpReceiver {
  readonly port: number;
  /** Number of connections accepted so far. */
  readonly connections: number;
  arrived(count: number): Promise<readonly ReceivedMessage[]>;
  /** Resolves once that many connections have been accepted. */
  accepted(count: number): Promise<void>;
  /** Stops or resumes reading. */
  pause(): void;
  resume(): void;
  /** Closes all connections but keeps listening. */
  drop(): void;
  close(): Promise<void>;
}

/** Splits a stream at NUL bytes; frames may arrive in parts. */
function readFrames(socket: Socket, inbox: Inbox): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      inbox.take(rest.toString('utf8', 0, end));
      rest = rest.subarray(end + 1);
    }
  });
}

/** Listens on any free port by default. */
export async function startTcpReceiver(host = '127.0.0.1', port = 0): Promise<TcpReceiver> {
  const inbox = new Inbox();
  const sockets = new Set<Socket>();
  let paused = false;
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Connections that a test drops may be reset; nothing to do here.
    socket.on('error', () => undefined);
    readFrames(socket, inbox);
    if (paused) socket.pause();
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const each = (act: (socket: Socket) => void) => (): void => sockets.forEach(act);
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    get connections() {
      return connections;
    },
    arrived: (count) => inbox.arrived(count),
    async accepted(count) {
      while (connections < count) await once(server, 'connection');
    },
    pause: () => {
      paused = true;
      each((socket) => socket.pause())();
    },
    resume: () => {
      paused = false;
      each((socket) => socket.resume())();
    },
    drop: each((socket) => socket.destroy()),
    async close() {
      const closed = once(server, 'close');
      server.close();
      each((socket) => socket.destroy())();
      await closed;
    },
  };
}
