// Filters log records by level, category and text, and converts them for the wire.

import { toIsoText } from '#protocol/clock.ts';
import { LEVEL_SEVERITY, type LogLevel, severityOf } from '#protocol/contract/log-levels.ts';
import type { LogRecord } from '#protocol/contract/log-record.ts';
import type { LogLineWire } from '#protocol/contract/logs.ts';
import { renderError, renderMessage } from '#protocol/log/record-text.ts';

export interface LogFilter {
  /** Whether level and category match; costs two comparisons. */
  admits(record: LogRecord): boolean;
  /** Whether the line contains the text. */
  finds(line: LogLineWire): boolean;
}

/** What a filter matches; undefined matches everything. */
interface LogFilterValues {
  readonly level: LogLevel | undefined;
  readonly category: string | undefined;
  readonly text: string | undefined;
}

export function createLogFilter({ level = 'ALL', category = '', text = '' }: LogFilterValues): LogFilter {
  const severity = LEVEL_SEVERITY[level];
  const words = text.toLowerCase();
  return {
    admits: (record) => severityOf(record.level) <= severity && isWithin(record.category, category),
    finds: (line) => words === '' || searched(line).toLowerCase().includes(words),
  };
}

/** A category includes its subcategories. */
function isWithin(category: string, enclosing: string): boolean {
  return enclosing === '' || category === enclosing || category.startsWith(`${enclosing}.`);
}

function searched({ category, message, error = '', mdc }: LogLineWire): string {
  return [category, message, error, ...Object.values(mdc)].join('\n');
}

export function toLogLine(record: LogRecord): LogLineWire {
  const { sequence, at, level, category, threadName, error, mdc } = record;
  return {
    sequence,
    at: toIsoText(at),
    level,
    category,
    message: renderMessage(record),
    thread: threadName,
    ...(error === undefined ? {} : { error: renderError(error).trimEnd() }),
    mdc,
  };
}
