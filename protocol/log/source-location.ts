// Finds the line of code that made a record, by a look at the stack.
import type { SourceLocation } from '#protocol/contract/log-record.ts';

/** Frames between the caller and this look: this function, the record's maker, the logger's two methods. */
const OWN_FRAMES = 4;

const FRAME = /^\s*at (?:async )?(?:(?<name>.*?) \()?(?<file>(?:file:\/\/)?[^()]*?):(?<line>\d+):\d+\)?$/;

/** A frame of V8's stack text: `at Store.close (file:///…/store.ts:12:5)`. Undefined where it names no line. */
export function parseStackFrame(frame: string): SourceLocation | undefined {
  const groups = FRAME.exec(frame)?.groups;
  if (groups === undefined) return undefined;
  const { name = '', file = '', line = '0' } = groups;
  return { file: file.replace(/^file:\/\//, ''), function: name.replace(/^new /, ''), line: Number(line) };
}

/** Where the logger that called this was called. Empty where the engine does not know. */
export function readSourceLocation(): { location?: SourceLocation } {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = OWN_FRAMES + 1;
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder);
  Error.stackTraceLimit = limit;
  const location = parseStackFrame(holder.stack?.split('\n')[OWN_FRAMES + 1] ?? '');
  return location === undefined ? {} : { location };
}
