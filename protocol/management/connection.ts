// One connection of the management interface: reads requests, answers them in their version of HTTP, closes.
import type { Socket } from 'node:net';
import { monotonicMs } from '#protocol/clock.ts';
import {
  type BodyLength,
  countLeadingLineEnds,
  findHeadEnd,
  type HeadFault,
  parseHead,
  type RequestHead,
  readBodyLength,
  staysOpen,
} from './request-head.ts';
import { createSocketReader, type SocketReader } from './socket-reader.ts';

export interface Answer {
  readonly status: number;
  /** Reason phrase; default: that of the status. */
  readonly reason?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type AnswerRequest = (request: RequestHead) => Answer | Promise<Answer>;

/** Limits of one connection. Times in milliseconds. */
export interface ConnectionLimits {
  readonly maxHeadBytes: number;
  /** Longest body that is skipped to keep the connection open. */
  readonly maxSkippedBytes: number;
  /** From the first byte of a head to its last. */
  readonly headMs: number;
  /** Between two requests, and before the first one. */
  readonly idleMs: number;
  /** For sending a response, and for a body to arrive. */
  readonly transferMs: number;
  /** How long a caller may keep its half of the connection open after the last response. */
  readonly lingerMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  maxHeadBytes: 16 * 1024,
  maxSkippedBytes: 1024 * 1024,
  headMs: 10_000,
  idleMs: 65_000,
  transferMs: 30_000,
  lingerMs: 5000,
};

export interface Connection {
  /** Resolves when the socket is closed. Never rejects. */
  readonly done: Promise<void>;
  /** Whether no request is being read or answered. */
  readonly isIdle: boolean;
}

export interface ConnectionSetup {
  readonly answer: AnswerRequest;
  readonly limits: ConnectionLimits;
  /** Whether the server is closing, so that the connection ends after the current response. */
  readonly isClosing: () => boolean;
  /** Receives what `answer` throws, which is a defect. */
  readonly onDefect: (error: unknown) => void;
}

/** Reason phrases of the statuses in use. RFC 9110 §15. */
const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  302: 'Found',
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  505: 'HTTP Version Not Supported',
};

/** Requests that reach no page. */
const REFUSALS = {
  400: 'The request is not valid HTTP/1.1. Send a request line, headers and an empty line.',
  408: 'The request took too long to arrive. Send it in one piece.',
  431: 'The request line and headers are larger than 16 KiB. Send fewer or shorter headers.',
  500: 'For more on this error consult the server log.',
  505: 'This version of HTTP is not supported. Send the request as HTTP/1.1 or HTTP/1.0.',
} as const;

/** What ended the wait for a request without one. */
type NoRequest = 'gone' | { readonly status: HeadFault['status'] | 408 | 431 };

function refuse(status: keyof typeof REFUSALS): Answer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: `${REFUSALS[status]}\n` };
}

/** Talks to one caller until either side closes. */
export function serveConnection(socket: Socket, setup: ConnectionSetup): Connection {
  const state = { isIdle: true };
  const done = converse(socket, setup, state)
    .catch(setup.onDefect)
    .finally(() => socket.destroy());
  return {
    done,
    get isIdle() {
      return state.isIdle;
    },
  };
}

async function converse(socket: Socket, setup: ConnectionSetup, state: { isIdle: boolean }): Promise<void> {
  const { limits } = setup;
  // Callers that reset the connection are no news; `close` follows and ends every wait.
  socket.on('error', () => undefined);
  const reader = createSocketReader(socket);
  for (let keepsOpen = true; keepsOpen; ) {
    state.isIdle = true;
    const read = await readRequest(reader, limits, () => {
      state.isIdle = false;
    });
    if (read === 'gone') return;
    keepsOpen = await respond(socket, reader, setup, read);
  }
  await linger(socket, reader, limits.lingerMs);
}

/** Answers one request; returns whether the connection stays open. */
async function respond(
  socket: Socket,
  reader: SocketReader,
  setup: ConnectionSetup,
  read: RequestHead | Exclude<NoRequest, 'gone'>,
): Promise<boolean> {
  const { limits, isClosing } = setup;
  if ('status' in read) {
    await send(socket, formatAnswer(undefined, refuse(read.status), false), limits.transferMs);
    return false;
  }
  const length = readBodyLength(read);
  const answer = length === 'malformed' ? refuse(400) : await answerSafely(setup, read);
  const keepsOpen = !isClosing() && staysOpen(read) && canSkip(read, length, limits);
  const isSent = await send(socket, formatAnswer(read, answer, keepsOpen), limits.transferMs);
  return isSent && keepsOpen && (await skip(reader, Number(length), limits.transferMs));
}

async function answerSafely({ answer, onDefect }: ConnectionSetup, request: RequestHead): Promise<Answer> {
  try {
    return await answer(request);
  } catch (error) {
    onDefect(error);
    return refuse(500);
  }
}

/** A caller that waits for "100 Continue" may send its body or not, so its connection cannot be reused. */
function canSkip({ headers }: RequestHead, length: BodyLength, limits: ConnectionLimits): boolean {
  return typeof length === 'number' && length <= limits.maxSkippedBytes && !headers.has('expect');
}

async function readRequest(
  reader: SocketReader,
  limits: ConnectionLimits,
  onFirstByte: () => void,
): Promise<RequestHead | NoRequest> {
  if (!(await waitForFirstByte(reader, limits))) return 'gone';
  onFirstByte();
  const deadline = createDeadline(limits.headMs);
  for (let searched = 0; ; ) {
    const { buffered } = reader;
    const end = findHeadEnd(buffered, searched);
    if (end > limits.maxHeadBytes || (end === -1 && buffered.length > limits.maxHeadBytes))
      return { status: 431 };
    if (end !== -1) return parseHead(reader.take(end));
    // The last line end may be the first of the two that end the head.
    searched = Math.max(0, buffered.lastIndexOf('\n'));
    const arrival = await reader.wait(deadline());
    if (arrival === 'timeout') return { status: 408 };
    if (arrival === 'end') return 'gone';
  }
}

/** Line ends in front of a request line are skipped: `echo` adds one to what shell scripts send. */
async function waitForFirstByte(reader: SocketReader, { idleMs }: ConnectionLimits): Promise<boolean> {
  const deadline = createDeadline(idleMs);
  for (;;) {
    reader.take(countLeadingLineEnds(reader.buffered));
    if (reader.buffered.length > 0) return true;
    if ((await reader.wait(deadline())) !== 'bytes') return false;
  }
}

/** Discards a body; false if it does not arrive. */
async function skip(reader: SocketReader, length: number, timeoutMs: number): Promise<boolean> {
  const deadline = createDeadline(timeoutMs);
  for (let left = length; ; ) {
    left -= reader.take(left).length;
    if (left === 0) return true;
    if ((await reader.wait(deadline())) !== 'bytes') return false;
  }
}

/** Remaining milliseconds, never negative. */
function createDeadline(timeoutMs: number): () => number {
  const end = monotonicMs() + timeoutMs;
  return () => Math.max(0, end - monotonicMs());
}

/** `request`: undefined when there was none that could be read. Its version is that of the response. */
function formatAnswer(request: RequestHead | undefined, answer: Answer, keepsOpen: boolean): string {
  const { status, reason = REASONS[status] ?? '', headers, body } = answer;
  const lines = [`HTTP/${request?.version ?? '1.1'} ${status} ${reason}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  lines.push(`content-length: ${Buffer.byteLength(body)}`);
  if (!keepsOpen) lines.push('connection: close');
  return `${lines.join('\r\n')}\r\n\r\n${request?.method === 'HEAD' ? '' : body}`;
}

/** Resolves when the response has left this process; false if it does not within `timeoutMs`. */
function send(socket: Socket, text: string, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isSent: boolean): void => {
      clearTimeout(timer);
      socket.off('close', onClose);
      resolve(isSent);
    };
    const onClose = (): void => finish(false);
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    socket.once('close', onClose);
    socket.write(text, (error) => finish(error === undefined || error === null));
  });
}

/**
 * Ends our half of the connection and discards what still arrives: closing a socket with unread bytes resets
 * the connection, and the caller would lose the response.
 */
async function linger(socket: Socket, reader: SocketReader, lingerMs: number): Promise<void> {
  socket.end();
  const deadline = createDeadline(lingerMs);
  do reader.take(reader.buffered.length);
  while ((await reader.wait(deadline())) === 'bytes');
}
