// Formats records as JSON, one object per line, with exactly the members of the service description.
import type { LogRecord } from '#protocol/contract/log-record.ts';
import { createDateFormat } from './pattern/java-date-format.ts';
import { classNameOf, methodNameOf } from './pattern/location-symbols.ts';
import type { PatternFacts } from './pattern/symbols.ts';
import { LOCAL_ZONE } from './pattern/time-zone.ts';
import { MAX_CAUSE_DEPTH, renderErrorTitle, renderMessage } from './record-text.ts';
import { parseStackFrame } from './source-location.ts';

/** The same for all records. */
const LOGGER_CLASS_NAME = 'understudy.log.Logger';

/** Maximum number of errors listed per aggregate. */
const MAX_PARTS = 10;

/** Maximum number of errors per record, because aggregates may contain themselves. */
const MAX_ERRORS = 50;

interface ExceptionFrame {
  readonly class: string;
  readonly method: string;
  readonly line: number;
}

/** A thrown value in a JSON record. */
interface ExceptionWire {
  /** Number of the error within its record, from 1. */
  readonly refId: number;
  readonly exceptionType: string;
  readonly message: string;
  readonly frames: readonly ExceptionFrame[];
  /** The errors of an aggregate, such as one per address of an unreachable host. */
  readonly suppressed?: readonly { readonly exception: ExceptionWire }[];
  readonly causedBy?: { readonly exception: ExceptionWire };
}

function framesOf(error: Error): readonly ExceptionFrame[] {
  return String(error.stack)
    .split('\n')
    .map(parseStackFrame)
    .filter((location) => location !== undefined)
    .map((location) => ({
      class: classNameOf(location),
      method: methodNameOf(location),
      line: location.line,
    }));
}

/** `ids` numbers the errors of a record; `depth` counts the causes followed so far. */
function toException(error: unknown, ids = { last: 0 }, depth = 1): ExceptionWire {
  ids.last += 1;
  const refId = ids.last;
  if (!(error instanceof Error)) {
    return { refId, exceptionType: typeof error, message: renderErrorTitle(error), frames: [] };
  }
  const inner = (part: unknown) => ({ exception: toException(part, ids, depth + 1) });
  const isWithinLimits = depth < MAX_CAUSE_DEPTH && refId < MAX_ERRORS;
  const parts =
    error instanceof AggregateError && isWithinLimits ? error.errors.slice(0, MAX_PARTS).map(inner) : [];
  return {
    refId,
    exceptionType: error.name,
    message: String(error.message),
    frames: framesOf(error),
    ...(parts.length === 0 ? undefined : { suppressed: parts }),
    ...(error.cause === undefined || !isWithinLimits ? undefined : { causedBy: inner(error.cause) }),
  };
}

/** Service description §2.3, "JSON console output"; `exception` is present only if something was thrown. */
export function createJsonFormat(facts: PatternFacts): (record: LogRecord) => string {
  const formatTime = createDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", LOCAL_ZONE);
  return (record) => {
    const line = JSON.stringify({
      timestamp: formatTime(record.at),
      sequence: record.sequence,
      loggerClassName: LOGGER_CLASS_NAME,
      loggerName: record.category,
      level: record.level,
      message: renderMessage(record),
      threadName: record.threadName,
      threadId: record.threadId,
      mdc: record.mdc,
      ndc: '',
      hostName: facts.hostName,
      processName: facts.processName,
      processId: facts.processId,
      ...(record.error === undefined ? undefined : { exception: toException(record.error) }),
    });
    return `${line}\n`;
  };
}
