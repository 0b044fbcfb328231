// Traces of a realm: what happened in it, as a file.

/** A page to read, or an HTTP Archive. */
export type TraceFormat = 'html' | 'har';

/** Path of a realm's trace; with `test`, only of what belongs to that test. */
export function realmTracePath(realm: string, format: TraceFormat, test: string | undefined): string {
  const query = test === undefined ? '' : `?${new URLSearchParams({ test })}`;
  return `/emulator/v1/realms/${encodeURIComponent(realm)}/trace.${format}${query}`;
}
