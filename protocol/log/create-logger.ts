// The server's logger: electron-log's core carries the records, a console transport writes them.
import log from 'electron-log/node';
import { systemClock, toIsoText } from '#protocol/clock.ts';
import { type LevelList, type RecordLevel, severityOf, thresholdOf } from '#protocol/contract/log-levels.ts';
import type { Logger, LogParameters } from './logger.ts';

/** What a record is while it travels from the logger to its transports. */
interface LogRecord {
  readonly category: string;
  readonly message: string;
  readonly parameters: LogParameters;
  readonly error: unknown;
}

/** Where finished lines go. */
export interface LogOptions {
  readonly levels: LevelList;
  /** Takes one record's text, line break included. Default: standard output, WARN and worse to standard error. */
  readonly write?: (text: string, level: RecordLevel) => void;
}

const LEVEL_NAMES: readonly RecordLevel[] = ['FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'];

function writeToConsole(text: string, level: RecordLevel): void {
  (severityOf(level) <= severityOf('WARN') ? process.stderr : process.stdout).write(text);
}

/** Values with blanks or quotes are quoted; line breaks never pass, so that no value can forge a record. */
function renderValue(value: string | number | boolean): string {
  const text = String(value);
  return /[\s"=\p{Cc}]/u.test(text) || text === '' ? JSON.stringify(text) : text;
}

function renderParameters(parameters: LogParameters): string {
  let text = '';
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) text += ` ${name}=${renderValue(value)}`;
  }
  return text;
}

function renderError(error: unknown): string {
  if (error === undefined) return '';
  return `\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** One line (and the stack of an error below it): `2026-01-31 12:00:00,123 INFO  [server] Listening on: http://…`. Times are UTC. */
function renderRecord(date: Date, level: RecordLevel, record: LogRecord): string {
  const time = toIsoText(date.getTime()).replace('T', ' ').replace('.', ',').replace('Z', '');
  const message = record.message.replaceAll(/[\r\n]+/g, ' ');
  return `${time} ${level.padEnd(5)} [${record.category}] ${message}${renderParameters(record.parameters)}${renderError(record.error)}\n`;
}

/** The root of all loggers; `child` gives one per category. */
export function createRootLogger(options: LogOptions): Logger {
  const write = options.write ?? writeToConsole;
  const core = log.create({ logId: 'understudy' });
  for (const level of LEVEL_NAMES) core.addLevel(level);
  const console = (message: { date: Date; level: string; data: unknown[] }): void => {
    const level = message.level as RecordLevel;
    write(renderRecord(message.date, level, message.data[0] as LogRecord), level);
  };
  // The loggers below have decided already, so the transport takes every level. Only ours is there:
  // electron-log's own would open a file in the user's configuration folder.
  console.level = 'TRACE';
  console.transforms = [] as never[];
  Object.assign(core, { transports: { console } });
  const emit: Emit = (level, record) =>
    core.processMessage({ data: [record], date: new Date(systemClock.now()), level: level as never });
  return createCategoryLogger(options.levels, '', emit);
}

type Emit = (level: RecordLevel, record: LogRecord) => void;

function createCategoryLogger(levels: LevelList, category: string, emit: Emit): Logger {
  const threshold = thresholdOf(levels, category);
  const at = (level: RecordLevel) => {
    const passes = severityOf(level) <= threshold;
    return (message: string, parameters: LogParameters = {}, error?: unknown): void => {
      if (passes) emit(level, { category: category || 'server', message, parameters, error });
    };
  };
  return {
    category,
    isEnabled: (level) => severityOf(level) <= threshold,
    fatal: at('FATAL'),
    error: at('ERROR'),
    warn: at('WARN'),
    info: at('INFO'),
    debug: at('DEBUG'),
    trace: at('TRACE'),
    child: (name) => createCategoryLogger(levels, category === '' ? name : `${category}.${name}`, emit),
  };
}
