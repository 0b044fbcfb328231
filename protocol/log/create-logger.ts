// Loggers by category on electron-log's core: a record is created only when its level is enabled.
import { isMainThread, threadId } from 'node:worker_threads';
import log from 'electron-log/node';
import type { Clock } from '#protocol/clock.ts';
import {
  LEVEL_SEVERITY,
  type LevelList,
  type LogLevel,
  type RecordLevel,
  thresholdOf,
} from '#protocol/contract/log-levels.ts';
import type { LogParameters, LogRecord, Mdc } from '#protocol/contract/log-record.ts';
import type { Logger } from './logger.ts';
import { readSourceLocation } from './source-location.ts';

/** A destination for records, with its own level. */
export interface LogTarget {
  readonly name: string;
  readonly level: LogLevel;
  write(record: LogRecord): void;
}

/** The root logger, and settings that affect all loggers derived from it. */
export interface LoggerCore {
  /** Use `child` for a category. */
  readonly root: Logger;
  /** Takes effect immediately in all existing loggers. */
  setLevels(levels: LevelList): void;
  /** Replaces all targets. With `needsLocation`, each record includes its source location. */
  setTargets(targets: readonly LogTarget[], needsLocation: boolean): void;
}

/** Shared by all loggers of a category, so that a level check costs one comparison. */
interface Threshold {
  severity: number;
}

interface Shared {
  thresholdFor(category: string): Threshold;
  emit(level: RecordLevel, category: string, event: LogEvent): void;
}

interface LogEvent {
  readonly message: string;
  readonly parameters: LogParameters | undefined;
  readonly error: unknown;
  readonly mdc: (() => Mdc) | undefined;
}

const NO_PARAMETERS: LogParameters = Object.freeze({});
const NO_MDC: Mdc = Object.freeze({});
const THREAD_NAME: string = isMainThread ? 'main' : `worker-${threadId}`;

/** The category of the root logger. */
const ROOT_CATEGORY = 'server';

const RECORD_LEVELS: readonly RecordLevel[] = ['FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'];

class CategoryLogger implements Logger {
  readonly category: string;
  readonly #shared: Shared;
  readonly #threshold: Threshold;
  readonly #mdc: (() => Mdc) | undefined;

  constructor(shared: Shared, category: string, mdc: (() => Mdc) | undefined) {
    this.category = category;
    this.#shared = shared;
    this.#threshold = shared.thresholdFor(category);
    this.#mdc = mdc;
  }

  isEnabled(level: RecordLevel): boolean {
    return LEVEL_SEVERITY[level] <= this.#threshold.severity;
  }

  fatal(message: string, parameters?: LogParameters, error?: unknown): void {
    if (LEVEL_SEVERITY.FATAL <= this.#threshold.severity) this.#emit('FATAL', message, parameters, error);
  }

  error(message: string, parameters?: LogParameters, error?: unknown): void {
    if (LEVEL_SEVERITY.ERROR <= this.#threshold.severity) this.#emit('ERROR', message, parameters, error);
  }

  warn(message: string, parameters?: LogParameters, error?: unknown): void {
    if (LEVEL_SEVERITY.WARN <= this.#threshold.severity) this.#emit('WARN', message, parameters, error);
  }

  info(message: string, parameters?: LogParameters): void {
    if (LEVEL_SEVERITY.INFO <= this.#threshold.severity) this.#emit('INFO', message, parameters, undefined);
  }

  debug(message: string, parameters?: LogParameters): void {
    if (LEVEL_SEVERITY.DEBUG <= this.#threshold.severity) this.#emit('DEBUG', message, parameters, undefined);
  }

  trace(message: string, parameters?: LogParameters): void {
    if (LEVEL_SEVERITY.TRACE <= this.#threshold.severity) this.#emit('TRACE', message, parameters, undefined);
  }

  child(name: string): Logger {
    const category = this.category === '' ? name : `${this.category}.${name}`;
    return new CategoryLogger(this.#shared, category, this.#mdc);
  }

  with(mdc: () => Mdc): Logger {
    return new CategoryLogger(this.#shared, this.category, mdc);
  }

  #emit(level: RecordLevel, message: string, parameters: LogParameters | undefined, error: unknown): void {
    this.#shared.emit(level, this.category || ROOT_CATEGORY, { message, parameters, error, mdc: this.#mdc });
  }
}

/** electron-log without its transports: one would open a file in the user's configuration folder. */
function createElectronLogCore() {
  const core = log.create({ logId: 'understudy' });
  for (const level of RECORD_LEVELS) core.addLevel(level);
  Object.assign(core, { transports: {} });
  return core;
}

interface Message {
  readonly data: readonly unknown[];
}

/** A transport of electron-log's core with the target's level. */
function toTransport(target: LogTarget): object {
  const level = { OFF: false, ALL: 'TRACE' }[target.level as string] ?? target.level;
  const transport = ({ data }: Message): void => target.write(data[0] as LogRecord);
  return Object.assign(transport, { level, transforms: [] });
}

/** Initially without targets. */
export function createLoggerCore(initialLevels: LevelList, clock: Clock): LoggerCore {
  const core = createElectronLogCore();
  const thresholds = new Map<string, Threshold>();
  let levels = initialLevels;
  let needsLocation = false;
  let sequence = 0;

  const shared: Shared = {
    thresholdFor(category) {
      let threshold = thresholds.get(category);
      if (threshold === undefined) {
        threshold = { severity: thresholdOf(levels, category) };
        thresholds.set(category, threshold);
      }
      return threshold;
    },
    emit(level, category, { message, parameters = NO_PARAMETERS, error, mdc }) {
      sequence += 1;
      const at = clock.now();
      const record: LogRecord = {
        sequence,
        at,
        level,
        category,
        message,
        parameters,
        error,
        mdc: mdc === undefined ? NO_MDC : mdc(),
        threadName: THREAD_NAME,
        threadId,
        ...(needsLocation ? readSourceLocation() : undefined),
      };
      core.processMessage({ data: [record], date: new Date(at), level: level as never });
    },
  };

  return {
    root: new CategoryLogger(shared, '', undefined),
    setLevels(next) {
      levels = next;
      for (const [category, threshold] of thresholds) threshold.severity = thresholdOf(next, category);
    },
    setTargets(targets, withLocation) {
      needsLocation = withLocation;
      const transports = Object.fromEntries(targets.map((target) => [target.name, toTransport(target)]));
      Object.assign(core, { transports });
    },
  };
}
