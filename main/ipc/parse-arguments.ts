// Reads what the window sent over a channel: nothing is believed before it has been looked at.

const MAX_TEXT_CHARACTERS = 50_000_000;

/** @throws {TypeError} when anything was sent. */
export function parseNoArguments(args: readonly unknown[]): [] {
  if (args.length > 0) throw new TypeError('takes no arguments');
  return [];
}

/** A file name without folders, and a text. @throws {TypeError} naming the argument that is wrong. */
export function parseSaveTextFile(args: readonly unknown[]): [name: string, text: string] {
  const [name, text] = args;
  if (typeof name !== 'string' || !/^[\w][\w .()-]{0,120}$/.test(name)) {
    throw new TypeError('suggestedName must be a plain file name of at most 121 characters');
  }
  if (typeof text !== 'string' || text.length > MAX_TEXT_CHARACTERS)
    throw new TypeError('text must be a text below 50 MB');
  return [name, text];
}

/** @throws {TypeError} when there is not exactly one text. */
export function parseUrlArgument(args: readonly unknown[]): [url: string] {
  const [url] = args;
  if (args.length !== 1 || typeof url !== 'string' || url.length > 8192)
    throw new TypeError('url must be a text');
  return [url];
}
