// The listeners: plain HTTP, HTTPS beside it where the options configure it, and the resulting URLs.

import { OptionError } from '#protocol/errors/option-error.ts';
import { createHostPolicy, type HostPolicy, isLoopbackHost } from './http/host-policy.ts';
import {
  createHttpServer,
  type HttpServer,
  type HttpServerOptions,
  type ListeningAddress,
} from './http/http-server.ts';
import { createProxyReader, type ProxyReader, parseAddressList } from './http/proxy-headers.ts';
import { prepareTls, type readTlsFiles, tlsPort } from './http/tls-credentials.ts';
import type { Logger } from './log/logger.ts';
import type { ResolvedOptions } from './start/config/resolve-options.ts';
import type { SaveGate } from './store/save-gate.ts';

export type ListeningParts = Pick<
  HttpServerOptions,
  | 'routes'
  | 'realms'
  | 'realmUsed'
  | 'clocks'
  | 'clock'
  | 'activity'
  | 'themes'
  | 'faultPages'
  | 'interceptor'
> & {
  readonly saveGate: SaveGate;
};

export interface ListenersSetup extends ListeningParts {
  readonly options: ResolvedOptions;
  readonly log: Logger;
  /** Read before the data directory is touched; undefined when no files are configured. */
  readonly tlsFiles: ReturnType<typeof readTlsFiles>;
}

export interface Listeners {
  /** Base URL of plain HTTP: `http://127.0.0.1:8080`, with the relative path. */
  readonly url: string;
  /** Of each listener, plain HTTP first. */
  readonly urls: readonly string[];
  /** Where each listens, without the relative path. */
  readonly origins: readonly string[];
  /** URL at which this process reaches itself. */
  readonly selfUrl: string;
  /** Base URL of what is called at `url`: that of `hostname`, if it is set. */
  readonly baseUrl: string;
  /** Lets requests in flight finish, for at most `graceMs` milliseconds. */
  close(graceMs: number): Promise<void>;
}

/**
 * Listens for HTTP, and for HTTPS where the options configure it. If either fails, neither listens.
 * @throws {OptionError} for a port in use, an address the machine does not have, or an unusable certificate.
 */
export async function openListeners(setup: ListenersSetup): Promise<Listeners> {
  const { options, log, tlsFiles, ...parts } = setup;
  const { values } = options;
  const shared: HttpServerOptions = {
    ...parts,
    log: log.child('http'),
    rootLog: log,
    hosts: createHosts(options),
    basePaths: listBasePaths(options),
    readProxy: createProxies(options),
    hsts: requiresStrictTransport(options),
  };
  const plain = createHttpServer(shared);
  const isPublic = values['http-enabled'];
  if (!isPublic && tlsPort(options) === undefined) throw withoutListener(options);
  // First, because /health/ready of the other one says that the server can be used.
  const secure = await listenSecurely(setup, shared);
  const address = await listenPlainly(
    plain,
    isPublic ? [values['http-host'], values['http-port']] : ['127.0.0.1', 0],
    secure,
  );
  const origin = urlOf('http', address);
  const origins = [
    ...(isPublic ? [origin] : []),
    ...(secure === undefined ? [] : [urlOf('https', secure.address)]),
  ];
  const path = relativePath(options);
  return {
    url: `${origin}${path}`,
    urls: origins.map((each) => `${each}${path}`),
    origins,
    selfUrl: `${selfUrlOf(address)}${path}`,
    baseUrl: baseUrlOf(shared.hosts, new URL(selfUrlOf(address)).host, path),
    async close(graceMs) {
      await Promise.all([plain.close(graceMs), secure?.server.close(graceMs)]);
    },
  };
}

interface SecureListener {
  readonly server: HttpServer;
  readonly address: ListeningAddress;
}

async function listenSecurely(
  { options, log, tlsFiles, clock }: ListenersSetup,
  shared: HttpServerOptions,
): Promise<SecureListener | undefined> {
  const port = tlsPort(options);
  if (port === undefined) return undefined;
  const tls = await prepareTls(options, tlsFiles, clock, log.child('https'));
  const server = createHttpServer({ ...shared, tls });
  return { server, address: await server.listen(options.values['http-host'], port) };
}

async function listenPlainly(
  server: HttpServer,
  [host, port]: readonly [host: string, port: number],
  secure: SecureListener | undefined,
): Promise<ListeningAddress> {
  try {
    return await server.listen(host, port);
  } catch (error) {
    await secure?.server.close(0);
    throw error;
  }
}

/** Only for a fixed public host name: on `localhost`, HSTS would apply to every other local server, too. */
function requiresStrictTransport({ values: { hostname } }: ResolvedOptions): boolean {
  return hostname?.startsWith('https:') === true && !isLoopbackHost(new URL(hostname).hostname);
}

function createHosts({ values }: ResolvedOptions): HostPolicy {
  return createHostPolicy({
    httpHost: values['http-host'],
    hostname: values.hostname,
    hostnameAdmin: values['hostname-admin'],
    isStrict: values['hostname-strict'],
    backchannelDynamic: values['hostname-backchannel-dynamic'],
  });
}

function withoutListener({ sources }: ResolvedOptions): OptionError {
  return new OptionError(
    'http-enabled',
    'is false, but HTTPS is not configured',
    'Set https-port or a certificate, or leave HTTP enabled.',
    { source: sources['http-enabled'] },
  );
}

/** Empty, or `/auth`. */
function relativePath({ values }: ResolvedOptions): string {
  const path = values['http-relative-path'];
  return path === '/' ? '' : path;
}

/** Compat: Keycloak before 17 served everything below /auth, and what was made for it calls it there. */
function listBasePaths(options: ResolvedOptions): HttpServerOptions['basePaths'] {
  const path = relativePath(options);
  return options.isLegacy && path === '' ? ['/auth', path] : [path];
}

function createProxies({ values }: ResolvedOptions): ProxyReader | undefined {
  const kind = values['proxy-headers'];
  if (kind !== 'forwarded' && kind !== 'xforwarded') return undefined;
  const trusted = values['proxy-trusted-addresses'];
  return createProxyReader({ kind, trusted: trusted === undefined ? undefined : parseAddressList(trusted) });
}

function urlOf(scheme: 'http' | 'https', { host, port }: ListeningAddress): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** @throws {TypeError} when the server would refuse calls to itself. */
function baseUrlOf(hosts: HostPolicy, host: string, path: string): string {
  const check = hosts.check({ host, path, isSecure: false, isProxied: false });
  if (check.outcome !== 'allowed') throw new TypeError(`${host} is not allowed`);
  return check.urls.baseUrl;
}

/** A wildcard address cannot be called, so the loopback address is used instead. */
function selfUrlOf({ host, port }: ListeningAddress): string {
  return urlOf('http', { host: { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host, port });
}
