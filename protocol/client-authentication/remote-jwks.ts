// Fetches the JWKS of clients: bounded, cached, with at most one concurrent fetch per URL.
import type { Mdc } from '#protocol/contract/log-record.ts';
import { readBounded } from '#protocol/http/read-bounded.ts';
import { checkWebAddress } from '#protocol/http/web-address.ts';
import type { Logger } from '#protocol/log/logger.ts';

export interface RemoteJwksOptions {
  readonly log: Logger;
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

export function createRemoteJwks(options: RemoteJwksOptions): RemoteJwks {
  const fetchDocument = options.fetch ?? globalThis.fetch;
  const cache = new Map<string, CachedDocument>();

  async function fetchJson(url: string, mdc: FetchMdc): Promise<unknown> {
    try {
      checkWebAddress(url);
      const response = await fetchDocument(url, {
        headers: { accept: 'application/jwk-set+json, application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`the answer is ${response.status}`);
      return JSON.parse(await readBounded(response, MAX_BYTES));
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
  };
}
