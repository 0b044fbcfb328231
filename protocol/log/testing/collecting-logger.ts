// A logger that keeps its records in a list, for tests that check what is written and, above all, what is not.
import type { RecordLevel } from '#protocol/contract/log-levels.ts';
import type { LogParameters, Mdc } from '#protocol/contract/log-record.ts';
import type { Logger } from '../logger.ts';

/** One record as it was written. */
interface CollectedRecord {
  readonly level: RecordLevel;
  readonly category: string;
  readonly message: string;
  readonly parameters: LogParameters;
  readonly error?: unknown;
  /** Only of a logger that was made with one. */
  readonly mdc?: Mdc;
}

/** A logger and what it has collected so far. */
export interface CollectingLogger extends Logger {
  readonly records: readonly CollectedRecord[];
}

/** Collects the records of all levels, those of sub-categories included. Category '' is the root of all. */
export function createCollectingLogger(category = 'test'): CollectingLogger {
  const records: CollectedRecord[] = [];
  const logger = (name: string, mdc?: () => Mdc): CollectingLogger => {
    const write =
      (level: RecordLevel) =>
      (message: string, parameters: LogParameters = {}, error?: unknown): void => {
        records.push({
          level,
          category: name,
          message,
          parameters,
          ...(error === undefined ? {} : { error }),
          ...(mdc === undefined ? {} : { mdc: mdc() }),
        });
      };
    return {
      category: name,
      records,
      isEnabled: () => true,
      fatal: write('FATAL'),
      error: write('ERROR'),
      warn: write('WARN'),
      info: write('INFO'),
      debug: write('DEBUG'),
      trace: write('TRACE'),
      child: (part) => logger(name === '' ? part : `${name}.${part}`, mdc),
      with: (values) => logger(name, values),
    };
  };
  return logger(category);
}
