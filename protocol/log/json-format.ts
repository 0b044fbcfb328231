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

function toException(error: unknown, refId: number): ExceptionWire {
  if (!(error instanceof Error)) {
    return { refId, exceptionType: typeof error, message: renderErrorTitle(error), frames: [] };
  }
  const exception = {
    refId,
    exceptionType: error.name,
    message: String(error.message),
    frames: framesOf(error),
  };
  if (error.cause === undefined || refId >= MOST_CAUSES) return exception;
  return { ...exception, causedBy: { exception: toException(error.cause, refId + 1) } };
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
      ...(record.error === undefined ? undefined : { exception: toException(record.error, 1) }),
    });
    return `${line}\n`;
  };
}
