// A real log for tests of a whole server: its records are kept, and the console's lines too, instead of standing on standard output.
import type { LogRecord } from '#protocol/contract/log-record.ts';
import { createLogControl, type LogControl, type LogOptions } from '../log-control.ts';

/** The logs that were opened, seen as one. */
export interface TestLog {
  readonly records: readonly LogRecord[];
  /** What console handlers wrote. */
  readonly output: string;
  /** What went to standard error. */
  readonly errors: string;
  open(options: LogOptions): LogControl;
}

/** Makes a log that can be opened, also again after a stop. */
export function createTestLog(): TestLog {
  const records: LogRecord[] = [];
  let output = '';
  let errors = '';
  return {
    records,
    get output() {
      return output;
    },
    get errors() {
      return errors;
    },
    open(options) {
      const control = createLogControl(options, {
        environment: {},
        writeOut: (text) => {
          output += text;
        },
        writeError: (text) => {
          errors += text;
        },
      });
      records.push(...control.tail.records());
      control.tail.subscribe((record) => records.push(record));
      return control;
    },
  };
}
