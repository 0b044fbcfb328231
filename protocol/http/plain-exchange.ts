// A recorded exchange as plain data, for other servers.
import type {
  ActivityDecision,
  ActivityOutcome,
  ActivityParty,
  ActivityRefusal,
} from '#protocol/contract/activity.ts';
import type { CallKind } from '#protocol/contract/outgoing-calls.ts';
import type { PostedForm, Reply } from './exchange.ts';
import { hidePasswords, hidePasswordsInHeaders } from './hide-passwords.ts';
import { type NotedDocument, RecordedExchange, type RequestFacts } from './recorded-exchange.ts';
import type { WriteOptions } from './reply-writer.ts';

/** Members that are plain data already, each the same in both forms. */
interface CopiedMembers {
  readonly durationMs: number;
  readonly endedAt: number;
  readonly server?: string | undefined;
  readonly flow: string;
  readonly realmName?: string | undefined;
  readonly routePath?: string | undefined;
  readonly heading?: string | undefined;
  readonly isBackground: boolean;
  readonly from?: ActivityParty | undefined;
  readonly to?: ActivityParty | undefined;
  readonly clientId?: string | undefined;
  readonly username?: string | undefined;
  readonly refusal?: ActivityRefusal | undefined;
  readonly testName?: string | undefined;
  readonly pkceMethod?: string | undefined;
  readonly callKind?: CallKind | undefined;
  readonly faultId?: string | undefined;
  readonly mailIds?: readonly string[] | undefined;
  readonly result?: ActivityOutcome | undefined;
  readonly requestBodyLength: number;
  readonly written?: WriteOptions | undefined;
  readonly replyBodyLength: number;
  readonly cost: number;
}

/** The parts of a reply that Activity shows. */
interface PlainReply {
  readonly status: number;
  readonly headers?: Reply['headers'];
  readonly body?: string;
  readonly postedForm?: PostedForm;
}

/** A {@link RecordedExchange} that has ended, without passwords. What only user events need is left out. */
export interface PlainExchange extends CopiedMembers {
  readonly id: string;
  readonly facts: RequestFacts;
  readonly startedAt: number;
  readonly requestBody: string;
  readonly reply: PlainReply;
  readonly decisions: readonly ActivityDecision[];
  readonly documents: readonly NotedDocument[];
}

function copyMembers(from: CopiedMembers): CopiedMembers {
  return {
    durationMs: from.durationMs,
    endedAt: from.endedAt,
    server: from.server,
    flow: from.flow,
    realmName: from.realmName,
    routePath: from.routePath,
    heading: from.heading,
    isBackground: from.isBackground,
    from: from.from,
    to: from.to,
    clientId: from.clientId,
    username: from.username,
    refusal: from.refusal,
    testName: from.testName,
    pkceMethod: from.pkceMethod,
    callKind: from.callKind,
    faultId: from.faultId,
    mailIds: from.mailIds,
    result: from.result,
    requestBodyLength: from.requestBodyLength,
    written: from.written,
    replyBodyLength: from.replyBodyLength,
    cost: from.cost,
  };
}

function toPlainReply({ status = 0, headers, body, postedForm }: Partial<Reply> = {}): PlainReply {
  return {
    status,
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body: body.toString() }),
    ...(postedForm === undefined ? {} : { postedForm }),
  };
}

/** The exchange as other servers may know it. */
export function toPlainExchange(recorded: RecordedExchange): PlainExchange {
  const { id, facts, startedAt, requestBody, reply, decisions, documents } = recorded;
  return {
    ...copyMembers(recorded),
    id,
    facts: { ...facts, rawHeaders: hidePasswordsInHeaders(facts.rawHeaders) },
    startedAt,
    requestBody: hidePasswords(requestBody),
    reply: toPlainReply(reply),
    decisions,
    documents,
  };
}

/** The exchange of another server. */
export function fromPlainExchange(plain: PlainExchange): RecordedExchange {
  const { id, facts, startedAt, requestBody, reply, decisions, documents } = plain;
  const recorded = new RecordedExchange(id, facts, startedAt, 0);
  Object.assign(recorded, copyMembers(plain), { requestBody, reply });
  recorded.restoreNotes(decisions, documents);
  return recorded;
}
