// The listening server: time and size limits of connections, malformed HTTP, graceful shutdown.
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { OptionError } from '#protocol/errors/option-error.ts';
import { PortInUseError } from '#protocol/errors/port-in-use-error.ts';
import { createExchangeHandler, type ExchangeHandlerOptions } from './exchange-handler.ts';
import { certificateOptions } from './server-credentials.ts';
import type { TlsSettings } from './tls-credentials.ts';

/** Times in milliseconds. */
export interface HttpServerOptions extends ExchangeHandlerOptions {
  /** Time limit for the request headers; default 10 s. */
  readonly headersTimeoutMs?: number;
  /** Time limit for the whole request; default 30 s. */
  readonly requestTimeoutMs?: number;
  /** How long a refused caller may keep its half of the connection open; default 5 s. */
  readonly lingerMs?: number;
  /** Serves HTTPS with these settings; absent: plain HTTP. */
  readonly tls?: TlsSettings;
}

export interface ListeningAddress {
  readonly host: string;
  readonly port: number;
}

export interface HttpServer {
  /**
   * Port 0 picks a free one. @throws {OptionError} `http-port` (`https-port`) or `http-host`, exit code 1.
   */
  listen(host: string, port: number): Promise<ListeningAddress>;
  /** Ends live streams, lets requests in flight finish, and cuts remaining connections after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Room for the longest request target and the cookies of several realms. */
const MAX_HEADER_BYTES = 32 * 1024;

/** The options that a port and an address come from, named when they cannot be used. */
export interface AddressOptions {
  readonly port: 'http-port' | 'https-port' | 'http-management-port';
  readonly host: 'http-host' | 'http-management-host';
}

interface SocketFault {
  readonly status: string;
  readonly description: string;
}

/** HTTP statuses for the parser's error codes. */
const SOCKET_FAULTS: Readonly<Record<string, SocketFault>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    description: `The headers are larger than ${MAX_HEADER_BYTES} bytes.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    description: 'The request took too long to arrive.',
  },
};
const MALFORMED: SocketFault = {
  status: '400 Bad Request',
  description: 'The request is not valid HTTP/1.1.',
};

/** How long a caller may take to close a refused connection, in milliseconds. */
const LINGER_MS = 5000;

/** Answers on a socket without a response object, ends it, and destroys it after `lingerMs`. */
function answerOnSocket(socket: Socket, fault: SocketFault, lingerMs = LINGER_MS): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ error: 'invalid_request', error_description: fault.description });
  const head = [
    `HTTP/1.1 ${fault.status}`,
    'content-type: application/json',
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

function listenError(error: unknown, host: string, port: number, options: AddressOptions): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const fail = (option: string, problem: string, remedy: string): OptionError =>
    new OptionError(option, problem, remedy, { exitCode: 1, cause: error });
  if (code === 'EADDRINUSE') return new PortInUseError(options.port, host, port, error);
  if (code === 'EACCES')
    return fail(options.port, `port ${port} may not be used by this user`, 'Choose a port from 1024 on.');
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return fail(
      options.host,
      `${host} is not an address of this machine`,
      'Give one of its addresses, or 0.0.0.0 for all.',
    );
  }
  return error;
}

/** Port 0 picks a free one. @throws {OptionError} naming the option that cannot be satisfied, exit code 1. */
export function listen(
  server: NetServer,
  host: string,
  port: number,
  options: AddressOptions,
): Promise<ListeningAddress> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error): void => reject(listenError(error, host, port, options));
    server.once('error', onError);
    server.listen({ host, port }, () => {
      server.off('error', onError);
      // Null and strings are for pipes; a server on a port has an AddressInfo.
      const address = server.address() as AddressInfo;
      resolve({ host: address.address, port: address.port });
    });
  });
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/**
 * Requests client certificates. Unless they are required, nobody is rejected: whether one is needed depends on
 * the client (RFC 8705 §2).
 */
function createSecureServer(
  { tls, log }: HttpServerOptions & { readonly tls: TlsSettings },
  bounds: ServerOptions,
  handle: RequestListener,
): Server {
  const server = createTlsServer(
    {
      ...bounds,
      ...certificateOptions(tls.credentials),
      requestCert: tls.asksForCertificates,
      rejectUnauthorized: tls.requiresCertificates,
      // Without a trust store no certificate is trusted; the default would be the system's authorities.
      ca: tls.trusted ?? [],
      handshakeTimeout: HEADERS_TIMEOUT_MS,
    },
    handle,
  );
  server.on('tlsClientError', (error: Error & { code?: string }, socket: Socket) => {
    log.debug('TLS handshake failed', { code: error.code, message: error.message });
    socket.destroy();
  });
  return server;
}

/** Creates a server that does not listen yet. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const exchanges = createExchangeHandler(options);
  const requestTimeout = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const bounds: ServerOptions = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: options.headersTimeoutMs ?? Math.min(HEADERS_TIMEOUT_MS, requestTimeout),
    requestTimeout,
    connectionsCheckingInterval: Math.min(2000, requestTimeout),
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // We answer a missing Host ourselves.
    requireHostHeader: false,
  };
  const server =
    options.tls === undefined
      ? createServer(bounds, exchanges.handle)
      : createSecureServer({ ...options, tls: options.tls }, bounds, exchanges.handle);
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    options.log.debug('Malformed request', { code: error.code, message: error.message });
    if (exchanges.isStreaming(socket)) socket.destroy();
    else answerOnSocket(socket, SOCKET_FAULTS[error.code ?? ''] ?? MALFORMED, options.lingerMs);
  });
  server.on('connect', (_request, socket: Socket) => {
    const description = 'This server is not a proxy.';
    answerOnSocket(socket, { status: '405 Method Not Allowed', description }, options.lingerMs);
  });
  return {
    listen: (host, port) =>
      listen(server, host, port, {
        port: options.tls === undefined ? 'http-port' : 'https-port',
        host: 'http-host',
      }),
    close(graceMs) {
      exchanges.startClosing();
      return close(server, graceMs);
    },
  };
}
