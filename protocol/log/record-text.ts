// Renders messages and errors of records. Control characters never pass, so that no value can forge a record.
import type { LogRecord } from '#protocol/contract/log-record.ts';

/** Control characters become spaces. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** Values with spaces or quotes are quoted. */
function renderValue(value: string | number | boolean): string {
  const text = String(value);
  return text === '' || /[\s"=\p{Cc}\u2028\u2029]/u.test(text) ? quote(text) : text;
}

/** As JSON, with the few control characters that JSON leaves unescaped escaped, too. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The message on one line, followed by its parameters as `name=value`. */
export function renderMessage({ message, parameters }: LogRecord): string {
  let text = oneLine(message);
  for (const name in parameters) {
    const value = parameters[name];
    if (value !== undefined) text += ` ${name}=${renderValue(value)}`;
  }
  return text;
}

/** Maximum depth of causes; also ends cycles. */
export const MAX_CAUSE_DEPTH = 10;

/** Name and message of a thrown value, on one line. */
export function renderErrorTitle(error: unknown): string {
  return oneLine(safely(() => String(error)));
}

/** Guards against accessors of thrown objects that throw. */
function safely(read: () => string): string {
  try {
    return read();
  } catch {
    // Any fixed text will do.
    return 'an object without a text';
  }
}

function framesOf(error: Error): string {
  const frames = safely(() => String(error.stack))
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return frames.map((frame) => `    ${frame.trim()}\n`).join('');
}

/** Title, stack, causes and at most `mostSuppressed` errors of an aggregate, each line terminated. */
export function renderError(error: unknown, mostSuppressed: number = Number.POSITIVE_INFINITY): string {
  return renderThrown(error, mostSuppressed, 0);
}

function renderThrown(error: unknown, mostSuppressed: number, depth: number): string {
  let text = `${renderErrorTitle(error)}\n`;
  if (!(error instanceof Error)) return text;
  text += framesOf(error);
  if (depth >= MAX_CAUSE_DEPTH) return text;
  if (error instanceof AggregateError) {
    for (const part of error.errors.slice(0, mostSuppressed)) {
      text += `Suppressed: ${renderThrown(part, mostSuppressed, depth + 1)}`;
    }
  }
  if (error.cause === undefined) return text;
  return `${text}Caused by: ${renderThrown(error.cause, mostSuppressed, depth + 1)}`;
}
