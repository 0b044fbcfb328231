// One HTTP request as health checks send it, with redirects on demand.
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  /** Accept any certificate. */
  readonly isInsecure: boolean;
  readonly followsRedirects: boolean;
  /** For everything together; undefined: no limit. */
  readonly timeoutMs: number | undefined;
  /** Until the connection is there; undefined: no limit. */
  readonly connectTimeoutMs?: number | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** Status line and headers, each with its line end, and an empty line. */
  readonly head: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly url: URL;
}

/** There is no response: the reason in words, and curl's exit code for it. */
export class RequestFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number, cause?: unknown) {
    super(message, { cause });
    this.name = 'RequestFailure';
    this.exitCode = exitCode;
  }
}

/** curl's exit codes. */
export const EXIT = {
  protocol: 1,
  usage: 2,
  badUrl: 3,
  unresolved: 6,
  refused: 7,
  httpError: 22,
  write: 23,
  timeout: 28,
  tls: 35,
  redirects: 47,
  empty: 52,
  certificate: 60,
} as const;

const MOST_REDIRECTS = 20;

/**
 * The URL, which may be relative to another one.
 * @throws {RequestFailure} for one that is malformed, or neither HTTP nor HTTPS.
 */
export function parseUrl(written: string, base?: URL): URL {
  if (/\s/.test(written) || !URL.canParse(written, base?.href))
    throw new RequestFailure(`URL using bad/illegal format: ${written}`, EXIT.badUrl);
  const url = new URL(written, base);
  if (/^https?:$/.test(url.protocol)) return url;
  throw new RequestFailure(`Protocol "${url.protocol.slice(0, -1)}" not supported`, EXIT.protocol);
}

/** @throws {RequestFailure} when there is no response. */
export async function sendRequest(request: HttpRequest): Promise<HttpResponse> {
  const signal = request.timeoutMs === undefined ? undefined : AbortSignal.timeout(request.timeoutMs);
  let current = request;
  for (let count = 0; count <= MOST_REDIRECTS; count++) {
    const response = await sendOnce(current, signal);
    const target = request.followsRedirects ? redirectTarget(response) : undefined;
    if (target === undefined) return response;
    const keepsMethod = response.status === 307 || response.status === 308 || request.method === 'HEAD';
    const headers = target.origin === current.url.origin ? current.headers : withoutSecrets(current.headers);
    current = keepsMethod
      ? { ...current, url: target, headers }
      : { ...current, url: target, headers, method: 'GET', body: undefined };
  }
  throw new RequestFailure(`Maximum (${MOST_REDIRECTS}) redirects followed`, EXIT.redirects);
}

/** Headers that are for one server only: another one that it redirects to does not get them. */
const FOR_ONE_SERVER: ReadonlySet<string> = new Set(['authorization', 'cookie', 'host']);

function withoutSecrets(headers: HttpRequest['headers']): HttpRequest['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !FOR_ONE_SERVER.has(name)));
}

function redirectTarget({ status, headers, url }: HttpResponse): URL | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined;
  return isRedirect ? parseUrl(headers.location ?? '', url) : undefined;
}

async function sendOnce(request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse> {
  try {
    const message = await open(request, signal);
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const status = message.statusCode ?? 0;
    const head = describeHead(message);
    return { status, head, headers: message.headers, body: Buffer.concat(chunks), url: request.url };
  } catch (error) {
    throw describeFailure(request.url, error as NodeJS.ErrnoException);
  }
}

function open(
  { method, url, headers, body, isInsecure, connectTimeoutMs }: HttpRequest,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const options = {
      method,
      agent: false as const,
      headers: { host: url.host, accept: '*/*', 'user-agent': 'curl', ...headers },
      rejectUnauthorized: !isInsecure,
      ...(signal === undefined ? {} : { signal }),
    };
    const outgoing = send(url, options, resolve);
    outgoing.once('error', reject);
    if (connectTimeoutMs !== undefined) limitConnecting(outgoing, connectTimeoutMs);
    outgoing.end(body);
  });
}

function limitConnecting(outgoing: ClientRequest, limitMs: number): void {
  const timer = setTimeout(() => {
    outgoing.destroy(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' }));
  }, limitMs);
  outgoing.once('close', () => clearTimeout(timer));
  outgoing.once('socket', (socket) => {
    for (const event of ['connect', 'secureConnect'])
      socket.once(event, () => {
        if (event === 'secureConnect' || outgoing.protocol === 'http:') clearTimeout(timer);
      });
  });
}

function describeHead({ httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const CERTIFICATE_CODE = /CERT|ISSUER|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

function describeFailure(url: URL, error: NodeJS.ErrnoException): RequestFailure {
  const { code = '' } = error;
  const at = `${url.hostname} port ${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
  if (error.name === 'TimeoutError' || error.name === 'AbortError' || code === 'ETIMEDOUT')
    return new RequestFailure('Operation timed out', EXIT.timeout, error);
  if (/^ERR_(INVALID|UNESCAPED)_/.test(code))
    return new RequestFailure(`The request cannot be sent: ${error.message}`, EXIT.usage, error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new RequestFailure(`Could not resolve host: ${url.hostname}`, EXIT.unresolved, error);
  if (CERTIFICATE_CODE.test(code))
    return new RequestFailure(`SSL certificate problem: ${error.message}`, EXIT.certificate, error);
  if (/SSL|TLS|EPROTO/.test(code))
    return new RequestFailure(`SSL connect error: ${error.message}`, EXIT.tls, error);
  if (code === 'ECONNRESET' || code.startsWith('HPE_'))
    return new RequestFailure(`Empty or malformed reply from ${at}`, EXIT.empty, error);
  return new RequestFailure(`Failed to connect to ${at}: ${code || error.message}`, EXIT.refused, error);
}
