// The log over HTTP: the newest records, and a live stream of them in batches.
import type { LogRecord } from '#protocol/contract/log-record.ts';
import type { LogLineWire, LogPageWire } from '#protocol/contract/logs.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import type { LogTail } from '#protocol/log/log-tail.ts';
import { badRequest } from '../admin-error.ts';
import { ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import { liveStreamReply, readResumePoint } from './live-stream.ts';
import { createLogFilter, type LogFilter, toLogLine } from './log-filter.ts';

/** A batch is sent at most this long after its first record, in milliseconds: at most 20 events a second. */
const BATCH_MS = 50;
/** Of a larger batch, the oldest records are dropped: nobody could read that fast. */
const MAX_BATCH = 2000;

/** The matching lines, in the order of the records. */
function linesOf(records: readonly LogRecord[], { admits, finds }: LogFilter): LogLineWire[] {
  return records.filter(admits).map(toLogLine).filter(finds);
}

function logPage({ query }: EmulatorRequest<'GET /logs'>, logTail: LogTail): Reply {
  const records = linesOf(logTail.records(), createLogFilter(query)).slice(-query.limit);
  const page: LogPageWire = { records, capacity: logTail.capacity, dropped: logTail.dropped };
  return ok(page);
}

/** The last record that the listener has; undefined when no earlier ones are requested. */
function readSince(request: EmulatorRequest<'GET /logs/stream'>): number | undefined {
  const since = readResumePoint(request);
  if (since === undefined) return undefined;
  if (!/^\d{1,15}$/.test(since)) throw badRequest('since must be the sequence of a record');
  return Number(since);
}

/** The records after a given one; all of them if that one is from an earlier process, thus newer than all. */
function missed(records: readonly LogRecord[], since: number): readonly LogRecord[] {
  const newest = records.at(-1)?.sequence ?? 0;
  return newest < since ? records : records.filter(({ sequence }) => sequence > since);
}

function eventText(lines: readonly LogLineWire[]): string {
  return `id: ${lines.at(-1)?.sequence}\nevent: log\ndata: ${JSON.stringify(lines)}\n\n`;
}

/** HTML Standard §9.2. */
function logStream(request: EmulatorRequest<'GET /logs/stream'>, logTail: LogTail): Reply {
  const since = readSince(request);
  const filter = createLogFilter(request.query);
  return liveStreamReply((send) => {
    let waiting: LogRecord[] = since === undefined ? [] : [...missed(logTail.records(), since)];
    let timer: NodeJS.Timeout | undefined;
    const flush = (): void => {
      timer = undefined;
      const lines = linesOf(waiting.slice(-MAX_BATCH), filter);
      waiting = [];
      if (lines.length > 0) send(eventText(lines));
    };
    flush();
    const unsubscribe = logTail.subscribe((record) => {
      if (!filter.admits(record)) return;
      waiting.push(record);
      if (waiting.length >= 2 * MAX_BATCH) waiting = waiting.slice(-MAX_BATCH);
      timer ??= setTimeout(flush, BATCH_MS).unref();
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  });
}

export function createLogHandlers(logTail: LogTail): EmulatorHandlers<'logs'> {
  return {
    'GET /logs': (request) => logPage(request, logTail),
    'GET /logs/stream': (request) => logStream(request, logTail),
  };
}
