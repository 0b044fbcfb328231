// One exchange as recorded during the request: references only; nothing is decoded, masked or formatted here.
import type {
  ActivityDecision,
  ActivityOutcome,
  ActivityParty,
  ActivityRefusal,
} from '#protocol/contract/activity.ts';
import type { EventKind } from '#protocol/contract/events.ts';
import type { FixWire } from '#protocol/contract/fixes.ts';
import type { CallKind } from '#protocol/contract/outgoing-calls.ts';
import type { Refusal, UserEventError } from '#protocol/errors/refusal.ts';
import { copyText } from '#protocol/store/memory/copy-text.ts';
import type { ActivityNotes, Reply } from './exchange.ts';
import type { WriteOptions } from './reply-writer.ts';

/** What is known of a request before it is processed. */
export interface RequestFacts {
  readonly method: string;
  /** Raw request target with query. */
  readonly target: string;
  /** Alternating names and values, unmodified. */
  readonly rawHeaders: readonly string[];
  readonly remoteAddress: string;
  readonly secure: boolean;
}

/** A refusal by the server itself, not by a protocol rule. */
interface ServerRefusal {
  readonly code: string;
  readonly description: string;
  readonly remedy: string | undefined;
  readonly section: string | undefined;
}

/** Longer bodies and XML messages, in characters, are not kept. */
export const MAX_KEPT_BODY_LENGTH: number = 64 * 1024;
/** Memory per exchange besides its texts: objects, references, notes. */
const FIXED_COST_BYTES = 1024;

const NO_DECISIONS: readonly ActivityDecision[] = [];
const NO_DOCUMENTS: readonly NotedDocument[] = [];
const NO_EVENTS: readonly NotedEvent[] = [];

/** Maximum length in characters of text that callers control: names, and reasons that quote them. */
const MAX_NOTE_LENGTH = 4096;
/** Memory per decision besides its texts. */
const DECISION_COST_BYTES = 128;

/** A copy, truncated if long: a substring would keep the whole original in memory. */
function copyNote(text: string): string {
  const short = text.length <= MAX_NOTE_LENGTH ? text : `${text.slice(0, MAX_NOTE_LENGTH)}…`;
  return copyText(short);
}

/** Size of a string in memory: one byte per character, or two if any is not Latin-1. */
function bytesOf(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
}

/** A truncated value would be another one. */
function isShort(fix: FixWire): boolean {
  return Object.values(fix).every((part) => typeof part !== 'string' || part.length <= MAX_NOTE_LENGTH);
}

/** The values may be substrings of a body that is not kept. */
function copyFix(fix: FixWire): FixWire {
  const parts = Object.entries(fix).filter(([, part]) => part !== undefined);
  return Object.fromEntries(
    parts.map(([name, part]) => [name, typeof part === 'string' ? copyText(part) : part]),
  ) as unknown as FixWire;
}

function bytesOfAll(texts: readonly (string | undefined)[]): number {
  let bytes = 0;
  for (const text of texts) if (text !== undefined) bytes += bytesOf(text);
  return bytes;
}

function lengthOfAll(texts: readonly string[]): number {
  let length = 0;
  for (const text of texts) length += text.length;
  return length;
}

/** An XML message of an exchange. */
export interface NotedDocument {
  readonly direction: 'request' | 'response';
  readonly name: string;
  readonly xml: string;
  /** Length in characters of a message that was too long to be kept; its `xml` is empty. */
  readonly droppedLength?: number;
}

/** A user event besides that of the exchange. */
export interface NotedEvent {
  readonly kind: EventKind;
  readonly details: Readonly<Record<string, string>>;
  /** Absent: that of the exchange. */
  readonly sessionId?: string;
}

/** An exchange in the ring buffer. The server fills it; `summarize` and `describeExchange` read it. */
export class RecordedExchange implements ActivityNotes {
  readonly id: string;
  readonly facts: RequestFacts;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Monotonic milliseconds. */
  readonly startedTick: number;
  durationMs = 0;
  /** Milliseconds since the epoch, with a fraction by which exchanges of a process are in order; 0 before its end. */
  endedAt = 0;
  /** The server that answered, if there are several. */
  server: string | undefined;
  /** Whether another server has recorded it. */
  isForeign = false;
  flow: string;
  realmName: string | undefined;
  /** Path of the matched route: `/realms/:realm/device`; undefined: none matched. */
  routePath: string | undefined;
  /** Title in Activity; undefined: not kept, unless it is in the background. */
  heading: string | undefined;
  /** A read or a request of the console, which Activity keeps apart. */
  isBackground = false;
  from: ActivityParty | undefined;
  to: ActivityParty | undefined;
  clientId: string | undefined;
  username: string | undefined;
  refusal: ActivityRefusal | undefined;
  /** Name of the test that caused the exchange, or an earlier one of its flow. */
  testName: string | undefined;
  /** PKCE method of a request that starts a flow, or of the one that is redeemed; undefined for all others. */
  pkceMethod: string | undefined;
  /** Why the server called another one; undefined for requests to the server. */
  callKind: CallKind | undefined;
  /** Id of the fault that made or changed the answer. */
  faultId: string | undefined;
  /** Messages that the realm wrote; undefined: none. */
  mailIds: readonly string[] | undefined;
  /** The session that the exchange starts, uses or ends; for user events. */
  sessionId: string | undefined;
  /** For user events; undefined: none were noted. */
  notedDetails: Readonly<Record<string, string>> | undefined;
  /** Why the user may not sign in; for user events and metrics. */
  userEventError: UserEventError | undefined;
  result: ActivityOutcome | undefined;
  /** Body of the request as text; empty when absent or too long to be kept. */
  requestBody = '';
  requestBodyLength = 0;
  reply: Reply | undefined;
  /** How the server wrote the reply; undefined: it received it. */
  written: WriteOptions | undefined;
  replyBodyLength = 0;
  /** Approximate memory in bytes; set once the reply is kept. */
  cost = 0;
  #decisions: ActivityDecision[] | undefined;
  #documents: NotedDocument[] | undefined;
  #events: NotedEvent[] | undefined;

  constructor(id: string, facts: RequestFacts, startedAt: number, startedTick: number) {
    this.id = id;
    this.flow = id;
    this.facts = facts;
    this.startedAt = startedAt;
    this.startedTick = startedTick;
  }

  get decisions(): readonly ActivityDecision[] {
    return this.#decisions ?? NO_DECISIONS;
  }

  /** User events besides that of the exchange. */
  get notedEvents(): readonly NotedEvent[] {
    return this.#events ?? NO_EVENTS;
  }

  /** XML messages in the order they were received and sent. */
  get documents(): readonly NotedDocument[] {
    return this.#documents ?? NO_DOCUMENTS;
  }

  /** Sets what an exchange had noted that another server has recorded. */
  restoreNotes(decisions: readonly ActivityDecision[], documents: readonly NotedDocument[]): void {
    if (decisions.length > 0) this.#decisions = [...decisions];
    if (documents.length > 0) this.#documents = [...documents];
  }

  document(direction: NotedDocument['direction'], name: string, xml: string): void {
    this.#documents ??= [];
    const isKept = xml.length <= MAX_KEPT_BODY_LENGTH;
    this.#documents.push(
      isKept ? { direction, name, xml } : { direction, name, xml: '', droppedLength: xml.length },
    );
  }

  /** Forgets the messages of an answer that is made anew. */
  dropSentDocuments(): void {
    this.#documents = this.#documents?.filter(({ direction }) => direction === 'request');
  }

  keepRequestBody(source: string): void {
    this.requestBodyLength = source.length;
    if (source.length <= MAX_KEPT_BODY_LENGTH) this.requestBody = source;
  }

  /** Keeps the reply; its body only if it is JSON of acceptable length or a posted form: nothing else is shown. */
  keepReply(reply: Reply): void {
    const type = reply.headers?.['content-type'];
    const length = reply.body?.length ?? 0;
    const isShown = typeof type === 'string' && type.includes('json') && length <= MAX_KEPT_BODY_LENGTH;
    this.replyBodyLength = length;
    const { status, headers, postedForm } = reply;
    this.reply = isShown ? reply : { status, ...(headers && { headers }), ...(postedForm && { postedForm }) };
    this.cost = FIXED_COST_BYTES + this.#bytes(isShown ? String(reply.body ?? '') : '');
  }

  /** Caller-controlled text may be long, or a substring of a body that is not kept. */
  #note(text: string): string {
    const isCheap = text.length <= MAX_NOTE_LENGTH && this.requestBodyLength <= MAX_KEPT_BODY_LENGTH;
    return isCheap ? text : copyNote(text);
  }

  /** Approximate memory of the exchange's texts, in bytes. */
  #bytes(replyBody: string): number {
    const { facts, refusal, clientId, username } = this;
    // Headers and targets are Latin-1: one byte per character.
    let bytes = facts.target.length + lengthOfAll(facts.rawHeaders);
    for (const value of Object.values(this.reply?.headers ?? {}))
      bytes += typeof value === 'string' ? value.length : lengthOfAll(value);
    for (const [, value] of this.reply?.postedForm?.fields ?? []) bytes += bytesOf(value);
    bytes += bytesOfAll([this.requestBody, replyBody, clientId, username, this.testName]);
    if (refusal !== undefined) bytes += bytesOfAll([refusal.description, refusal.reason, refusal.remedy]);
    if (refusal?.fix !== undefined) bytes += bytesOfAll(Object.values(refusal.fix).map(String));
    for (const { xml } of this.documents) bytes += bytesOf(xml);
    for (const { detail } of this.decisions) bytes += DECISION_COST_BYTES + bytesOf(detail);
    return bytes;
  }

  title(title: string): void {
    this.heading = title;
  }

  joinFlow(flow: string): void {
    this.flow = flow;
  }

  parties(from: ActivityParty, to: ActivityParty): void {
    this.from = from;
    this.to = to;
  }

  client(clientId: string): void {
    this.clientId = this.#note(clientId);
  }

  user(username: string): void {
    this.username = this.#note(username);
  }

  session(sessionId: string): void {
    this.sessionId = sessionId;
  }

  eventDetails(details: Readonly<Record<string, string>>): void {
    this.notedDetails = this.notedDetails === undefined ? details : { ...this.notedDetails, ...details };
  }

  userEvent(kind: EventKind, details: NotedEvent['details'], sessionId?: string): void {
    this.#events ??= [];
    this.#events.push({ kind, details, ...(sessionId === undefined ? {} : { sessionId }) });
  }

  pkce(method: string | undefined): void {
    this.pkceMethod = method ?? 'none';
  }

  recordPass(rule: string, detail: string, section?: string): void {
    this.#decide(rule, 'passed', detail, section);
  }

  recordNote(rule: string, detail: string, section?: string): void {
    this.#decide(rule, 'noted', detail, section);
  }

  refused(error: Refusal, step?: string): void {
    const { code, description, reason, remedy, fix, section } = error;
    const rule = error.rule ?? step ?? this.#refusedBy(reason);
    this.userEventError = error.userEventError;
    if (code === 'authorization_pending') {
      // Polling before the user has answered is normal, so it does not count as a refusal.
      this.result = 'asked';
      this.#decide('await-person', 'noted', `${reason} ${remedy ?? ''}`.trimEnd(), section);
      return;
    }
    this.refusal = {
      code,
      description: this.#note(description),
      reason: this.#note(reason),
      section,
      ...(rule === undefined ? {} : { rule }),
      ...(remedy === undefined ? {} : { remedy: this.#note(remedy) }),
      ...(fix === undefined || !isShort(fix) ? {} : { fix: copyFix(fix) }),
    };
    if (rule !== undefined && this.#refusedBy(reason) === undefined)
      this.#decide(rule, 'refused', reason, section);
  }

  /** The rule that has refused already: what one step reports, the endpoint reports again. */
  #refusedBy(reason: string): string | undefined {
    return this.decisions.findLast(({ outcome, detail }) => outcome === 'refused' && detail === reason)?.rule;
  }

  /** Refused by the server, not by a protocol rule: a malformed request, a disk that cannot be written. */
  refusedAtDoor(fault: ServerRefusal): void {
    const { code, description, remedy, section } = fault;
    this.refusal = {
      code,
      description,
      reason: description,
      ...(remedy === undefined ? {} : { remedy }),
      ...(section === undefined ? {} : { section }),
    };
  }

  /** The answer was made or changed by a fault of the test kit. */
  madeByFault(id: string, detail: string): void {
    this.faultId = id;
    this.#decide('fault', 'noted', detail, undefined);
  }

  sentMail(id: string, detail: string): void {
    this.mailIds = [...(this.mailIds ?? []), id];
    this.#decide('send-mail', 'noted', detail, undefined);
  }

  outcome(outcome: ActivityOutcome): void {
    this.result = outcome;
  }

  #decide(
    rule: string,
    outcome: ActivityDecision['outcome'],
    detail: string,
    section: string | undefined,
  ): void {
    const noted = this.#note(detail);
    this.#decisions ??= [];
    // A sign-in has dozens of decisions: a spread would cost as much as everything else.
    this.#decisions.push(
      section === undefined ? { rule, outcome, detail: noted } : { rule, outcome, detail: noted, section },
    );
  }
}

/** The path of a request target, without query. */
export function pathOf(target: string): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

/** The query of a request target, without `?`; empty if it has none. */
export function queryOf(target: string): string {
  const question = target.indexOf('?');
  return question === -1 ? '' : target.slice(question + 1);
}

/** The recorded outcome, otherwise derived from refusal and status. */
export function outcomeOf(recorded: RecordedExchange): ActivityOutcome {
  if (recorded.result !== undefined) return recorded.result;
  const status = recorded.reply?.status ?? 0;
  if (status >= 500) return 'failed';
  return recorded.refusal !== undefined || status >= 400 ? 'refused' : 'accepted';
}
