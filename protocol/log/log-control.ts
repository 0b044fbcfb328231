// The only place that turns logging options into loggers, handlers and the tail, and changes them at runtime.
import { hostname } from 'node:os';
import { type Clock, systemClock } from '#protocol/clock.ts';
import { type LogLevel, parseLevelList, readLevel, severityOf } from '#protocol/contract/log-levels.ts';
import type { LogParameters } from '#protocol/contract/log-record.ts';
import { OPTION_ROWS, type OptionKey, type OptionValues } from '#protocol/contract/options.ts';
import type { OptionSource } from '#protocol/errors/option-error.ts';
import { createLoggerCore, type LoggerCore, type LogTarget } from './create-logger.ts';
import type { HandlerDeps, LogHandler, LogHandlerRow, ReportLevel } from './handlers/handler.ts';
import { LOG_HANDLERS } from './handlers/table.ts';
import { createLogTail, type LogTail } from './log-tail.ts';
import type { Logger } from './logger.ts';
import type { PatternFacts } from './pattern/symbols.ts';

/** All options with their origins. */
export interface LogOptions {
  readonly values: OptionValues;
  readonly sources: Readonly<Record<OptionKey, OptionSource>>;
}

export interface LogControlDeps {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Default: standard output. */
  readonly writeOut?: (text: string) => void;
  /** Default: standard error. Receives handler faults when no console handler is active. */
  readonly writeError?: (text: string) => void;
}

export interface LogControl {
  readonly root: Logger;
  readonly tail: LogTail;
  /** Takes effect immediately in existing loggers. Handlers with unchanged options stay open. */
  reconfigure(options: LogOptions): Promise<void>;
  /** Writes buffered records and closes all handlers. */
  close(): Promise<void>;
}

interface OpenHandler {
  readonly row: LogHandlerRow;
  readonly handler: LogHandler;
  readonly level: LogLevel;
  /** Its options when it was opened, as text. */
  readonly configuration: string;
  readonly needsLocation: boolean;
}

/** Value of the member `processName`. */
const PROCESS_NAME = 'understudy';

function readLevels(values: OptionValues) {
  const levels = parseLevelList(values['log-level']);
  if (levels === undefined) throw new TypeError('log-level was checked before');
  return levels;
}

function listedRows(values: OptionValues): readonly LogHandlerRow[] {
  const names = new Set(values.log.split(','));
  return LOG_HANDLERS.filter(({ name }) => names.has(name));
}

/** Options that have an effect only while the handler is listed in `--log`. */
function optionsOf({ name }: LogHandlerRow): readonly OptionKey[] {
  return OPTION_ROWS.map(({ key }) => key).filter((key) => `${key}-`.startsWith(`log-${name}-`));
}

/** The handler's own level, which is applied after the category levels. */
function levelOf({ name }: LogHandlerRow, values: OptionValues): LogLevel {
  return readLevel(String(values[`log-${name}-level` as OptionKey] ?? 'ALL')) ?? 'ALL';
}

/** Includes the path of the configuration file: handlers may read files next to it. */
function configurationOf(row: LogHandlerRow, values: OptionValues): string {
  return JSON.stringify([...optionsOf(row), 'config-file' as const].map((key) => values[key] ?? null));
}

interface Report {
  readonly handler: string;
  readonly level: ReportLevel;
  readonly message: string;
  readonly parameters: LogParameters | undefined;
  readonly error: unknown;
}

function writeReport(root: Logger, { handler, level, message, parameters, error }: Report): void {
  const log = root.child('log').child(handler);
  if (level === 'ERROR') log.error(message, parameters, error);
  else if (level === 'WARN') log.warn(message, parameters, error);
  else log.info(message, parameters);
}

/** Options that are set but belong to a handler that is off. */
function idleOptions({ values, sources }: LogOptions): readonly string[] {
  const listed = new Set(listedRows(values));
  return LOG_HANDLERS.filter((row) => !listed.has(row))
    .flatMap(optionsOf)
    .filter((key) => sources[key].origin !== 'default');
}

class Control implements LogControl {
  readonly root: Logger;
  readonly tail = createLogTail();
  readonly #core: LoggerCore;
  readonly #deps: Omit<HandlerDeps, 'report'>;
  readonly #writeError: (text: string) => void;
  #open: readonly OpenHandler[] = [];
  /** Reports of handlers that are being opened are held back until all are open. */
  #pendingReports: Report[] | undefined;

  constructor(options: LogOptions, deps: LogControlDeps) {
    const clock = deps.clock ?? systemClock;
    const facts: PatternFacts = {
      hostName: hostname(),
      processName: PROCESS_NAME,
      processId: process.pid,
      startedAt: clock.now(),
    };
    this.#deps = {
      clock,
      process: facts,
      environment: deps.environment,
      writeOut: deps.writeOut ?? ((text) => process.stdout.write(text)),
    };
    this.#writeError = deps.writeError ?? ((text) => process.stderr.write(text));
    this.#core = createLoggerCore(readLevels(options.values), clock);
    this.root = this.#core.root;
    this.#apply(options);
    process.on('exit', this.#closeAtExit);
  }

  async reconfigure(options: LogOptions): Promise<void> {
    const before = this.#open;
    this.#apply(options);
    const kept = new Set(this.#open.map(({ handler }) => handler));
    const left = before.filter(({ handler }) => !kept.has(handler));
    await Promise.all(left.map(({ handler }) => handler.close()));
  }

  async close(): Promise<void> {
    process.off('exit', this.#closeAtExit);
    const left = this.#open;
    this.#open = [];
    this.#core.setTargets([this.#tailTarget()], false);
    await Promise.all(left.map(({ handler }) => handler.close()));
  }

  /** Console and file handlers flush synchronously at the start of `close`. */
  readonly #closeAtExit = (): void => {
    for (const { handler } of this.#open) void handler.close();
  };

  #apply(options: LogOptions): void {
    const { values } = options;
    this.#core.setLevels(readLevels(values));
    this.#pendingReports = [];
    this.#open = listedRows(values).map((row) => this.#reuse(row, values) ?? this.#openRow(row, values));
    const targets = this.#open.map(({ row, level, handler }) => ({
      name: row.name,
      level,
      write: handler.write,
    }));
    this.#core.setTargets(
      [this.#tailTarget(), ...targets],
      this.#open.some((open) => open.needsLocation),
    );
    this.#deliverPendingReports();
    const idle = idleOptions(options);
    if (idle.length === 0) return;
    this.root.child('log').info('Options of handlers that are not in log have no effect', {
      options: idle.join(','),
      log: values.log,
    });
  }

  #tailTarget(): LogTarget {
    return { name: 'tail', level: 'ALL', write: this.tail.write };
  }

  #reuse(row: LogHandlerRow, values: OptionValues): OpenHandler | undefined {
    const configuration = configurationOf(row, values);
    const open = this.#open.find((candidate) => candidate.row === row);
    return open?.configuration === configuration ? open : undefined;
  }

  #openRow(row: LogHandlerRow, values: OptionValues): OpenHandler {
    const report: HandlerDeps['report'] = (level, message, parameters, error) =>
      this.#report({ handler: row.name, level, message, parameters, error });
    return {
      row,
      handler: row.open(values, { ...this.#deps, report }),
      level: levelOf(row, values),
      configuration: configurationOf(row, values),
      needsLocation: row.needsLocation(values),
    };
  }

  #report(report: Report): void {
    if (this.#pendingReports !== undefined) {
      this.#pendingReports.push(report);
      return;
    }
    writeReport(this.root, report);
    const isOnConsole = this.#open.some(({ row }) => row.name === 'console');
    if (isOnConsole || severityOf(report.level) > severityOf('WARN')) return;
    const cause = report.error === undefined ? '' : `: ${String(report.error)}`;
    this.#writeError(`log.${report.handler}: ${report.message}${cause}\n`);
  }

  #deliverPendingReports(): void {
    const pending = this.#pendingReports ?? [];
    this.#pendingReports = undefined;
    for (const report of pending) this.#report(report);
  }
}

/** Faults of handlers (folder not writable) are reported in a record, not thrown. */
export function createLogControl(options: LogOptions, deps: LogControlDeps): LogControl {
  return new Control(options, deps);
}
