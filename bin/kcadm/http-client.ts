// HTTP requests of the command, and what a connection that fails means in words.
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { CommandError } from './command-error.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface HttpResponse {
  readonly status: number;
  readonly statusMessage: string;
  /** `HTTP/1.1 201 Created` */
  readonly statusLine: string;
  /** Names and values in the order and spelling of the server. */
  readonly headerLines: readonly (readonly [string, string])[];
  readonly body: Buffer;
  /** The value of a header by its name in lower case. */
  header(name: string): string | undefined;
}

export interface HttpClient {
  /** @throws {ConnectionError} when there is no response. */
  send(request: HttpRequest): Promise<HttpResponse>;
}

/** How HTTPS servers are checked. */
export interface TlsSettings {
  /** Certificates in PEM format instead of the well-known CAs. */
  readonly certificates?: string | undefined;
  readonly insecure: boolean;
}

/** No response: the message names the address and the reason. */
export class ConnectionError extends CommandError {
  override readonly name: string = 'ConnectionError';
}

const MOST_REDIRECTS = 20;

/** System error codes in the words of Java's messages, which scripts look for. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection reset',
  ETIMEDOUT: 'Connection timed out',
  EHOSTUNREACH: 'No route to host',
  ENETUNREACH: 'Network is unreachable',
};

const TLS_CODE = /CERT|ISSUER|SELF_SIGNED|^ERR_(TLS|SSL)|UNABLE_TO_VERIFY/;

interface SystemError extends Error {
  readonly code?: string;
  readonly address?: string;
  readonly errors?: readonly SystemError[];
}

/** What a failed connection is called. `host` is the authority of the URL. */
function describeFailure(error: SystemError, { host, hostname }: URL): string {
  const attempts = error.errors ?? [error];
  const code = error.code ?? attempts[0]?.code ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `${hostname}: Name or service not known`;
  if (TLS_CODE.test(code)) {
    return `The certificate of ${host} was rejected: ${error.message}. Trust it or its CA with --truststore or 'config truststore' (a file in PEM format), or use --insecure`;
  }
  const reason = REASONS[code];
  if (reason === undefined) return `${host} failed to respond: ${error.message}`;
  const addresses = attempts.flatMap(({ address }) =>
    address === undefined ? [] : `${hostname}/${address}`,
  );
  const tried = addresses.length === 0 ? '' : ` [${addresses.join(', ')}]`;
  return `Connect to ${host}${tried} failed: ${reason}. Check the address, and that the server is running`;
}

/** Rows of name, value, name, value, … */
function pairUp(raw: readonly string[]): (readonly [string, string])[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}

async function readResponse(incoming: IncomingMessage): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { statusCode: status = 0, statusMessage = '', httpVersion, rawHeaders } = incoming;
  const headerLines = pairUp(rawHeaders);
  return {
    status,
    statusMessage,
    statusLine: `HTTP/${httpVersion} ${status} ${statusMessage}`,
    headerLines,
    body: Buffer.concat(chunks),
    header: (name) => headerLines.find(([written]) => written.toLowerCase() === name)?.[1],
  };
}

function parseUrl(url: string): URL {
  try {
    const parsed = new URL(url);
    if (parsed.protocol === 'http:' || parsed.protocol === 'https:') return parsed;
  } catch {
    // Reported below.
  }
  throw new ConnectionError(`${url} is not an HTTP URL. Use a URL such as http://localhost:8080`);
}

function trustOptions({ insecure, certificates }: TlsSettings): { rejectUnauthorized: boolean; ca?: string } {
  return { rejectUnauthorized: !insecure, ...(certificates === undefined ? {} : { ca: certificates }) };
}

async function sendOnce(request: HttpRequest, url: URL, readTls: () => TlsSettings): Promise<HttpResponse> {
  const { method, body } = request;
  // Without a length, a body is sent in chunks, and DELETE would send it without any framing.
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const options: RequestOptions = { method, headers: { ...request.headers, ...length } };
  // Loading TLS costs more than a request over plain HTTP.
  const secure = url.protocol === 'https:' ? (await import('node:https')).request : undefined;
  const open = secure ?? requestHttp;
  const trust = secure === undefined ? {} : trustOptions(readTls());
  return new Promise((done, failed) => {
    const fail = (error: SystemError): void =>
      failed(new ConnectionError(describeFailure(error, url), { cause: error }));
    const outgoing = open(url, { ...options, ...trust }, (incoming) => {
      readResponse(incoming).then(done, fail);
    });
    outgoing.once('error', fail);
    outgoing.end(body);
  });
}

/** Where a read is redirected to. */
function redirectTarget(request: HttpRequest, url: URL, response: HttpResponse): URL | undefined {
  const location = response.header('location');
  const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
  return request.method === 'GET' && isRedirect && location !== undefined
    ? new URL(location, url)
    : undefined;
}

/**
 * `readTls` is called before the first request to an HTTPS server. Redirects of reads are followed; the token is
 * not sent to another origin.
 */
export function createHttpClient(readTls: () => TlsSettings): HttpClient {
  let tls: TlsSettings | undefined;
  const readOnce = (): TlsSettings => {
    tls ??= readTls();
    return tls;
  };
  return {
    async send(request) {
      let url = parseUrl(request.url);
      let headers = request.headers;
      for (let redirects = 0; ; redirects++) {
        const response = await sendOnce({ ...request, headers }, url, readOnce);
        const target = redirects < MOST_REDIRECTS ? redirectTarget(request, url, response) : undefined;
        if (target === undefined) return response;
        if (target.origin !== url.origin) {
          headers = Object.fromEntries(
            Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'),
          );
        }
        url = target;
      }
    },
  };
}
