// Test support: dependencies of log handlers, with options from flags, and collected output and reports.

import type { LogParameters } from '#protocol/contract/log-record.ts';
import { OPTION_ROWS, type OptionRow, type OptionValues } from '#protocol/contract/options.ts';
import type { HandlerDeps, ReportLevel } from '../handlers/handler.ts';
import { makeRecord } from './record.ts';

interface Reported {
  readonly level: ReportLevel;
  readonly message: string;
  readonly parameters: LogParameters | undefined;
  readonly error: unknown;
}

export interface TestHandlerDeps extends HandlerDeps {
  output(): string;
  readonly reports: readonly Reported[];
}

/** A process at 2026-01-31T12:00:00.123Z on host `box.lab.test`. */
export function makeHandlerDeps(given: Partial<HandlerDeps> = {}): TestHandlerDeps {
  const reports: Reported[] = [];
  let output = '';
  const { at } = makeRecord();
  return {
    clock: { now: () => at },
    process: { hostName: 'box.lab.test', processName: 'understudy', processId: 42, startedAt: at },
    environment: {},
    writeOut: (text) => {
      output += text;
    },
    report: (level, message, parameters, error) => reports.push({ level, message, parameters, error }),
    output: () => output,
    reports,
    ...given,
  };
}

function read({ type, defaultText }: OptionRow, text = defaultText): string | number | boolean | undefined {
  if (type === 'port' || type === 'integer') return text === undefined ? undefined : Number(text);
  return type === 'boolean' ? text === 'true' : text;
}

/** All options at their defaults except for the flags, which are not validated. */
export function makeLogValues(flags: Readonly<Record<string, string>> = {}): OptionValues {
  const rows: readonly OptionRow[] = OPTION_ROWS;
  return Object.fromEntries(
    rows.map((row) => [row.key, read(row, flags[row.key])]),
  ) as unknown as OptionValues;
}
