// Where the server listens: plain HTTP, HTTPS beside it where the options ask for that, and the addresses that follow.

import { createHostPolicy, type HostPolicy, isLoopbackHost } from './http/host-policy.ts';
import {
  createHttpServer,
  type HttpServer,
  type HttpServerOptions,
  type ListeningAddress,
} from './http/http-server.ts';
import { prepareTls, type readTlsFiles, tlsPort } from './http/tls-credentials.ts';
import type { Logger } from './log/logger.ts';
import type { ResolvedOptions } from './start/config/resolve-options.ts';
import type { SaveGate } from './store/store.ts';

/** What both listeners serve. */
export type ListeningParts = Pick<
  HttpServerOptions,
  'routes' | 'realms' | 'clocks' | 'clock' | 'activity' | 'notFoundPage'
> & {
  readonly saveGate: SaveGate;
};

/** What the listeners are made of. */
export interface ListenersSetup extends ListeningParts {
  readonly options: ResolvedOptions;
  readonly log: Logger;
  /** Read before the data directory was touched; undefined where there are none. */
  readonly tlsFiles: ReturnType<typeof readTlsFiles>;
}

/** A server that listens. */
export interface Listeners {
  /** Where plain HTTP is: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Where each listener is, plain HTTP first. */
  readonly urls: readonly string[];
  /** Where this process reaches itself. */
  readonly selfUrl: string;
  /** Lets requests in flight finish, for so many milliseconds at most. */
  close(graceMs: number): Promise<void>;
}

/**
 * Listens for HTTP, and for HTTPS where the options ask for it; when one of them cannot, neither does.
 * @throws {OptionError} for a port in use, an address that the machine does not have, a certificate that cannot be used.
 */
export async function openListeners(setup: ListenersSetup): Promise<Listeners> {
  const { options, log, tlsFiles, ...parts } = setup;
  const { values } = options;
  const shared: HttpServerOptions = {
    ...parts,
    log: log.child('http'),
    rootLog: log,
    hosts: createHosts(options),
    hsts: wantsStrictTransport(options),
  };
  const plain = createHttpServer(shared);
  const address = await plain.listen(values['http-host'], values['http-port']);
  const url = urlOf('http', address);
  const secure = await listenSecurely(setup, shared, plain);
  return {
    url,
    urls: secure === undefined ? [url] : [url, urlOf('https', secure.address)],
    selfUrl: selfUrlOf(address),
    async close(graceMs) {
      await Promise.all([plain.close(graceMs), secure?.server.close(graceMs)]);
    },
  };
}

interface SecureListener {
  readonly server: HttpServer;
  readonly address: ListeningAddress;
}

/** HTTPS beside HTTP, where the options ask for it. */
async function listenSecurely(
  { options, log, tlsFiles, clock }: ListenersSetup,
  shared: HttpServerOptions,
  plain: HttpServer,
): Promise<SecureListener | undefined> {
  const port = tlsPort(options);
  if (port === undefined) return undefined;
  try {
    const tls = await prepareTls(options, tlsFiles, clock, log.child('https'));
    const server = createHttpServer({ ...shared, tls });
    return { server, address: await server.listen(options.values['http-host'], port) };
  } catch (error) {
    await plain.close(0);
    throw error;
  }
}

/** Strict-Transport-Security where a name of its own is fixed: a browser would hold `localhost` to it for every other server, too. */
function wantsStrictTransport({ values: { hostname } }: ResolvedOptions): boolean {
  return hostname?.startsWith('https:') === true && !isLoopbackHost(new URL(hostname).hostname);
}

function createHosts({ values }: ResolvedOptions): HostPolicy {
  return createHostPolicy({
    httpHost: values['http-host'],
    ...(values.hostname === undefined ? {} : { hostname: values.hostname }),
    backchannelDynamic: values['hostname-backchannel-dynamic'],
  });
}

function urlOf(scheme: 'http' | 'https', { host, port }: ListeningAddress): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** An address that stands for all of the machine's is none to call. */
function selfUrlOf({ host, port }: ListeningAddress): string {
  return urlOf('http', { host: { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host, port });
}
