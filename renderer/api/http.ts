// Requests of the console to the server: credentials, JSON, and errors in words that a person can act on.
import { awaitAnswer } from './await-answer.ts';
import { fetchAnswer, readBody } from './fetch-answer.ts';
import type { Reachability } from './reachability.ts';
import { readFailure } from './read-failure.ts';
import type { Session } from './session.ts';

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

async function sendOnce(session: Session, options: RequestOptions): Promise<Response> {
  const headers: Record<string, string> = {
    ...(await session.headers()),
    accept: options.accept ?? 'application/json',
    'x-understudy-console': '1',
  };
  const { body, contentType } = options;
  if (body !== undefined) headers['content-type'] = contentType ?? 'application/json';
  return fetchAnswer(options.path, {
    method: options.method,
    headers,
    keepalive: options.keepalive ?? false,
    ...(body === undefined ? {} : { body: contentType === undefined ? JSON.stringify(body) : String(body) }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

/** Sends a request; after a 401 once more with a renewed sign-in. */
async function send(session: Session, options: RequestOptions): Promise<Response> {
  const response = await sendOnce(session, options);
  const again = response.status === 401 && (await session.renew());
  return again ? sendOnce(session, options) : response;
}

/** The client for a session. */
export function createApi(session: Session, reachability: Reachability): Api {
  /** Reading the body is part of the wait: a server may hang halfway. */
  function request<Result>(
    options: RequestOptions,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const { signal } = options;
    const waiting = {
      reachability,
      mayEnd: options.method === 'GET',
      ...(signal === undefined ? {} : { signal }),
    };
    return awaitAnswer(waiting, async (ended) => {
      const response = await send(session, { ...options, signal: ended });
      if (!response.ok) throw readFailure(response.status, await readBody(response.text(), ended));
      return readBody(read(response), ended);
    });
  }

  const asJson = async <T>(response: Response): Promise<T> => (await response.json()) as T;

  return {
    get: <T>(path: string, signal?: AbortSignal) => request<T>({ method: 'GET', path, signal }, asJson),
    send: (method, path, body, options) =>
      request({ method, path, body, keepalive: options?.keepalive ?? false }, async () => undefined),
    call: <T>(method: WriteMethod, path: string, body?: unknown) =>
      request<T>({ method, path, body }, asJson),
    sendText: <T>(path: string, text: string) =>
      request<T>({ method: 'POST', path, body: text, contentType: 'text/plain' }, asJson),
    load: (path, signal) =>
      request({ method: 'GET', path, accept: '*/*', signal }, (response) => response.blob()),
    create: (path, body) =>
      request(
        { method: 'POST', path, body },
        async (response) => response.headers.get('location')?.split('/').at(-1) ?? '',
      ),
    open: (path, signal) =>
      request({ method: 'GET', path, accept: 'text/event-stream', signal }, async (response) => response),
    signOut: session.signOut,
    reachability,
  };
}
