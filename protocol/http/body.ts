// Reading a request's body: bounded, complete, decoded strictly, of the kind that the route takes.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { BodyKind, Parameters } from './exchange.ts';
import { checkJsonDepth } from './json-depth.ts';
import { NO_PARAMETERS, parseParameters } from './parameters.ts';
import { RequestFault } from './request-fault.ts';

/** Largest body of a route that names no other bound: 256 KiB. */
export const DEFAULT_MAX_BODY_BYTES: number = 256 * 1024;

/** How much of a body that is too large is read all the same. */
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024;

/** What was read: one of the three is filled, as the route asked. */
export interface Body {
  readonly form: Parameters;
  readonly json: unknown;
  readonly text: string;
  /** The text as it came, for Activity. */
  readonly source: string;
}

/** The body of a request that has none. */
export const NO_BODY: Body = { form: NO_PARAMETERS, json: undefined, text: '', source: '' };

/** The caller went away before the body was complete: nobody is left to answer. */
export class AbortedRequestError extends Error {
  constructor(cause: unknown) {
    super('the caller went away before the body was complete', { cause });
    this.name = 'AbortedRequestError';
  }
}

/**
 * Reads past the body of a request that is refused by its head alone, as far as that is worth it: a caller that is still sending when the
 * connection ends never sees the answer. Gives whether all of it was read, so that the connection may be used again.
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
    // What is left unread would be taken for the next request.
    headers: isRead ? {} : { connection: 'close' },
    section: 'RFC 9110 §15.5.14',
  });
}

/**
 * Reads up to `maxBytes`. A body somewhat larger is read to its end and thrown away: a caller that is still sending when the connection
 * ends never sees the answer.
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
    // After a whole body there is nothing to reject, and an error with its stack is not free.
    request.on('close', () => {
      if (!request.complete) reject(new AbortedRequestError(undefined));
    });
  });
}

type CheckedKind = 'form' | 'json' | 'xml';

const EXPECTED: Readonly<Record<CheckedKind, RegExp>> = {
  form: /^application\/x-www-form-urlencoded$/,
  json: /^application\/(?:json|[\w.-]+\+json)$/,
  xml: /^(?:text\/xml|application\/soap\+xml)$/,
};

const EXPECTED_TEXT: Readonly<Record<CheckedKind, string>> = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  xml: 'text/xml or application/soap+xml',
};

const CHECKED: Readonly<Record<Exclude<BodyKind, 'none' | 'text'>, readonly CheckedKind[]>> = {
  form: ['form'],
  json: ['json'],
  xml: ['xml'],
  'form-or-xml': ['form', 'xml'],
};

/** Which of the kinds that a route takes has come. @throws {RequestFault} 415 when it is none of them, or not in UTF-8. */
function checkContentType(kinds: readonly CheckedKind[], header: string | undefined): CheckedKind {
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';');
  const mediaType = type.trim();
  const kind = kinds.find((each) => EXPECTED[each].test(mediaType));
  if (kind === undefined) {
    throw new RequestFault(
      415,
      'invalid_request',
      `The body must be ${kinds.map((each) => EXPECTED_TEXT[each]).join(', or ')}; say so in the header Content-Type.`,
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

function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Reads the body that a route takes. An absent body is an empty one, whatever its type.
 * @throws {RequestFault} 400 for bad UTF-8, JSON or parameters, 413 beyond `maxBytes`, 415 for another media type or a content coding.
 * @throws {AbortedRequestError} when the caller went away. RFC 9110 §8.
 */
export async function readBody(request: IncomingMessage, kind: BodyKind, maxBytes: number): Promise<Body> {
  if (kind === 'none' || !hasBody(request)) return NO_BODY;
  const coding = request.headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw new RequestFault(
      415,
      'invalid_request',
      'Compressed bodies are not taken; send the body without Content-Encoding.',
      {
        headers: { 'accept-encoding': 'identity' },
        section: 'RFC 9110 §15.5.16',
      },
    );
  }
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return NO_BODY;
  const came = kind === 'text' ? kind : checkContentType(CHECKED[kind], request.headers['content-type']);
  const source = decodeText(bytes);
  return {
    form: came === 'form' ? parseParameters(source) : NO_PARAMETERS,
    json: came === 'json' ? parseJson(source) : undefined,
    text: came === 'text' || came === 'xml' ? source : '',
    source,
  };
}
