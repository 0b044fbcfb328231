// Requests to the server: credentials, JSON, and errors with actionable messages.
import { ApiError } from './api-error.ts';
import { awaitAnswer } from './await-answer.ts';
import { fetchAnswer, readBody } from './fetch-answer.ts';
import type { PendingDeletions } from './pending-deletions.ts';
import { deletionsBefore, deletionsInConflict } from './preceding-deletions.ts';
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
  /** Sends a form with files; the response is JSON. */
  sendForm<T>(path: string, form: FormData): Promise<T>;
  /** Sends a file as JSON, unread and unchecked; the response is JSON. */
  sendFile<T>(path: string, file: Blob, signal: AbortSignal): Promise<T>;
  /** Downloads a file. */
  load(path: string, signal?: AbortSignal): Promise<Blob>;
  /** Creates a resource. Resolves to its id. */
  create(path: string, body: unknown): Promise<string>;
  /** Opens a response for streaming. */
  open(path: string, signal: AbortSignal): Promise<Response>;
  readonly signOut: (() => Promise<void>) | undefined;
  readonly reachability: Reachability;
  /** Sent before requests that depend on them, and before signing out. */
  readonly deletions: PendingDeletions;
}

interface RequestOptions {
  readonly method: string;
  readonly path: string;
  /** Sent as JSON, or as it is if `contentType` is set. */
  readonly body?: unknown;
  readonly contentType?: 'text/plain' | 'application/json';
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
  readonly keepalive?: boolean;
}

function encode(body: unknown, contentType: RequestOptions['contentType']): BodyInit {
  if (body instanceof Blob || body instanceof FormData) return body;
  return contentType === undefined ? JSON.stringify(body) : String(body);
}

async function sendOnce(session: Session, options: RequestOptions): Promise<Response> {
  const headers: Record<string, string> = {
    ...(await session.headers({ mayRenew: options.keepalive !== true })),
    accept: options.accept ?? 'application/json',
    'x-understudy-console': '1',
  };
  const { body, contentType } = options;
  // The browser names the boundary of a form.
  if (body !== undefined && !(body instanceof FormData))
    headers['content-type'] = contentType ?? 'application/json';
  return fetchAnswer(options.path, {
    method: options.method,
    headers,
    keepalive: options.keepalive ?? false,
    ...(body === undefined ? {} : { body: encode(body, contentType) }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

/** Sends a request; after a 401, repeats it once with a renewed sign-in. */
async function send(session: Session, options: RequestOptions): Promise<Response> {
  const response = await sendOnce(session, options);
  const again = response.status === 401 && (await session.renew());
  return again ? sendOnce(session, options) : response;
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

/** Creates the API client of a session. */
export function createApi(session: Session, reachability: Reachability, deletions: PendingDeletions): Api {
  /** Sends the deletions that must come first. After a conflict, sends those that may cause it, and tries again. */
  async function request<Result>(
    options: RequestOptions,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const first = deletionsBefore(options);
    if (first !== undefined) await deletions.send(first);
    try {
      return await requestOnce(options, read);
    } catch (error) {
      const inConflict = isConflict(error) ? deletionsInConflict(options) : undefined;
      if (inConflict === undefined || ![...deletions.paths()].some(inConflict)) throw error;
      await deletions.send(inConflict);
      return requestOnce(options, read);
    }
  }

  /** The wait includes reading the body: a server may hang in the middle of a response. */
  function requestOnce<Result>(
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

  const { signOut } = session;
  const asJson = async <T>(response: Response): Promise<T> => (await response.json()) as T;

  return {
    get: <T>(path: string, signal?: AbortSignal) => request<T>({ method: 'GET', path, signal }, asJson),
    send: (method, path, body, options) =>
      request({ method, path, body, keepalive: options?.keepalive ?? false }, async () => undefined),
    call: <T>(method: WriteMethod, path: string, body?: unknown) =>
      request<T>({ method, path, body }, asJson),
    sendText: <T>(path: string, text: string) =>
      request<T>({ method: 'POST', path, body: text, contentType: 'text/plain' }, asJson),
    sendForm: <T>(path: string, form: FormData) => request<T>({ method: 'POST', path, body: form }, asJson),
    sendFile: <T>(path: string, file: Blob, signal: AbortSignal) =>
      request<T>({ method: 'POST', path, body: file, contentType: 'application/json', signal }, asJson),
    load: (path, signal) =>
      request({ method: 'GET', path, accept: '*/*', signal }, (response) => response.blob()),
    create: (path, body) =>
      request(
        { method: 'POST', path, body },
        async (response) => response.headers.get('location')?.split('/').at(-1) ?? '',
      ),
    open: (path, signal) =>
      request({ method: 'GET', path, accept: 'text/event-stream', signal }, async (response) => response),
    signOut:
      signOut === undefined
        ? undefined
        : async () => {
            await deletions.send();
            await signOut();
          },
    reachability,
    deletions,
  };
}
