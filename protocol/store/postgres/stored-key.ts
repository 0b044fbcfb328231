// Texts of any length as keys of an index, which holds only short ones.
import { createHash } from 'node:crypto';

/** Characters of a key before its hash: with four bytes each, several keys fit into one entry of an index. */
const LONGEST = 200;

/** The text itself, or for a long one its beginning and its hash, which distinguishes it from all others. */
export function toKey(text: string): string {
  if (text.length <= LONGEST) return text;
  const hash = createHash('sha256').update(text).digest('base64url');
  return `${text.slice(0, LONGEST)}…${hash}`;
}
