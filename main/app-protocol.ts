// The handler of the app:// scheme: forwards page and API requests to the server, with an administrator's
// token for the API.
import { protocol } from 'electron';
import { UNREACHABLE_HEADER } from '#main/bridge/unreachable-header.ts';
import { APP_SCHEME, isOwnPage } from './app-origin.ts';

/** The parts of the server that the handler uses. */
export interface ServerAccess {
  /** Base URL of the server with its path, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  /** An access token of the administrator that has not expired. */
  administratorToken(): Promise<string>;
}

/** Paths that the window may request; all others return 404. */
const consolePath = /^\/console\//;
const apiPath = /^\/(admin|emulator|realms)\//;

/** Forwarded headers. The private scheme's Host and Origin would be meaningless to the server. */
const passedHeaders = ['accept', 'content-type', 'last-event-id', 'x-understudy-console'];

/** Registers the scheme. Must run before Electron is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
}

/** Serves app:// from the server. The returned function waits until no change is being sent to it. */
export function handleAppScheme(access: ServerAccess): () => Promise<void> {
  const changes = new Set<Promise<Response>>();
  protocol.handle(APP_SCHEME, (request) => {
    const answer = respond(access, request);
    if (isChange(request)) {
      changes.add(answer);
      void answer.finally(() => changes.delete(answer));
    }
    return answer;
  });
  return async () => {
    while (changes.size > 0) await Promise.allSettled(changes);
  };
}

/** Whether the request changes something: it is completed even if the window closes. */
function isChange({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

async function respond(access: ServerAccess, request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (!isOwnPage(request.url)) return new Response('Not found', { status: 404 });
  if (consolePath.test(url.pathname)) return forward(access, url.pathname, request, undefined);
  if (!apiPath.test(url.pathname)) return new Response('Not found', { status: 404 });
  return forward(access, url.pathname + url.search, request, await access.administratorToken());
}

async function forward(
  access: ServerAccess,
  path: string,
  request: Request,
  token: string | undefined,
): Promise<Response> {
  const headers = new Headers();
  for (const name of passedHeaders) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const body = isChange(request) ? Buffer.from(await request.arrayBuffer()) : undefined;
  try {
    return await fetch(new URL(`${access.url}${path}`), {
      method: request.method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? { signal: request.signal } : { body }),
    });
  } catch (error) {
    // The console shows its "server is not reachable" banner; a window that was closed ignores the response.
    return Response.json(
      { error: `The server is not responding: ${(error as Error).message}` },
      { status: 502, headers: { [UNREACHABLE_HEADER]: '1' } },
    );
  }
}
