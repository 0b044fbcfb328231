// The only place that writes responses: security headers, length, HEAD, streams.
import type { ServerResponse } from 'node:http';
import type { Reply, ReplyHeaders } from './exchange.ts';

export interface WriteOptions {
  /** For HEAD: the headers of GET without the body. */
  readonly withoutBody: boolean;
  /** Closes the connection after the reply. */
  readonly closeConnection: boolean;
  /** Sends Strict-Transport-Security. */
  readonly strictTransport: boolean;
}

/** Default headers; a reply's own value takes precedence. */
const SECURITY_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['referrer-policy', 'no-referrer'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'SAMEORIGIN'],
  ['x-robots-tag', 'none'],
];

const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

type RawHeaders = (string | string[])[];

function hasNoBody(status: number): boolean {
  return status === 204 || status === 304 || status < 200;
}

/** Headers that every reply gets besides its own, as alternating names and values. */
export function listAddedHeaders(
  headers: ReplyHeaders,
  { strictTransport }: Pick<WriteOptions, 'strictTransport'>,
): string[] {
  const raw: string[] = [];
  for (const [name, value] of SECURITY_HEADERS) if (headers[name] === undefined) raw.push(name, value);
  if (strictTransport) raw.push('strict-transport-security', STRICT_TRANSPORT);
  return raw;
}

function rawHeaders(headers: ReplyHeaders, options: WriteOptions): RawHeaders {
  const raw: RawHeaders = listAddedHeaders(headers, options);
  if (options.closeConnection && headers['connection'] === undefined) raw.push('connection', 'close');
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined && value !== '') raw.push(name, typeof value === 'string' ? value : [...value]);
  }
  return raw;
}

/** Sends half of the body and closes the connection, so that the caller misses what the length announces. */
function writeHalf(response: ServerResponse, body: string | Buffer): void {
  const bytes = Buffer.from(body);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

/** @throws {TypeError} for invalid header characters; nothing is written then. RFC 9110 §8.6, §9.3.2. */
export function writeReply(response: ServerResponse, reply: Reply, options: WriteOptions): void {
  if (reply.breaksOff === 'unanswered') {
    response.destroy();
    return;
  }
  const raw = rawHeaders(reply.headers ?? {}, options);
  const { body = '', stream } = reply;
  if (stream !== undefined) {
    response.writeHead(reply.status, raw);
    response.flushHeaders();
    if (options.withoutBody) response.end();
    else stream(response);
    return;
  }
  if (!hasNoBody(reply.status)) raw.push('content-length', String(Buffer.byteLength(body)));
  response.writeHead(reply.status, raw);
  if (reply.breaksOff === 'midway') writeHalf(response, body);
  else if (options.withoutBody || body.length === 0 || hasNoBody(reply.status)) response.end();
  else response.end(body);
}
