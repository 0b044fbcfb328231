// The symbols of log patterns: what each letter prints.
import { EOL } from 'node:os';
import type { LogRecord } from '#protocol/contract/log-record.ts';
import { oneLine, renderError, renderMessage } from '../record-text.ts';
import { parsePrecision } from './category-precision.ts';
import { createDateFormat } from './java-date-format.ts';
import { locationSymbols } from './location-symbols.ts';
import { PatternFault } from './pattern-fault.ts';
import { findTimeZone, LOCAL_ZONE, type TimeZone } from './time-zone.ts';

/** The process as shown in records. */
export interface PatternFacts {
  /** Fully qualified if known. */
  readonly hostName: string;
  readonly processName: string;
  readonly processId: number;
  /** When logging started, in milliseconds since the epoch; base of `%r`. */
  readonly startedAt: number;
}

/** The context of a symbol. */
export interface SymbolPlace {
  readonly argument: string | undefined;
  readonly argumentAt: number;
  readonly facts: PatternFacts;
  /** The time zone of subsequent dates; `%z` changes it. */
  zone: TimeZone;
}

/** Renders part of a line. */
export type Render = (record: LogRecord) => string;

export interface PatternSymbol {
  /** Whether it accepts an argument in braces. */
  readonly takesArgument: boolean;
  /** Whether it prints the source location. */
  readonly needsLocation?: boolean;
  /** @throws {PatternFault} for an invalid argument. */
  compile(place: SymbolPlace): Render;
}

const DEFAULT_DATE = 'yyyy-MM-dd HH:mm:ss,SSS';

function plain(render: (record: LogRecord, facts: PatternFacts) => string): PatternSymbol {
  return {
    takesArgument: false,
    compile:
      ({ facts }) =>
      (record) =>
        render(record, facts),
  };
}

function readCount(argument: string, at: number): number {
  if (!/^\d{1,4}$/.test(argument)) throw new PatternFault('a whole number is expected', at);
  return Number(argument);
}

const category: PatternSymbol = {
  takesArgument: true,
  compile({ argument, argumentAt }) {
    if (argument === undefined) return (record) => record.category;
    const shorten = parsePrecision(argument, argumentAt);
    return (record) => shorten(record.category);
  },
};

const date: PatternSymbol = {
  takesArgument: true,
  compile({ argument = DEFAULT_DATE, argumentAt, zone }) {
    const format = createDateFormat(argument, zone, argumentAt);
    return (record) => format(record.at);
  },
};

/** Prints nothing, but sets the time zone of subsequent dates. */
const timeZone: PatternSymbol = {
  takesArgument: true,
  compile(place) {
    const name = place.argument ?? '';
    const zone = name === '' ? LOCAL_ZONE : findTimeZone(name);
    if (zone === undefined) throw new PatternFault('there is no time zone of this name', place.argumentAt);
    place.zone = zone;
    return () => '';
  },
};

/** Prefixed with `: `, as it follows a message; nothing without an error. */
const exception: PatternSymbol = {
  takesArgument: true,
  compile({ argument, argumentAt }) {
    const most = argument === undefined ? undefined : readCount(argument, argumentAt);
    return ({ error }) => (error === undefined ? '' : `: ${renderError(error, most)}`);
  },
};

/** `%H{2}` keeps the first two parts. */
const fullHostName: PatternSymbol = {
  takesArgument: true,
  compile({ argument, argumentAt, facts }) {
    const count = argument === undefined ? 0 : readCount(argument, argumentAt);
    const parts = facts.hostName.split('.');
    const text = count === 0 ? facts.hostName : parts.slice(0, count).join('.');
    return () => text;
  },
};

const thread: PatternSymbol = {
  takesArgument: true,
  compile: ({ argument }) =>
    argument?.toLowerCase() === 'id' ? ({ threadId }) => String(threadId) : ({ threadName }) => threadName,
};

/** `%X{realm}` prints one value, `%X` all of them sorted by name. */
const mappedContext: PatternSymbol = {
  takesArgument: true,
  compile({ argument }) {
    if (argument !== undefined && argument !== '') {
      return ({ mdc }) => (Object.hasOwn(mdc, argument) ? oneLine(mdc[argument] ?? '') : '');
    }
    return ({ mdc }) => {
      const names = Object.keys(mdc).sort();
      return `{${names.map((name) => `${name}=${oneLine(mdc[name] ?? '')}`).join(', ')}}`;
    };
  },
};

/** All symbols. `n` is a line break, `%` a percent sign. Service description §2.3. */
export const SYMBOLS: Readonly<Record<string, PatternSymbol>> = {
  '%': plain(() => '%'),
  c: category,
  d: date,
  e: exception,
  E: exception,
  h: plain((_, { hostName }) => hostName.split('.')[0] ?? ''),
  H: fullHostName,
  i: plain((_, { processId }) => String(processId)),
  m: plain((record) =>
    record.error === undefined
      ? renderMessage(record)
      : `${renderMessage(record)}: ${renderError(record.error).trimEnd()}`,
  ),
  n: plain(() => EOL),
  N: plain((_, { processName }) => processName),
  p: plain(({ level }) => level),
  P: plain(({ level }) => level),
  r: plain(({ at }, { startedAt }) => String(at - startedAt)),
  s: plain(renderMessage),
  t: thread,
  x: { takesArgument: true, compile: () => () => '' },
  X: mappedContext,
  z: timeZone,
  ...locationSymbols,
};
