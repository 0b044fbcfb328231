// Finds the line of code that logged a record from the stack.
import type { SourceLocation } from '#protocol/contract/log-record.ts';

/** Frames between the log call and this function: this function, the record factory, two logger methods. */
const OWN_FRAMES = 4;

const FRAME = /^\s*at (?:async )?(?:(?<name>.*?) \()?(?<file>(?:file:\/\/)?[^()]*?):(?<line>\d+):\d+\)?$/;

/** A V8 stack frame, `at Store.close (file:///…/store.ts:12:5)`; undefined without a line number. */
export function parseStackFrame(frame: string): SourceLocation | undefined {
  const groups = FRAME.exec(frame)?.groups;
  if (groups === undefined) return undefined;
  const { name = '', file = '', line = '0' } = groups;
  return { file: file.replace(/^file:\/\//, ''), function: name.replace(/^new /, ''), line: Number(line) };
}

/** Location of the log call; empty if the engine does not provide it. */
export function readSourceLocation(): { location?: SourceLocation } {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = OWN_FRAMES + 1;
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder);
  Error.stackTraceLimit = limit;
  const location = parseStackFrame(holder.stack?.split('\n')[OWN_FRAMES + 1] ?? '');
  return location === undefined ? {} : { location };
}
