// Requests of the console to the server: credentials, JSON, and errors in words that a person can act on.
import { UNREACHABLE_HEADER } from '#main/bridge/channels.ts';
import type { Reachability } from './reachability.ts';
import { type Problem, readFailure, readProblems } from './read-failure.ts';
import type { Session } from './session.ts';

/** A request that failed; `message` is for people. */
export class ApiError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The answer's body as text; empty when no answer came. */
  readonly body: string;
  /** The faults that the server found, each with its field where it names one. */
  readonly problems: readonly Problem[];

  constructor(status: number, message: string, options?: ErrorOptions & { readonly body?: string }) {
    super(message, options);
    this.name = 'ApiError';
    this.status = status;
    this.body = options?.body ?? '';
    this.problems = readProblems(this.body);
  }
}

/** A request method that changes something. */
type WriteMethod = 'POST' | 'PUT' | 'DELETE';

/** The server, as the console talks to it. Every function throws `ApiError`. */
export interface Api {
  get<T>(path: string, signal?: AbortSignal): Promise<T>;
  /** Sends a change; the answer's body is dropped. `keepalive` outlives the page. */
  send(
    method: WriteMethod,
    path: string,
    body?: unknown,
    options?: { readonly keepalive?: boolean },
  ): Promise<void>;
  /** Sends a change whose answer is JSON. */
  call<T>(method: WriteMethod, path: string, body?: unknown): Promise<T>;
  /** Sends a text as it is; the answer is JSON. */
  sendText<T>(path: string, text: string): Promise<T>;
  /** A file that the server makes. */
  load(path: string, signal?: AbortSignal): Promise<Blob>;
  /** Creates something and gives the identifier that the server chose. */
  create(path: string, body: unknown): Promise<string>;
  /** Opens a response whose body is read while it arrives. */
  open(path: string, signal: AbortSignal): Promise<Response>;
  readonly signOut: (() => Promise<void>) | undefined;
  /** Whether the server answers at all. */
  readonly reachability: Reachability;
}

interface RequestOptions {
  readonly method: string;
  readonly path: string;
  /** Sent as JSON, unless `contentType` says otherwise: then it is a text. */
  readonly body?: unknown;
  readonly contentType?: 'text/plain';
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
  readonly keepalive?: boolean;
}

/** No answer came, whatever the server would have said. */
function noAnswer(cause?: unknown): ApiError {
  return new ApiError(0, 'The server does not answer. Check that it still runs, then try again.', { cause });
}

/** @throws {ApiError} of status 0 when no answer came. */
async function sendOnce(session: Session, options: RequestOptions): Promise<Response> {
  const response = await fetchOnce(session, options);
  if (response.headers.has(UNREACHABLE_HEADER)) throw noAnswer();
  return response;
}

async function fetchOnce(session: Session, options: RequestOptions): Promise<Response> {
  const headers: Record<string, string> = {
    ...(await orNoAnswer(session.headers())),
    accept: options.accept ?? 'application/json',
    'x-understudy-console': '1',
  };
  const { body, contentType } = options;
  if (body !== undefined) headers['content-type'] = contentType ?? 'application/json';
  try {
    return await fetch(options.path, {
      method: options.method,
      headers,
      keepalive: options.keepalive ?? false,
      ...(body === undefined
        ? {}
        : { body: contentType === undefined ? JSON.stringify(body) : String(body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    throw noAnswer(error);
  }
}

/** What the session asks of the server may fail like any request: `fetch` rejects with a TypeError when no answer came. */
async function orNoAnswer<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof TypeError ? noAnswer(error) : error;
  }
}

/** The client for a session. */
export function createApi(session: Session, reachability: Reachability): Api {
  async function send(options: RequestOptions): Promise<Response> {
    const response = await sendOnce(session, options);
    const again = response.status === 401 && (await orNoAnswer(session.renew()));
    return again ? sendOnce(session, options) : response;
  }

  async function request(options: RequestOptions): Promise<Response> {
    const response = await send(options).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 0) reachability.suspect();
      throw error;
    });
    if (!response.ok) {
      const body = await response.text();
      throw new ApiError(response.status, readFailure(response.status, body), { body });
    }
    return response;
  }

  return {
    get: async <T>(path: string, signal?: AbortSignal) => {
      const response = await request({ method: 'GET', path, signal });
      return (await response.json()) as T;
    },
    send: async (method, path, body, options) => {
      await request({ method, path, body, keepalive: options?.keepalive ?? false });
    },
    call: async <T>(method: WriteMethod, path: string, body?: unknown) => {
      const response = await request({ method, path, body });
      return (await response.json()) as T;
    },
    sendText: async <T>(path: string, text: string) => {
      const response = await request({ method: 'POST', path, body: text, contentType: 'text/plain' });
      return (await response.json()) as T;
    },
    load: async (path, signal) => {
      const response = await request({ method: 'GET', path, accept: '*/*', signal });
      return response.blob();
    },
    create: async (path, body) => {
      const response = await request({ method: 'POST', path, body });
      return response.headers.get('location')?.split('/').at(-1) ?? '';
    },
    open: (path, signal) => request({ method: 'GET', path, accept: 'text/event-stream', signal }),
    signOut: session.signOut,
    reachability,
  };
}
