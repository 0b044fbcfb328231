// Reads request bodies: bounded, complete, strictly decoded, and only of the kind the route accepts.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { BodyKind, Parameters } from './exchange.ts';
import { checkJsonDepth } from './json-depth.ts';
import { parseMultipart } from './multipart.ts';
import { NO_PARAMETERS, parseParameters } from './parameters.ts';
import { RequestFault } from './request-fault.ts';

/** Largest body unless the route sets its own limit: 256 KiB. */
export const DEFAULT_MAX_BODY_BYTES: number = 256 * 1024;

/** How much of an oversized body is still read, and discarded. */
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024;

/** A parsed body: at most one of `form`, `json` and `text` is filled, depending on the route. */
export interface Body {
  readonly form: Parameters;
  readonly json: unknown;
  readonly text: string;
  /** The raw text, for Activity. */
  readonly source: string;
}

export const NO_BODY: Body = { form: NO_PARAMETERS, json: undefined, text: '', source: '' };

/** The caller disconnected before the body was complete; there is nobody to answer. */
export class AbortedRequestError extends Error {
  constructor(cause: unknown) {
    super('the caller went away before the body was complete', { cause });
    this.name = 'AbortedRequestError';
  }
}

/**
 * Discards the body of a request that is refused by its headers alone, up to a limit: a caller that is still
 * sending when the connection closes never sees the response. Returns whether all of it was read, so that the
 * connection can be reused.
 */
export async function discardBody(request: IncomingMessage): Promise<boolean> {
  if (!hasBody(request)) return true;
  try {
    await readBytes(request, 0);
    return true;
  } catch (error) {
    if (error instanceof RequestFault) return error.headers['connection'] === undefined;
    throw error;
  }
}

function tooLarge(maxBytes: number, isRead: boolean): RequestFault {
  return new RequestFault(413, 'invalid_request', `The body is larger than ${maxBytes} bytes.`, {
    // Unread bytes would be parsed as the next request.
    headers: isRead ? {} : { connection: 'close' },
    section: 'RFC 9110 §15.5.14',
  });
}

/**
 * Reads up to `maxBytes`. A slightly larger body is read to its end and discarded: a caller that is still
 * sending when the connection closes never sees the response.
 */
function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const limit = maxBytes + MAX_DISCARDED_BYTES;
  if (Number(request.headers['content-length'] ?? 0) > limit)
    return Promise.reject(tooLarge(maxBytes, false));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else chunks.length = 0;
      if (size <= limit) return;
      request.removeAllListeners('data');
      reject(tooLarge(maxBytes, false));
    });
    request.on('end', () => {
      if (size > maxBytes) reject(tooLarge(maxBytes, true));
      else resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    });
    request.on('error', (error) => reject(new AbortedRequestError(error)));
    // After a complete body there is nothing to reject, and creating an error with its stack is not free.
    request.on('close', () => {
      if (!request.complete) reject(new AbortedRequestError(undefined));
    });
  });
}

type CheckedKind = 'form' | 'json' | 'xml' | 'upload';

const EXPECTED: Readonly<Record<CheckedKind, RegExp>> = {
  form: /^application\/x-www-form-urlencoded$/,
  json: /^application\/(?:json|[\w.-]+\+json)$/,
  xml: /^(?:text\/xml|application\/soap\+xml)$/,
  upload: /^multipart\/form-data$/,
};

const EXPECTED_TEXT: Readonly<Record<CheckedKind, string>> = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  xml: 'text/xml or application/soap+xml',
  upload: 'multipart/form-data',
};

const CHECKED: Readonly<Record<Exclude<BodyKind, 'none' | 'text'>, readonly CheckedKind[]>> = {
  form: ['form'],
  json: ['json'],
  xml: ['xml'],
  'form-or-xml': ['form', 'xml'],
  upload: ['upload'],
  'json-or-upload': ['json', 'upload'],
};

/** Which of the accepted kinds was sent. @throws {RequestFault} 415 when none of them, or not UTF-8. */
function checkContentType(kinds: readonly CheckedKind[], header: string | undefined): CheckedKind {
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';');
  const mediaType = type.trim();
  const kind = kinds.find((each) => EXPECTED[each].test(mediaType));
  if (kind === undefined) {
    throw new RequestFault(
      415,
      'invalid_request',
      `The body must be ${kinds.map((each) => EXPECTED_TEXT[each]).join(', or ')}; set the Content-Type header accordingly.`,
      {
        section: 'RFC 9110 §15.5.16',
      },
    );
  }
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) {
    throw new RequestFault(415, 'invalid_request', 'The body must be encoded as UTF-8.', {
      section: 'RFC 9110 §8.3.2',
    });
  }
  return kind;
}

function parseJson(text: string): unknown {
  const withoutMark = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (withoutMark.trim() === '') return undefined;
  checkJsonDepth(withoutMark);
  try {
    return JSON.parse(withoutMark);
  } catch (error) {
    throw new RequestFault(400, 'invalid_request', 'The body is not valid JSON.', {
      cause: error,
      section: 'RFC 8259 §2',
    });
  }
}

function decodeText(bytes: Buffer): string {
  if (!isUtf8(bytes))
    throw new RequestFault(400, 'invalid_request', 'The body is not valid UTF-8.', {
      section: 'RFC 3629 §3',
    });
  return bytes.toString('utf8');
}

function parseForm(kind: CheckedKind | 'text', source: string, contentType = ''): Parameters {
  if (kind === 'upload') return parseMultipart(source, contentType);
  return kind === 'form' ? parseParameters(source) : NO_PARAMETERS;
}

function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Reads a request body. An absent body counts as empty, whatever its content type. RFC 9110 §8.
 * @throws {RequestFault} 400 for invalid UTF-8, JSON or parameters, 413 beyond `maxBytes`, 415 for another
 * media type or a content coding.
 * @throws {AbortedRequestError} when the caller disconnects.
 */
export async function readBody(request: IncomingMessage, kind: BodyKind, maxBytes: number): Promise<Body> {
  if (kind === 'none' || !hasBody(request)) return NO_BODY;
  const coding = request.headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw new RequestFault(
      415,
      'invalid_request',
      'Compressed bodies are not supported; send the body without Content-Encoding.',
      {
        headers: { 'accept-encoding': 'identity' },
        section: 'RFC 9110 §15.5.16',
      },
    );
  }
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return NO_BODY;
  const received = kind === 'text' ? kind : checkContentType(CHECKED[kind], request.headers['content-type']);
  // A binary file is refused by what the form says of it.
  const source = received === 'upload' ? bytes.toString('utf8') : decodeText(bytes);
  return {
    form: parseForm(received, source, request.headers['content-type']),
    json: received === 'json' ? parseJson(source) : undefined,
    text: received === 'text' || received === 'xml' ? source : '',
    source,
  };
}
