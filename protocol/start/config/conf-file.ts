// The configuration file: key=value lines with # comments, as Keycloak's keycloak.conf.
import { findOption, nearestOption } from './option-values.ts';

/** One value of the file. */
interface ConfEntry {
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

/** What the file says, and what in it could not be used. */
export interface ConfFile {
  /** By option key; the last line of a key wins. */
  readonly entries: ReadonlyMap<string, ConfEntry>;
  /** A sentence for each line that was passed over. */
  readonly warnings: readonly string[];
}

/** Reads the file's text. Nothing in it stops the start: an unknown key or an unreadable line becomes a warning with its line. */
export function parseConfFile(text: string, path: string): ConfFile {
  const entries = new Map<string, ConfEntry>();
  const warnings: string[] = [];
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((content, index) => {
      const warning = readLine(entries, content.trim(), index + 1);
      if (warning !== undefined) warnings.push(`${path}:${index + 1}: ${warning}`);
    });
  return { entries, warnings };
}

function readLine(entries: Map<string, ConfEntry>, content: string, line: number): string | undefined {
  if (content === '' || content.startsWith('#')) return undefined;
  const equals = content.indexOf('=');
  if (equals < 1) return `"${content}" is not of the form key=value; the line is ignored`;
  const key = content.slice(0, equals).trim();
  const row = findOption(key);
  if (row === undefined) {
    const nearest = nearestOption(key);
    return `unknown key "${key}" is ignored${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
  }
  entries.set(row.key, { text: content.slice(equals + 1).trim(), line });
  return undefined;
}
