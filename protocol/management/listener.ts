// The port of the management interface: listens, limits the number of connections, closes.
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { listen } from '#protocol/http/http-server.ts';
import { certificateOptions, type ServerCredentials } from '#protocol/http/server-credentials.ts';
import type { Logger } from '#protocol/log/logger.ts';
import {
  type AnswerRequest,
  CONNECTION_LIMITS,
  type Connection,
  type ConnectionLimits,
  type ConnectionSetup,
  serveConnection,
} from './connection.ts';

export interface ListenerSetup {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Serves HTTPS with this certificate; undefined: plain HTTP. */
  readonly tls: ServerCredentials | undefined;
  readonly answer: AnswerRequest;
  readonly log: Logger;
  /** Default: `CONNECTION_LIMITS`. */
  readonly limits?: ConnectionLimits;
  /** Default 256. */
  readonly maxConnections?: number;
}

export interface Listener {
  /** `http://127.0.0.1:9000`. */
  readonly url: string;
  /** Lets responses in progress finish, for at most `graceMs` milliseconds. */
  close(graceMs: number): Promise<void>;
}

const MAX_CONNECTIONS = 256;

/** Open connections, the one that was used least recently first. */
type Connections = Map<Socket, Connection>;

/**
 * Opens the port.
 * @throws {OptionError} for a port in use (`http-management-port`), or an address that the machine does not have
 * (`http-management-host`).
 */
export async function openListener(setup: ListenerSetup): Promise<Listener> {
  const { host, port, tls, log } = setup;
  const connections: Connections = new Map();
  let isClosing = false;
  const accept = createAcceptor(setup, connections, () => isClosing);
  const server = tls === undefined ? createServer({ allowHalfOpen: true }, accept) : secure(tls, log, accept);
  // Also counts callers that never finish their TLS handshake.
  server.maxConnections = 4 * (setup.maxConnections ?? MAX_CONNECTIONS);
  const address = await listen(server, host, port, {
    port: 'http-management-port',
    host: 'http-management-host',
  });
  const name = address.host.includes(':') ? `[${address.host}]` : address.host;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${name}:${address.port}`,
    async close(graceMs) {
      isClosing = true;
      for (const [socket, { isIdle }] of connections) if (isIdle) socket.destroy();
      const timer = setTimeout(() => {
        for (const socket of connections.keys()) socket.destroy();
      }, graceMs);
      await closeServer(server);
      clearTimeout(timer);
    },
  };
}

function createAcceptor(
  { answer, log, limits = CONNECTION_LIMITS, maxConnections = MAX_CONNECTIONS }: ListenerSetup,
  connections: Connections,
  isClosing: () => boolean,
): (socket: Socket) => void {
  const onDefect = (error: unknown): void => log.error('Management request failed unexpectedly', {}, error);
  return (socket) => {
    const setup: ConnectionSetup = {
      // Moves the connection to the end: the first one is the one to close when there are too many.
      async answer(request) {
        const own = connections.get(socket);
        if (own !== undefined && connections.delete(socket)) connections.set(socket, own);
        return answer(request);
      },
      limits,
      isClosing,
      onDefect,
    };
    // A caller that opens connections and leaves them idle must not keep health checks out.
    const [oldest] = connections.keys();
    if (connections.size >= maxConnections) oldest?.destroy();
    const connection = serveConnection(socket, setup);
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
  };
}

function secure(credentials: ServerCredentials, log: Logger, accept: (socket: Socket) => void): Server {
  const options = {
    ...certificateOptions(credentials),
    allowHalfOpen: true,
    handshakeTimeout: CONNECTION_LIMITS.headMs,
  };
  const server = createTlsServer(options, accept);
  server.on('tlsClientError', (error: Error & { code?: string }, socket: Socket) => {
    log.debug('TLS handshake failed', { code: error.code, message: error.message });
    socket.destroy();
  });
  return server;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
