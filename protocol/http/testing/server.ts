// Test support: a server with real sockets, a memory store, a manually moved clock and a collecting logger.

import { connect } from 'node:net';
import { type ActivityRecorder, createActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { createMovableClock, type MovableClock } from '#protocol/clock.ts';
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import { type CollectingLogger, createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { Store, StoredRealm } from '#protocol/store/store.ts';
import { NO_THEMES } from '#protocol/themes/testing/theme-files.ts';
import type { Exchange, Reply, Route } from '../exchange.ts';
import { createHostPolicy } from '../host-policy.ts';
import { createHttpServer, type HttpServer, type HttpServerOptions } from '../http-server.ts';

export interface TestHttpServerOptions {
  readonly realms?: readonly StoredRealm[];
  readonly server?: Partial<HttpServerOptions>;
}

export interface TestHttpServer {
  readonly baseUrl: string;
  readonly port: number;
  readonly store: Store;
  readonly clock: MovableClock;
  readonly log: CollectingLogger;
  readonly activity: ActivityRecorder;
  readonly server: HttpServer;
  /** `fetch` of a path; redirects are not followed. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** Writes bytes to a new connection and resolves to everything received until it closes. */
  sendRaw(bytes: string | Buffer): Promise<string>;
  stop(): Promise<void>;
}

/** The start of 2030, so that no test passes because of the real date. */
const START = Date.UTC(2030, 0, 1);

/** Starts a server with these routes on a free port. */
export async function startTestHttpServer(
  routes: readonly Route[],
  options: TestHttpServerOptions = {},
): Promise<TestHttpServer> {
  const clock = createMovableClock({ now: () => START });
  const log = createCollectingLogger('http');
  const activity = createActivityRecorder({ clock });
  const store = createMemoryStore();
  for (const realm of options.realms ?? []) await store.realms.create(realm, []);
  const server = createHttpServer({
    routes,
    realms: store.realms,
    clocks: () => clock,
    clock,
    log,
    activity,
    themes: NO_THEMES,
    hosts: createHostPolicy({ httpHost: '127.0.0.1' }),
    hsts: false,
    basePaths: [''],
    ...options.server,
  });
  const { port } = await server.listen('127.0.0.1', 0);
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    port,
    store,
    clock,
    log,
    activity,
    server,
    send: (path, init) => fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init }),
    sendRaw: (bytes) => exchangeBytes(port, bytes),
    stop: () => server.close(0),
  };
}

function exchangeBytes(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    // Half-closed after the bytes, so that the server does not wait for more.
    socket.end(bytes);
  });
}

/** Runs a handler for one request; returns what the caller and Activity see. */
export async function callOnce(
  handle: (exchange: Exchange) => Reply | Promise<Reply>,
  init?: RequestInit,
): Promise<{ response: Response; summary: ActivitySummary | undefined }> {
  const server = await startTestHttpServer([{ method: 'GET', path: '/x', title: 'Test request', handle }]);
  try {
    const response = await server.send('/x', init);
    await response.arrayBuffer();
    return { response, summary: server.activity.list().records[0] };
  } finally {
    await server.stop();
  }
}
