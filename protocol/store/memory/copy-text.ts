// Texts that stay: a part of a text, or a text joined from parts, keeps all that it was made from in memory.

/** The same text in memory of its own. */
export function copyText(text: string): string {
  // Both ways keep every character, lone surrogates too.
  const encoding = Buffer.byteLength(text) === text.length ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}
