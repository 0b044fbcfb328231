// Requests of the console to the server: credentials, JSON, and errors in words that a person can act on.
import { readFailure } from './read-failure.ts';
import type { Session } from './session.ts';

/** A request that failed; `message` is for people. */
export class ApiError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The answer's body as text; empty when no answer came. */
  readonly body: string;

  constructor(status: number, message: string, options?: ErrorOptions & { readonly body?: string }) {
    super(message, options);
    this.name = 'ApiError';
    this.status = status;
    this.body = options?.body ?? '';
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

async function sendOnce(session: Session, options: RequestOptions): Promise<Response> {
  const headers: Record<string, string> = {
    ...(await session.headers()),
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
    throw new ApiError(0, 'The server does not answer. Check that it still runs, then try again.', {
      cause: error,
    });
  }
}

/** The client for a session. */
export function createApi(session: Session): Api {
  async function request(options: RequestOptions): Promise<Response> {
    let response = await sendOnce(session, options);
    if (response.status === 401 && (await session.renew())) response = await sendOnce(session, options);
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
  };
}
