// Filters of the log.
import { type RecordLevel, severityOf } from '#protocol/contract/log-levels.ts';
import type { LogLineWire } from '#protocol/contract/logs.ts';
import { compareNames } from '../../texts/locale.ts';

/** Levels of lines, from most to least severe. */
export const RECORD_LEVELS: readonly RecordLevel[] = ['FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'];

/** The filter; an empty text matches all lines. */
export interface LogFilter {
  /** This level and more severe ones. */
  readonly level: RecordLevel;
  /** Includes sub-categories. */
  readonly category: string;
  readonly text: string;
}

/** Matches all lines. */
export const ANY_LINE: LogFilter = { level: 'TRACE', category: '', text: '' };

function isWithin(category: string, enclosing: string): boolean {
  return category === enclosing || category.startsWith(`${enclosing}.`);
}

function hasText(line: LogLineWire, text: string): boolean {
  const { realm, client, user, flow, exchange } = line.mdc;
  return [line.message, line.category, line.error, line.thread, realm, client, user, flow, exchange].some(
    (part) => part?.toLowerCase().includes(text),
  );
}

/** The matching lines, in order. The text is compared without regard to case. */
export function filterLines(lines: readonly LogLineWire[], filter: LogFilter): readonly LogLineWire[] {
  const most = severityOf(filter.level);
  const text = filter.text.trim().toLowerCase();
  if (filter.level === 'TRACE' && filter.category === '' && text === '') return lines;
  return lines.filter(
    (line) =>
      severityOf(line.level) <= most &&
      (filter.category === '' || isWithin(line.category, filter.category)) &&
      (text === '' || hasText(line, text)),
  );
}

/** The categories of the lines and their parents, sorted; `known` are always included. */
export function categoriesOf(
  lines: readonly LogLineWire[],
  known: readonly string[] = [],
): readonly string[] {
  const names = new Set(known.filter((name) => name !== ''));
  let last = '';
  for (const { category } of lines) {
    if (category === last) continue;
    last = category;
    for (
      let name = category;
      name !== '' && !names.has(name);
      name = name.slice(0, Math.max(0, name.lastIndexOf('.')))
    )
      names.add(name);
  }
  return [...names].sort(compareNames);
}

/** The filter from the members of a URL; an unknown level is ignored. */
export function readFilter({ level, category, text }: Readonly<Record<keyof LogFilter, string>>): LogFilter {
  const known = RECORD_LEVELS.find((name) => name === level.toUpperCase());
  return { level: known ?? ANY_LINE.level, category, text };
}
