// Calls that the server makes to applications and authentication entities: bounded in time and number, each an exchange of its own in Activity.
import type { ActivityOutcome, ActivityParty, ActivityRefusal } from '#protocol/contract/activity.ts';
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

/** Which XML messages a call carries. */
interface CallDocuments {
  readonly request: string;
  /** Takes the message out of the body; absent: the body is the message. */
  readonly read?: (body: string) => string;
  /** Undefined: the answer is none. */
  readonly response: string | undefined;
}

/** A POST to an application, or to whoever `to` names. */
export interface OutgoingCall {
  /** For Activity: "Back-channel logout". */
  readonly title: string;
  /** Absolute http(s) address. */
  readonly url: string;
  readonly contentType: string;
  /** Value of the header Authorization, with its scheme; never logged. */
  readonly authorization?: string;
  /** Who calls and who is called, for Activity; default: the server an application. */
  readonly from?: ActivityParty;
  readonly to?: ActivityParty;
  /** Who is called, in a sentence; default: the client. */
  readonly called?: string;
  /** The rule that Activity shows; default `notify-client`. */
  readonly rule?: string;
  /** Value of the header SOAPAction, with its quotation marks; absent: none is sent. */
  readonly soapAction?: string;
  /** The XML messages in the body and in the answer, as Activity calls and shows them. */
  readonly documents?: CallDocuments;
  /** Makes the body; an `OAuthError` or `SamlStatusError` is a setting that cannot be followed. */
  readonly body: () => Promise<string>;
  readonly realm: string;
  readonly clientId: string;
  readonly username?: string;
  /** Activity's flow that the call belongs to. */
  readonly flow: string;
  /** Which statuses mean that the application has understood. */
  readonly accepted: readonly number[];
  /** Judges the body of an answer whose status is accepted; an `OAuthError` or `SamlStatusError` makes it a refusal. */
  readonly readAnswer?: (text: string) => Promise<void>;
  /** How long this one may take, its answer's body included, in milliseconds; default: as all calls. */
  readonly timeoutMs?: number;
  /** More of an answer is not read; default 16 KiB, as only an error's JSON is of interest. Bytes. */
  readonly maxAnswerBytes?: number;
  /** The setting that the address came from: `attribute backchannel.logout.url of client shop`. */
  readonly setting: string;
  readonly section: string;
}

/** How a call ended. */
export interface CallResult {
  readonly outcome: Extract<ActivityOutcome, 'accepted' | 'refused' | 'failed'>;
  /** Status of the answer; 0 when there was none. */
  readonly status: number;
  /** In plain words: "answered 200", "did not answer within 5 s". */
  readonly detail: string;
}

/** Calls applications. */
export interface OutgoingCalls {
  /** Never throws: what goes wrong is the result. Redirects are not followed. */
  post(call: OutgoingCall): Promise<CallResult>;
  /** Gives up what is under way; later calls fail at once. */
  close(): void;
}

/** How calls are made. */
export interface OutgoingCallOptions {
  readonly activity: ExchangeRecorder;
  readonly log: Logger;
  /** How long an application may take, its answer's body included; default 5 s. */
  readonly timeoutMs?: number;
  /** How many calls are under way at once; the others wait for their turn. Default 32. */
  readonly maxAtOnce?: number;
}

const TIMEOUT_MS = 5000;
/**
 * How long a call of the server to itself may take, in milliseconds. What it waits for is the server's own queue: on a busy
 * machine that takes long without anything being wrong.
 */
export const OWN_SERVER_TIMEOUT_MS = 30_000;
const MAX_AT_ONCE = 32;
const MAX_ANSWER_BYTES = 16 * 1024;

/** Why there is no answer. */
interface Failure {
  readonly failure: string;
  readonly code: string;
  readonly remedy?: string;
  /** What was thrown, when the network or the called server is at fault; for the log. */
  readonly error?: unknown;
}

/** An answer, with what is wrong with its body, or why there is none. */
type Answer = { readonly reply: Reply; readonly problem?: Refusal } | Failure;

async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function toReply(response: Response, maxBytes: number): Promise<Reply> {
  const headers: ReplyHeaders = {};
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') headers[name] = value;
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  return { status: response.status, headers, body: await readBounded(response, maxBytes) };
}

function describeFailure(error: unknown, timeoutMs: number): Failure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'AbortError')
    return { failure: 'was not notified: the server stops', code: 'server_stopping' };
  if (name === 'TimeoutError')
    return { failure: `did not answer within ${timeoutMs / 1000} s`, code: 'no_answer', error };
  return { failure: `could not be reached: ${reasonOfFailure(error)}`, code: 'connection_failed', error };
}

/** What went wrong in a protocol's words; undefined: a defect. */
function asRefusal(error: unknown): Refusal | undefined {
  return error instanceof OAuthError || error instanceof SamlStatusError ? error : undefined;
}

function describeRefusal({ code, reason, remedy }: Refusal): Failure {
  return { code, failure: `was not notified: ${reason}`, ...(remedy === undefined ? {} : { remedy }) };
}

/** Lets at most `max` run at once. */
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
  authorization,
  soapAction,
}: OutgoingCall): Readonly<Record<string, string>> {
  return {
    'content-type': contentType,
    ...(authorization === undefined ? {} : { authorization }),
    ...(soapAction === undefined ? {} : { soapaction: soapAction }),
  };
}

function factsOf(call: OutgoingCall): RequestFacts {
  const { host, protocol } = new URL(call.url);
  return {
    method: 'POST',
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
    return { outcome: 'failed', status: 0, detail: answer.failure, refusal };
  }
  const { status } = answer.reply;
  const detail = `answered ${status}`;
  const { problem } = answer;
  if (problem !== undefined) {
    const {
      code,
      description,
      reason,
      remedy = `Look at what answers there, or change ${setting}.`,
    } = problem;
    const refusal = { code, description, reason, remedy, section: problem.section };
    return { outcome: 'refused', status, detail: `${detail}: ${reason}`, refusal };
  }
  if (accepted.includes(status)) return { outcome: 'accepted', status, detail };
  const reason = `${called} at ${call.url} ${detail}; only ${accepted.join(' and ')} count.`;
  const remedy = `Let it answer ${accepted[0]}, or change ${setting}.`;
  const refusal = { code: `status_${status}`, description: detail, reason, remedy, section };
  return { outcome: 'refused', status, detail, refusal };
}

/** A failure of the network or of the called server carries what was thrown; a refusal is a line. */
function warn(log: Logger, { title }: OutgoingCall, refusal: ActivityRefusal, answer: Answer): void {
  const { reason, code, remedy } = refusal;
  log.warn(reason, { code, remedy, title }, 'failure' in answer ? answer.error : undefined);
}

/** Looks into an answer that counts. */
async function examine(call: OutgoingCall, recorded: RecordedExchange, answer: Answer): Promise<Answer> {
  if ('failure' in answer) return answer;
  const text = String(answer.reply.body);
  const name = call.documents?.response;
  if (name !== undefined) recorded.document('response', name, text);
  if (call.readAnswer === undefined || !call.accepted.includes(answer.reply.status)) return answer;
  try {
    await call.readAnswer(text);
    return answer;
  } catch (error) {
    const problem = asRefusal(error);
    if (problem === undefined) throw error;
    return { ...answer, problem };
  }
}

/** Makes the caller. */
export function createOutgoingCalls(options: OutgoingCallOptions): OutgoingCalls {
  const { activity, log } = options;
  const gate = createGate(options.maxAtOnce ?? MAX_AT_ONCE);
  const closing = new AbortController();

  async function send(call: OutgoingCall, body: string): Promise<Answer> {
    const timeoutMs = call.timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS;
    try {
      const response = await fetch(call.url, {
        method: 'POST',
        headers: headersOf(call),
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), closing.signal]),
      });
      return { reply: await toReply(response, call.maxAnswerBytes ?? MAX_ANSWER_BYTES) };
    } catch (error) {
      return describeFailure(error, timeoutMs);
    }
  }

  async function attempt(call: OutgoingCall, recorded: RecordedExchange): Promise<Answer> {
    try {
      const body = await call.body();
      recorded.keepRequestBody(body);
      const { documents } = call;
      if (documents !== undefined)
        recorded.document('request', documents.request, documents.read?.(body) ?? body);
      return await examine(call, recorded, await send(call, body));
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal !== undefined) return describeRefusal(refusal);
      log.with(() => mdcOf(recorded)).error('A call could not be made', { url: maskUrl(call.url) }, error);
      return { code: 'server_error', failure: 'was not notified: the message could not be made.' };
    }
  }

  async function run(call: OutgoingCall): Promise<CallResult> {
    const recorded = activity.begin(factsOf(call));
    recorded.title(call.title);
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
    post: (call) => gate(() => run(call)),
    close: () => closing.abort(),
  };
}
