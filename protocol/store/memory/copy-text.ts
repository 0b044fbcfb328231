// Copies strings for storage: a substring or concatenation would keep its source strings in memory.

/** A copy that shares no memory with its source. */
export function copyText(text: string): string {
  // Both encodings preserve every character, including lone surrogates.
  const encoding = Buffer.byteLength(text) === text.length ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}
