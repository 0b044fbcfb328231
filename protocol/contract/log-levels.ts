// Log levels, and the value of --log-level: a root level and category levels, inherited along the dots.

/** Levels from most to least severe; `OFF` and `ALL` are thresholds only. */
export type LogLevel = 'OFF' | 'FATAL' | 'ERROR' | 'WARN' | 'INFO' | 'DEBUG' | 'TRACE' | 'ALL';

/** A level that a record can have. */
export type RecordLevel = Exclude<LogLevel, 'OFF' | 'ALL'>;

/** Severity by level: a record passes when its number is at most the threshold's. */
export const LEVEL_SEVERITY = {
  OFF: 0,
  FATAL: 1,
  ERROR: 2,
  WARN: 3,
  INFO: 4,
  DEBUG: 5,
  TRACE: 6,
  ALL: 7,
} as const;
LEVEL_SEVERITY satisfies Record<LogLevel, number>;

/** The parsed value of `--log-level`. */
export interface LevelList {
  readonly root: LogLevel;
  /** By category, as written. */
  readonly categories: ReadonlyMap<string, LogLevel>;
}

/** A level by its name, in any case. */
export function readLevel(text: string): LogLevel | undefined {
  const name = text.trim().toUpperCase();
  return name in LEVEL_SEVERITY ? (name as LogLevel) : undefined;
}

/** Parses `info,oauth:debug`, in any case. The last root level wins; default INFO. Undefined if invalid. */
export function parseLevelList(text: string): LevelList | undefined {
  let root: LogLevel = 'INFO';
  const categories = new Map<string, LogLevel>();
  for (const item of text.split(',')) {
    const colon = item.indexOf(':');
    const level = readLevel(item.slice(colon + 1));
    const category = colon === -1 ? undefined : item.slice(0, colon).trim();
    if (level === undefined || category === '') return undefined;
    if (category === undefined) root = level;
    else categories.set(category, level);
  }
  return { root, categories };
}

/** The threshold of a category: its own level, or that of the nearest enclosing category, or the root's. */
export function thresholdOf(levels: LevelList, category: string): number {
  for (let name = category; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    const level = levels.categories.get(name);
    if (level !== undefined) return LEVEL_SEVERITY[level];
  }
  return LEVEL_SEVERITY[levels.root];
}

export function severityOf(level: RecordLevel): number {
  return LEVEL_SEVERITY[level];
}
