// Parses the configuration file: key=value lines with # comments, like Keycloak's keycloak.conf.
import { findWithoutEffect } from '#protocol/contract/keycloak-options.ts';
import { findOption, nearestOption } from './option-values.ts';
import { isTranslatedOption } from './translated-names.ts';

export interface ConfEntry {
  /** As written. */
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

export interface ConfFile {
  /** By option key; the last line of a key wins. */
  readonly entries: ReadonlyMap<string, ConfEntry>;
  /** Keycloak's options that are translated, by key. */
  readonly translated: ReadonlyMap<string, ConfEntry>;
  /** Keycloak's options without effect. */
  readonly unused: readonly string[];
  /** One sentence for each ignored line. */
  readonly warnings: readonly string[];
}

/** A file without any line. */
export const EMPTY_CONF_FILE: ConfFile = {
  entries: new Map(),
  translated: new Map(),
  unused: [],
  warnings: [],
};

/** Never fails: an unknown key or an unreadable line becomes a warning with its line number. */
export function parseConfFile(text: string, path: string): ConfFile {
  const parsed = {
    entries: new Map<string, ConfEntry>(),
    translated: new Map<string, ConfEntry>(),
    unused: [] as string[],
  };
  const warnings: string[] = [];
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((content, index) => {
      const warning = readLine(parsed, content.trim(), index + 1);
      if (warning !== undefined) warnings.push(`${path}:${index + 1}: ${warning}`);
    });
  return { ...parsed, warnings };
}

interface Parsed {
  readonly entries: Map<string, ConfEntry>;
  readonly translated: Map<string, ConfEntry>;
  readonly unused: string[];
}

function readLine(parsed: Parsed, content: string, line: number): string | undefined {
  if (content === '' || content.startsWith('#')) return undefined;
  const equals = content.indexOf('=');
  if (equals < 1) return `"${content}" is not of the form key=value; the line is ignored`;
  const key = content.slice(0, equals).trim();
  const entry = { text: content.slice(equals + 1).trim(), line };
  const row = findOption(key);
  if (row !== undefined) parsed.entries.set(row.key, entry);
  else if (isTranslatedOption(key)) parsed.translated.set(key, entry);
  else if (findWithoutEffect(key) !== undefined) parsed.unused.push(key);
  else {
    const nearest = nearestOption(key);
    return `unknown key "${key}" is ignored${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
  }
  return undefined;
}
