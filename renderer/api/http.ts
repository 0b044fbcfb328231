// Requests to the server: credentials, JSON, and errors with actionable messages.
import { awaitAnswer } from './await-answer.ts';
import { fetchAnswer, readBody } from './fetch-answer.ts';
import type { Reachability } from './reachability.ts';
import { readFailure } from './read-failure.ts';
import type { Session } from './session.ts';

type WriteMethod = 'POST' | 'PUT' | 'DELETE';

/** The API client. Every function throws `ApiError`. */
export interface Api {
  get<T>(path: string, signal?: AbortSignal): Promise<T>;
  /** Sends a change and ignores the response body. With `keepalive`, the request outlives the page. */
  send(
    method: WriteMethod,
    path: string,
    body?: unknown,
    options?: { readonly keepalive?: boolean },
  ): Promise<void>;
  /** Sends a change whose response is JSON. */
  call<T>(method: WriteMethod, path: string, body?: unknown): Promise<T>;
  /** Sends plain text; the response is JSON. */
  sendText<T>(path: string, text: string): Promise<T>;
  /** Downloads a file. */
  load(path: string, signal?: AbortSignal): Promise<Blob>;
  /** Creates a resource. Resolves to its id. */
  create(path: string, body: unknown): Promise<string>;
  /** Opens a response for streaming. */
  open(path: string, signal: AbortSignal): Promise<Response>;
  readonly signOut: (() => Promise<void>) | undefined;
  readonly reachability: Reachability;
}

interface RequestOptions {
  readonly method: string;
  readonly path: string;
  /** Sent as JSON, or as plain text if `contentType` is set. */
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

/** Sends a request; after a 401, repeats it once with a renewed sign-in. */
async function send(session: Session, options: RequestOptions): Promise<Response> {
  const response = await sendOnce(session, options);
  const again = response.status === 401 && (await session.renew());
  return again ? sendOnce(session, options) : response;
}

/** Creates the API client of a session. */
export function createApi(session: Session, reachability: Reachability): Api {
  /** The wait includes reading the body: a server may hang in the middle of a response. */
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
