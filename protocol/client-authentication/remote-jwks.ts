// Fetches the JWKS of clients: bounded, cached, with at most one concurrent fetch per URL.
import type { Mdc } from '#protocol/contract/log-record.ts';
import { type DocumentFetcher, fetchUnrecorded } from '#protocol/http/document-fetcher.ts';
import type { Logger } from '#protocol/log/logger.ts';

export interface RemoteJwksOptions {
  readonly log: Logger;
  /** Default: fetches without a record in Activity. */
  readonly fetchDocument?: DocumentFetcher;
  /** Default: the runtime's fetch. */
  readonly fetch?: typeof globalThis.fetch;
  /** Default: 5 s. */
  readonly timeoutMs?: number;
}

/** Context for the log record of a failed fetch. */
export type FetchMdc = () => Mdc;

/** `now` is in milliseconds. A failed fetch yields undefined and is logged. */
export interface RemoteJwks {
  /** The document, at most five minutes old. */
  load(url: string, now: number, mdc: FetchMdc): Promise<unknown>;
  /** Fetches the document again unless it is less than ten seconds old. */
  reload(url: string, now: number, mdc: FetchMdc): Promise<unknown>;
}

/** The cache itself. */
export interface RemoteJwksCache extends RemoteJwks {
  /** Drops all documents: each is fetched again when it is next required. */
  clear(): void;
}

const TIMEOUT_MS = 5000;
const MAX_BYTES = 256 * 1024;
const MAX_AGE_MS = 5 * 60 * 1000;
/** So that invalid assertions cannot make this server flood the client's. */
const MIN_INTERVAL_MS = 10_000;
const MAX_DOCUMENTS = 200;

interface CachedDocument {
  readonly fetchedAt: number;
  readonly document: Promise<unknown>;
}

export function createRemoteJwks(options: RemoteJwksOptions): RemoteJwksCache {
  const cache = new Map<string, CachedDocument>();

  async function fetchJson(url: string, mdc: FetchMdc): Promise<unknown> {
    try {
      const accept = 'application/jwk-set+json, application/json';
      const { fetch, timeoutMs = TIMEOUT_MS, fetchDocument = fetchUnrecorded } = options;
      const limits = { accept, timeoutMs, maxBytes: MAX_BYTES, fetch };
      const section = 'RFC 7591 §2';
      return JSON.parse(
        await fetchDocument(url, limits, { kind: 'jwks', title: 'Keys of a client', mdc: mdc(), section }),
      );
    } catch (error) {
      options.log.with(mdc).warn('The JWKS of a client cannot be fetched', { url }, error);
      return undefined;
    }
  }

  function fetchAndCache(url: string, now: number, mdc: FetchMdc): Promise<unknown> {
    const [oldest] = cache.keys();
    cache.delete(url);
    if (cache.size >= MAX_DOCUMENTS && oldest !== undefined) cache.delete(oldest);
    const document = fetchJson(url, mdc);
    cache.set(url, { fetchedAt: now, document });
    return document;
  }

  function loadWithin(url: string, now: number, mdc: FetchMdc, maxAgeMs: number): Promise<unknown> {
    const cached = cache.get(url);
    const isFresh = cached !== undefined && Math.abs(now - cached.fetchedAt) < maxAgeMs;
    return isFresh ? cached.document : fetchAndCache(url, now, mdc);
  }

  return {
    async load(url, now, mdc) {
      const document = await loadWithin(url, now, mdc, MAX_AGE_MS);
      // A failure is cached only as long as the rate limit requires.
      return document === undefined ? loadWithin(url, now, mdc, MIN_INTERVAL_MS) : document;
    },
    reload: (url, now, mdc) => loadWithin(url, now, mdc, MIN_INTERVAL_MS),
    clear: () => cache.clear(),
  };
}
