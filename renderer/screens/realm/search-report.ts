// Finds lines of the import report, and says where a setting occurs.
import type { IneffectiveSettingWire } from '#protocol/contract/import-report.ts';
import { text } from '../../texts/text.ts';

const MOST_NAMES = 5;

/** The settings that contain every word, in any of their texts. */
export function searchReport(
  settings: readonly IneffectiveSettingWire[],
  words: string,
): readonly IneffectiveSettingWire[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return settings.filter(({ path, value = '', names = [], message }) => {
    const searched = [path, value, ...names, message].join(' ').toLowerCase();
    return wanted.every((word) => searched.includes(word));
  });
}

/** `In 12 places: web, api and 10 more`; undefined for a single place, which the path names. */
export function describePlaces({ count, names = [] }: IneffectiveSettingWire): string | undefined {
  if (count === undefined) return undefined;
  const first = names.slice(0, MOST_NAMES);
  const more = count - first.length;
  const shown = first.join(', ');
  return more > 0
    ? text('realm:report.morePlaces', { count, names: shown, more })
    : text('realm:report.places', { count, names: shown });
}
