// Reads a request's TLS connection.
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { TlsConnection } from './exchange.ts';

const known = new WeakMap<TLSSocket, TlsConnection>();

/** Cached per connection; undefined for plain HTTP. */
export function readTlsConnection(socket: Socket): TlsConnection | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const found = known.get(socket);
  if (found !== undefined) return found;
  const certificate = socket.getPeerX509Certificate();
  const connection: TlsConnection = { certificate, trusted: certificate !== undefined && socket.authorized };
  known.set(socket, connection);
  return connection;
}
