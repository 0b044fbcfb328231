// GELF over TCP: one connection that stays, messages as JSON with a NUL byte behind each.
import { connect as connectTcp, type Socket } from 'node:net';
import { findAddresses, type HostAddress, type Lookup, lookupHost } from './gelf-addresses.ts';
import type { GelfEndpoint } from './gelf-endpoint.ts';
import { renderGelfMessage } from './gelf-message.ts';
import type { GelfConnection, GelfTransport } from './gelf-sender.ts';
import { type Scheduler, systemScheduler } from './scheduler.ts';

/** Compat: how long Keycloak waits for a connection. */
const CONNECT_WITHIN_MS = 2000;
const KEEP_ALIVE_AFTER_MS = 30_000;

/** What a TCP transport works with. */
export interface TcpTransportDeps {
  readonly lookup?: Lookup;
  readonly scheduler?: Scheduler;
}

/** A transport that sends uncompressed messages over one connection; a host's addresses are tried one after another. */
export function createTcpTransport(endpoint: GelfEndpoint, deps: TcpTransportDeps = {}): GelfTransport {
  return {
    probeMs: 0,
    async open(lost) {
      const addresses = await findAddresses(endpoint.host, deps.lookup ?? lookupHost);
      let problem: unknown;
      for (const address of addresses) {
        try {
          const socket = await connect(address, endpoint.port, deps.scheduler ?? systemScheduler);
          return createConnection(socket, (error) => lost(error, 0));
        } catch (error) {
          problem = error;
        }
      }
      throw problem;
    },
  };
}

function connect({ address, family }: HostAddress, port: number, scheduler: Scheduler): Promise<Socket> {
  return new Promise((done, failed) => {
    const socket = connectTcp({ host: address, port, family, noDelay: true });
    const fail = (error: Error): void => {
      takeBack();
      socket.destroy();
      failed(error);
    };
    const takeBack = scheduler.after(CONNECT_WITHIN_MS, () =>
      fail(new Error(`no connection within ${CONNECT_WITHIN_MS / 1000} s`)),
    );
    socket.once('error', fail);
    socket.once('connect', () => {
      takeBack();
      socket.off('error', fail);
      socket.setKeepAlive(true, KEEP_ALIVE_AFTER_MS);
      socket.unref();
      done(socket);
    });
  });
}

function createConnection(socket: Socket, lost: (error: Error) => void): GelfConnection {
  let problem: Error = new Error('the receiver closed the connection');
  let ended = false;
  const closed = new Promise<void>((done) => {
    socket.once('close', () => {
      done();
      if (!ended) lost(problem);
    });
  });
  socket.on('error', (error) => {
    problem = error;
  });
  // A receiver has nothing to say; reading on is what notices that it goes.
  socket.resume();
  return {
    send: (message) =>
      new Promise((done, failed) => {
        socket.write(`${renderGelfMessage(message)}\0`, (error) => (error ? failed(error) : done()));
      }),
    end() {
      ended = true;
      socket.ref();
      socket.end();
      return closed;
    },
    destroy() {
      ended = true;
      socket.destroy();
    },
  };
}
