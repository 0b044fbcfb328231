// Parses the configuration file: key=value lines with # comments, like Keycloak's keycloak.conf.
import { findOption, nearestOption } from './option-values.ts';

interface ConfEntry {
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

export interface ConfFile {
  /** By option key; the last line of a key wins. */
  readonly entries: ReadonlyMap<string, ConfEntry>;
  /** One sentence for each ignored line. */
  readonly warnings: readonly string[];
}

/** Never fails: an unknown key or an unreadable line becomes a warning with its line number. */
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
