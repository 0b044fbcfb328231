// What is wrong with an option's text as far as the window knows; the server has the last word.
import { parseLevelList } from '#protocol/contract/log-levels.ts';
import { OPTIONS, type OptionRow } from '#protocol/contract/options.ts';
import type { SettingWire } from '#protocol/contract/settings.ts';

const HIGHEST_PORT = 65_535;

function checkWhole(text: string, minimum: number, maximum: number): string | undefined {
  if (/^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum) return undefined;
  return `This is a whole number from ${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}.`;
}

/** What the option's number counts; undefined where that needs no word. */
export function unitOf(key: string): string | undefined {
  return rowOf(key)?.unit;
}

function rowOf(key: string): OptionRow | undefined {
  const rows: readonly OptionRow[] = OPTIONS;
  return rows.find((row) => row.key === key);
}

function checkInteger(key: string, text: string): string | undefined {
  const range = rowOf(key)?.range;
  return checkWhole(text, range?.minimum ?? 0, range?.maximum ?? Number.MAX_SAFE_INTEGER);
}

function checkAddress(text: string): string | undefined {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return undefined;
  return 'This is an address that begins with http:// or https://.';
}

function checkLevels(text: string): string | undefined {
  if (parseLevelList(text) !== undefined) return undefined;
  return 'This is a root level, then levels of categories, such as info,understudy.oauth:debug. Levels are off, fatal, error, warn, info, debug, trace and all.';
}

/** What is wrong with `text` and what would be right; an empty text unsets the option and is right. */
export function checkSetting(
  { key, type }: Pick<SettingWire, 'key' | 'type'>,
  text: string,
): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  switch (type) {
    case 'port':
      return checkWhole(trimmed, 0, HIGHEST_PORT);
    case 'integer':
      return checkInteger(key, trimmed);
    case 'url':
    case 'endpoint':
      return checkAddress(trimmed);
    case 'level-list':
      return checkLevels(trimmed);
    default:
      return undefined;
  }
}
