// Texts that are kept: a part of a text, or a text joined from parts, keeps everything it was made from in memory.

/** A copy that shares no memory with the text it was made from. */
export function copyText(text: string): string {
  // Both ways keep every character, lone surrogates too.
  const encoding = Buffer.byteLength(text) === text.length ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}
