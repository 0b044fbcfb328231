// Filters log records by level, category and text, and converts them for the wire.

import { toIsoText } from '#protocol/clock.ts';
import { LEVEL_SEVERITY, readLevel, severityOf } from '#protocol/contract/log-levels.ts';
import type { LogRecord } from '#protocol/contract/log-record.ts';
import type { LogLineWire } from '#protocol/contract/logs.ts';
import type { Exchange } from '#protocol/http/exchange.ts';
import { renderError, renderMessage } from '#protocol/log/record-text.ts';
import { badRequest } from '../admin-error.ts';

export interface LogFilter {
  /** Whether level and category match; costs two comparisons. */
  admits(record: LogRecord): boolean;
  /** Whether the line contains the text. */
  finds(line: LogLineWire): boolean;
}

/** The filter in the query. @throws {AdminError} 400 for an unknown level. */
export function readLogFilter({ query }: Exchange): LogFilter {
  const severity = readSeverity(query.get('level') ?? '');
  const category = query.get('category') ?? '';
  const text = (query.get('text') ?? '').toLowerCase();
  return {
    admits: (record) => severityOf(record.level) <= severity && isWithin(record.category, category),
    finds: (line) => text === '' || searched(line).toLowerCase().includes(text),
  };
}

function readSeverity(text: string): number {
  const level = text === '' ? 'ALL' : readLevel(text);
  if (level === undefined) throw badRequest(`level must be one of ${Object.keys(LEVEL_SEVERITY).join(', ')}`);
  return LEVEL_SEVERITY[level];
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
