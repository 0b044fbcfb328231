// Reads the head of an HTTP/1.0 or HTTP/1.1 request, and how long its body is.

/** The start line and headers of a request. */
export interface RequestHead {
  readonly method: string;
  /** As sent. */
  readonly target: string;
  readonly version: '1.0' | '1.1';
  /** By lower-case name; the values of a repeated header are joined by a comma and a blank. */
  readonly headers: ReadonlyMap<string, string>;
}

/** A head that cannot be used; the connection is closed after the response. */
export interface HeadFault {
  readonly status: 400 | 505;
}

const LF = 10;
const CR = 13;

/** Number of line ends at the start, which come before a request line. RFC 9112 §2.2. */
export function countLeadingLineEnds(bytes: Buffer): number {
  let count = 0;
  while (bytes[count] === CR || bytes[count] === LF) count += 1;
  return count;
}

/**
 * Index of the first byte after the empty line that ends the head, or -1. `from`: bytes before it are known to
 * contain no line end. A line ends with CRLF or, as shell scripts write it, with LF alone. RFC 9112 §2.2.
 */
export function findHeadEnd(bytes: Buffer, from = 0): number {
  for (let end = bytes.indexOf(LF, from); end !== -1; end = bytes.indexOf(LF, end + 1)) {
    if (bytes[end + 1] === LF) return end + 2;
    if (bytes[end + 1] === CR && bytes[end + 2] === LF) return end + 3;
  }
  return -1;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const REQUEST_LINE = /^([^ ]+) ([\x21-\x7e]+) HTTP\/(\d)\.(\d)$/;

/** A value without control characters, except tabs. RFC 9110 §5.5. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function parseHeaders(lines: readonly string[]): ReadonlyMap<string, string> | undefined {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    const value = line.slice(colon + 1).trim();
    // A blank before the colon and a continued line are refused. RFC 9112 §5.1, §5.2.
    if (!TOKEN.test(name) || !VALUE.test(value)) return undefined;
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return headers;
}

/** Parses a head that `findHeadEnd` has delimited, without line ends in front. */
export function parseHead(bytes: Buffer): RequestHead | HeadFault {
  const lines = bytes
    .toString('latin1')
    .replace(/[\r\n]+$/, '')
    .split('\n')
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const [, method = '', target = '', major, minor] = REQUEST_LINE.exec(lines[0] ?? '') ?? [];
  if (!TOKEN.test(method)) return { status: 400 };
  if (major !== '1') return { status: 505 };
  const headers = parseHeaders(lines.slice(1));
  if (headers === undefined) return { status: 400 };
  return { method, target, version: minor === '0' ? '1.0' : '1.1', headers };
}

/** Length of a body in bytes; `unknown` if only its end tells; `malformed` if the head contradicts itself. */
export type BodyLength = number | 'unknown' | 'malformed';

/** RFC 9112 §6.3. */
export function readBodyLength({ headers }: RequestHead): BodyLength {
  const length = headers.get('content-length');
  if (headers.has('transfer-encoding')) return length === undefined ? 'unknown' : 'malformed';
  if (length === undefined) return 0;
  return /^\d{1,15}$/.test(length) ? Number(length) : 'malformed';
}

/** Whether the connection stays open after the response. HTTP/1.0 closes it. RFC 9112 §9.3. */
export function staysOpen({ version, headers }: RequestHead): boolean {
  const options = (headers.get('connection') ?? '').toLowerCase().split(',');
  return version === '1.1' && !options.some((option) => option.trim() === 'close');
}
