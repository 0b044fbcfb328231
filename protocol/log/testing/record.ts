// Test support: a record with defaults.
import type { LogRecord } from '#protocol/contract/log-record.ts';

/** By default INFO of category `server` at 2026-01-31T12:00:00.123Z. */
export function makeRecord(given: Partial<LogRecord> = {}): LogRecord {
  return {
    sequence: 1,
    at: Date.UTC(2026, 0, 31, 12, 0, 0, 123),
    level: 'INFO',
    category: 'server',
    message: 'hello',
    parameters: {},
    error: undefined,
    mdc: {},
    threadName: 'main',
    threadId: 0,
    ...given,
  };
}
