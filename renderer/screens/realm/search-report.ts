// Finds lines of the import report, and says where a setting occurs.
import type { IneffectiveSettingWire } from '#protocol/contract/import-report.ts';

const MOST_NAMES = 5;

/** The settings that contain every word, in any of their texts. */
export function searchReport(
  settings: readonly IneffectiveSettingWire[],
  words: string,
): readonly IneffectiveSettingWire[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return settings.filter(({ path, value = '', names = [], message }) => {
    const text = [path, value, ...names, message].join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** `In 12 places: web, api and 10 more`; undefined for a single place, which the path names. */
export function describePlaces({ count, names = [] }: IneffectiveSettingWire): string | undefined {
  if (count === undefined) return undefined;
  const shown = names.slice(0, MOST_NAMES);
  const more = count - shown.length;
  const rest = more > 0 ? ` and ${more.toLocaleString('en')} more` : '';
  return `In ${count.toLocaleString('en')} places: ${shown.join(', ')}${rest}`;
}
