// Test support: a logger that keeps its records in a list, to check what is written and, above all, what is
// not.
import type { RecordLevel } from '#protocol/contract/log-levels.ts';
import type { LogParameters, Mdc } from '#protocol/contract/log-record.ts';
import type { Logger } from '../logger.ts';

interface CollectedRecord {
  readonly level: RecordLevel;
  readonly category: string;
  readonly message: string;
  readonly parameters: LogParameters;
  readonly error?: unknown;
  /** Only if the logger has one. */
  readonly mdc?: Mdc;
}

export interface CollectingLogger extends Logger {
  readonly records: readonly CollectedRecord[];
}

/** Collects records of all levels, including subcategories. Category '' is the root. */
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
