// Cuts a text where it matches the search, so that the matches can be marked.

/** A piece of a text. */
export interface Piece {
  readonly text: string;
  readonly matches: boolean;
}

/** The pieces of `text` in order; case makes no difference, and an empty search matches nothing. */
export function splitMatches(text: string, search: string): readonly Piece[] {
  const sought = search.trim().toLowerCase();
  const lower = text.toLowerCase();
  // A few letters change their length with their case; then the places would not be those of the text.
  if (sought === '' || lower.length !== text.length) return [{ text, matches: false }];
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = lower.indexOf(sought); at !== -1; at = lower.indexOf(sought, from)) {
    if (at > from) pieces.push({ text: text.slice(from, at), matches: false });
    from = at + sought.length;
    pieces.push({ text: text.slice(at, from), matches: true });
  }
  if (from < text.length) pieces.push({ text: text.slice(from), matches: false });
  return pieces;
}
