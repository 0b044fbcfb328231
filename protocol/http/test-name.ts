// The header with which a test puts its name on the exchanges that it causes.

/** Lower-case, as Node.js names it. */
export const TEST_HEADER = 'x-understudy-test';

const MAX_NAME_LENGTH = 200;

/**
 * The name of the test, for display: percent-encoded UTF-8 is decoded, characters that cannot be printed become
 * `?`, and it is cut after 200 characters. Undefined when absent or blank.
 */
export function readTestName(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  let text = header;
  try {
    text = decodeURIComponent(header);
  } catch {
    // A percent sign that encodes nothing is part of the name.
  }
  const printable = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu, '?').trim();
  return printable === '' ? undefined : Array.from(printable).slice(0, MAX_NAME_LENGTH).join('');
}
