// Records as JSON, one object a line, with exactly the members of the service description.
import type { LogRecord } from '#protocol/contract/log-record.ts';
import { createDateFormat } from './pattern/java-date-format.ts';
import { classNameOf, methodNameOf } from './pattern/location-symbols.ts';
import type { PatternFacts } from './pattern/symbols.ts';
import { LOCAL_ZONE } from './pattern/time-zone.ts';
import { renderErrorTitle, renderMessage } from './record-text.ts';
import { parseStackFrame } from './source-location.ts';

/** What made the record. One class makes all. */
const LOGGER_CLASS_NAME = 'understudy.log.Logger';

/** How deep causes are followed; also what ends a circle of them. */
const MOST_CAUSES = 10;

/** How many parts of an aggregate are named. */
const MOST_PARTS = 10;

/** Beyond this many nothing is followed, as aggregates of aggregates could go on without end. */
const MOST_NAMED = 50;

interface ExceptionFrame {
  readonly class: string;
  readonly method: string;
  readonly line: number;
}

/** What was thrown, as a member of a JSON record. */
interface ExceptionWire {
  /** Counts what one record names, from 1. */
  readonly refId: number;
  readonly exceptionType: string;
  readonly message: string;
  readonly frames: readonly ExceptionFrame[];
  /** The parts of an aggregate, as one for each address of a name that could not be reached. */
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

/** `nextId` counts what one record names; `depth` is that of the causes so far. */
function toException(error: unknown, nextId: () => number, depth = 1): ExceptionWire {
  const refId = nextId();
  if (!(error instanceof Error)) {
    return { refId, exceptionType: typeof error, message: renderErrorTitle(error), frames: [] };
  }
  const inner = (part: unknown) => ({ exception: toException(part, nextId, depth + 1) });
  const goesOn = depth < MOST_CAUSES && refId < MOST_NAMED;
  const parts = error instanceof AggregateError && goesOn ? error.errors.slice(0, MOST_PARTS).map(inner) : [];
  return {
    refId,
    exceptionType: error.name,
    message: String(error.message),
    frames: framesOf(error),
    ...(parts.length === 0 ? undefined : { suppressed: parts }),
    ...(error.cause === undefined || !goesOn ? undefined : { causedBy: inner(error.cause) }),
  };
}

function countFrom1(): () => number {
  let count = 0;
  return () => {
    count += 1;
    return count;
  };
}

/** The writer of JSON lines. Service description §2.3, "JSON console output"; `exception` stands only in a record of something thrown. */
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
      ...(record.error === undefined ? undefined : { exception: toException(record.error, countFrom1()) }),
    });
    return `${line}\n`;
  };
}
