// Splits a text at the matches of a search, so that they can be marked.

/** A part of a text. */
export interface Piece {
  readonly text: string;
  readonly matches: boolean;
}

/** The parts of `text`, in order. Case is ignored, and an empty search matches nothing. */
export function splitMatches(text: string, search: string): readonly Piece[] {
  const sought = search.trim().toLowerCase();
  const lower = text.toLowerCase();
  // Some letters change length with their case, which would shift the positions.
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
