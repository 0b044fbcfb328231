// Test support: a real log for tests of a whole server, with records and console output collected instead of
// printed.
import type { LogRecord } from '#protocol/contract/log-record.ts';
import { createLogControl, type LogControl, type LogOptions } from '../log-control.ts';

/** All logs opened so far, combined. */
export interface TestLog {
  readonly records: readonly LogRecord[];
  /** Output of console handlers. */
  readonly output: string;
  /** Output to standard error. */
  readonly errors: string;
  open(options: LogOptions): LogControl;
}

/** Can be opened again after a stop. */
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
