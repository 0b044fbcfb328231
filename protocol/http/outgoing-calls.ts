// Calls to applications and authentication entities: limited in time and number, recorded in Activity.
import type { ActivityOutcome, ActivityParty, ActivityRefusal } from '#protocol/contract/activity.ts';
import type { CallKind } from '#protocol/contract/outgoing-calls.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Refusal } from '#protocol/errors/refusal.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Reply, ReplyHeaders } from './exchange.ts';
import { mdcOf } from './exchange-log.ts';
import type { ExchangeRecorder } from './exchange-recorder.ts';
import { maskUrl } from './masking.ts';
import { reasonOfFailure } from './network-failure.ts';
import type { RecordedExchange, RequestFacts } from './recorded-exchange.ts';
import { limitTime } from './time-limit.ts';

/** Names of the XML messages in a call, as Activity shows them. */
interface CallDocuments {
  readonly request: string;
  /** Extracts the message from the body; absent: the body is the message. */
  readonly read?: (body: string) => string;
  /** Undefined: the response carries no message. */
  readonly response: string | undefined;
}

/** A request to an application, or to the party in `to`. */
export interface OutgoingCall {
  readonly kind: CallKind;
  /** Title in Activity: "Back-channel logout". */
  readonly title: string;
  /** Absolute http(s) URL. */
  readonly url: string;
  /** Default: `POST`. A `GET` has no body. */
  readonly method?: 'GET' | 'POST';
  /** Media types of the response; absent: any. */
  readonly accept?: string;
  readonly contentType?: string;
  /** Value of the Authorization header, with scheme; never logged. */
  readonly authorization?: string;
  /** Parties in Activity; default: from the server to an application. */
  readonly from?: ActivityParty;
  readonly to?: ActivityParty;
  /** The called party within a sentence; default: the client ID. */
  readonly called?: string;
  /** The rule shown in Activity; default `notify-client`. */
  readonly rule?: string;
  /** Value of the SOAPAction header, including quotation marks; absent: no header. */
  readonly soapAction?: string;
  /** The XML messages in the body and in the response. */
  readonly documents?: CallDocuments;
  /** Creates the body; throws `OAuthError` or `SamlStatusError` when a setting prevents the call. */
  readonly body: () => Promise<string>;
  readonly realm: string;
  readonly clientId: string;
  readonly username?: string;
  /** The flow in Activity that the call belongs to. */
  readonly flow: string;
  /** Response statuses that mean success. */
  readonly accepted: readonly number[];
  /** Checks the body of an accepted response; throws `OAuthError` or `SamlStatusError` to reject it. */
  readonly readAnswer?: (text: string) => Promise<void>;
  /** Time limit including the response body, in milliseconds; default: that of all calls. */
  readonly timeoutMs?: number;
  /**
   * Maximum response body in bytes; an accepted response with a larger one is rejected. Absent: the first 16 KiB are
   * read, enough for a JSON error.
   */
  readonly maxAnswerBytes?: number;
  /** The setting that contains the URL: `attribute backchannel.logout.url of client shop`. */
  readonly setting: string;
  readonly section: string;
}

export interface CallResult {
  readonly outcome: Extract<ActivityOutcome, 'accepted' | 'refused' | 'failed'>;
  /** Status of the response; 0 when there was none. */
  readonly status: number;
  /** In words: "answered 200", "did not answer within 5 s". */
  readonly detail: string;
  /** The body of the response, up to the maximum; empty when there was none. */
  readonly body: string;
}

export interface OutgoingCalls {
  /** Never throws: failures are results. Redirects are not followed. */
  send(call: OutgoingCall): Promise<CallResult>;
  /** Aborts calls in progress; later calls fail at once. */
  close(): void;
}

export interface OutgoingCallOptions {
  readonly activity: ExchangeRecorder;
  readonly log: Logger;
  /** Time limit of a call including the response body, in milliseconds; default 5 s. */
  readonly timeoutMs?: number;
  /** Maximum number of concurrent calls; further ones are queued. Default 32. */
  readonly maxConcurrent?: number;
}

const TIMEOUT_MS = 5000;
/** Time limit for calls of the server to itself, in ms: they may wait long in its own queue. */
export const OWN_SERVER_TIMEOUT_MS = 30_000;
const MAX_CONCURRENT = 32;
const MAX_ANSWER_BYTES = 16 * 1024;

/** Why there is no response. */
interface Failure {
  readonly failure: string;
  readonly code: string;
  readonly remedy?: string;
  /** The error thrown when the network or the called server failed; for the log. */
  readonly error?: unknown;
}

/** A response, with the problem found in its body, or the reason why there is none. */
type Answer = { readonly reply: Reply; readonly isCut: boolean; readonly problem?: Refusal } | Failure;

interface BoundedText {
  readonly text: string;
  /** The body is larger than the maximum. */
  readonly isCut: boolean;
}

async function readBounded(response: Response, maxBytes: number): Promise<BoundedText> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) break;
    chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString('utf8'), isCut: size > maxBytes };
}

async function toAnswer(response: Response, maxBytes: number): Promise<Answer> {
  const headers: ReplyHeaders = {};
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') headers[name] = value;
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  const { text, isCut } = await readBounded(response, maxBytes);
  return { reply: { status: response.status, headers, body: text }, isCut };
}

function describeFailure(error: unknown, timeoutMs: number): Failure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'AbortError')
    return { failure: 'was not notified: the server is stopping', code: 'server_stopping' };
  if (name === 'TimeoutError')
    return { failure: `did not answer within ${timeoutMs / 1000} s`, code: 'no_answer', error };
  return { failure: `could not be reached: ${reasonOfFailure(error)}`, code: 'connection_failed', error };
}

/** Undefined for defects. */
function asRefusal(error: unknown): Refusal | undefined {
  return error instanceof OAuthError || error instanceof SamlStatusError ? error : undefined;
}

function describeRefusal({ code, reason, remedy }: Refusal): Failure {
  return { code, failure: `was not notified: ${reason}`, ...(remedy === undefined ? {} : { remedy }) };
}

/** Runs at most `max` tasks at once. */
function createGate(max: number): <T>(run: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (run) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

function headersOf({
  contentType,
  accept,
  authorization,
  soapAction,
}: OutgoingCall): Readonly<Record<string, string>> {
  return {
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    ...(accept === undefined ? {} : { accept }),
    ...(authorization === undefined ? {} : { authorization }),
    ...(soapAction === undefined ? {} : { soapaction: soapAction }),
  };
}

const methodOf = ({ method = 'POST' }: OutgoingCall): 'GET' | 'POST' => method;

function factsOf(call: OutgoingCall): RequestFacts {
  const { host, protocol } = new URL(call.url);
  return {
    method: methodOf(call),
    target: call.url,
    rawHeaders: ['host', host, ...Object.entries(headersOf(call)).flat()],
    remoteAddress: '',
    secure: protocol === 'https:',
  };
}

function judge(call: OutgoingCall, answer: Answer): CallResult & { readonly refusal?: ActivityRefusal } {
  const { section, setting, accepted, clientId, called = clientId } = call;
  if ('failure' in answer) {
    const reason = `${called} at ${call.url} ${answer.failure}`;
    const remedy = answer.remedy ?? `Start what listens there, or change ${setting}.`;
    const refusal = { code: answer.code, description: answer.failure, reason, remedy, section };
    return { outcome: 'failed', status: 0, detail: answer.failure, body: '', refusal };
  }
  const { status } = answer.reply;
  const body = String(answer.reply.body ?? '');
  const detail = `answered ${status}`;
  const { problem } = answer;
  if (problem !== undefined) {
    const {
      code,
      description,
      reason,
      remedy = `Check the server at that address, or change ${setting}.`,
    } = problem;
    const refusal = { code, description, reason, remedy, section: problem.section };
    return { outcome: 'refused', status, detail: `${detail}: ${reason}`, body, refusal };
  }
  if (accepted.includes(status)) return { outcome: 'accepted', status, detail, body };
  const reason = `${called} at ${call.url} ${detail}; expected ${accepted.join(' or ')}.`;
  const remedy = `Make it answer ${accepted[0]}, or change ${setting}.`;
  const refusal = { code: `status_${status}`, description: detail, reason, remedy, section };
  return { outcome: 'refused', status, detail, body, refusal };
}

/** Network and server failures are logged with the error thrown, refusals as one line. */
function warn(log: Logger, { title }: OutgoingCall, refusal: ActivityRefusal, answer: Answer): void {
  const { reason, code, remedy } = refusal;
  log.warn(reason, { code, remedy, title }, 'failure' in answer ? answer.error : undefined);
}

function tooLarge({ section }: OutgoingCall, maxBytes: number): Refusal {
  const description = 'response too large';
  const reason = `The response is larger than ${maxBytes} bytes.`;
  return { code: 'invalid_response', description, reason, section, remedy: undefined };
}

/** Records the response message and checks the body of an accepted response. */
async function examine(call: OutgoingCall, recorded: RecordedExchange, answer: Answer): Promise<Answer> {
  if ('failure' in answer) return answer;
  const text = String(answer.reply.body);
  const name = call.documents?.response;
  if (name !== undefined) recorded.document('response', name, text);
  if (!call.accepted.includes(answer.reply.status)) return answer;
  if (answer.isCut && call.maxAnswerBytes !== undefined)
    return { ...answer, problem: tooLarge(call, call.maxAnswerBytes) };
  if (call.readAnswer === undefined) return answer;
  try {
    await call.readAnswer(text);
    return answer;
  } catch (error) {
    const problem = asRefusal(error);
    if (problem === undefined) throw error;
    return { ...answer, problem };
  }
}

export function createOutgoingCalls(options: OutgoingCallOptions): OutgoingCalls {
  const { activity, log } = options;
  const gate = createGate(options.maxConcurrent ?? MAX_CONCURRENT);
  const closing = new AbortController();

  async function request(call: OutgoingCall, body: string): Promise<Answer> {
    const timeoutMs = call.timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS;
    const { signal, end } = limitTime(timeoutMs, closing.signal);
    try {
      const response = await fetch(call.url, {
        method: methodOf(call),
        headers: headersOf(call),
        ...(methodOf(call) === 'GET' ? {} : { body }),
        redirect: 'manual',
        signal,
      });
      return await toAnswer(response, call.maxAnswerBytes ?? MAX_ANSWER_BYTES);
    } catch (error) {
      return describeFailure(error, timeoutMs);
    } finally {
      end();
    }
  }

  async function attempt(call: OutgoingCall, recorded: RecordedExchange): Promise<Answer> {
    try {
      const body = await call.body();
      recorded.keepRequestBody(body);
      const { documents } = call;
      if (documents !== undefined)
        recorded.document('request', documents.request, documents.read?.(body) ?? body);
      return await examine(call, recorded, await request(call, body));
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal !== undefined) return describeRefusal(refusal);
      log
        .with(() => mdcOf(recorded))
        .error('An outgoing call could not be prepared', { url: maskUrl(call.url) }, error);
      return { code: 'server_error', failure: 'was not notified: the message could not be created.' };
    }
  }

  async function run(call: OutgoingCall): Promise<CallResult> {
    const recorded = activity.begin(factsOf(call));
    recorded.title(call.title);
    recorded.callKind = call.kind;
    recorded.parties(call.from ?? 'understudy', call.to ?? 'application');
    recorded.joinFlow(call.flow);
    recorded.realmName = call.realm;
    recorded.client(call.clientId);
    if (call.username !== undefined) recorded.user(call.username);
    const answer = await attempt(call, recorded);
    const { rule = 'notify-client', section } = call;
    const { refusal, ...result } = judge(call, answer);
    recorded.refusal = refusal;
    recorded.outcome(result.outcome);
    if (refusal === undefined) recorded.recordPass(rule, result.detail, section);
    else recorded.recordNote(rule, refusal.reason, section);
    const own = log.with(() => mdcOf(recorded));
    if (refusal === undefined) own.debug(call.title, { url: maskUrl(call.url), status: result.status });
    else warn(own, call, refusal, answer);
    activity.finish(recorded, 'reply' in answer ? answer.reply : { status: 0 });
    return result;
  }

  return {
    send: (call) => gate(() => run(call)),
    close: () => closing.abort(),
  };
}
