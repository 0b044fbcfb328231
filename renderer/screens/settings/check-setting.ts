// Validation of options in the window; the server validates again.
import { parseLevelList } from '#protocol/contract/log-levels.ts';
import type { SettingWire } from '#protocol/contract/settings.ts';

/** Whether a value is a comma-separated list of the option's choices. */
export function isList({ type }: Pick<SettingWire, 'type'>): boolean {
  return type === 'handler-list' || type === 'choice-list';
}

const HIGHEST_PORT = 65_535;

function checkWhole(text: string, minimum: number, maximum: number): string | undefined {
  if (/^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum) return undefined;
  return `Enter a whole number from ${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}.`;
}

function checkAddress(text: string): string | undefined {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return undefined;
  return 'Enter a URL that begins with http:// or https://.';
}

function checkLevels(text: string): string | undefined {
  if (parseLevelList(text) !== undefined) return undefined;
  return 'Enter a root level, then levels of categories, such as info,understudy.oauth:debug. Levels are off, fatal, error, warn, info, debug, trace and all.';
}

/** Returns a message if `text` is not valid. An empty text unsets the option, except a list of handlers. */
export function checkSetting(
  { type, range }: Pick<SettingWire, 'type' | 'range'>,
  text: string,
): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '')
    return type === 'handler-list' ? 'Select at least one. log-level=off turns logging off.' : undefined;
  switch (type) {
    case 'port':
      return checkWhole(trimmed, range?.minimum ?? 0, range?.maximum ?? HIGHEST_PORT);
    case 'integer':
      return checkWhole(trimmed, range?.minimum ?? 0, range?.maximum ?? Number.MAX_SAFE_INTEGER);
    case 'url':
    case 'endpoint':
      return checkAddress(trimmed);
    case 'level-list':
      return checkLevels(trimmed);
    default:
      return undefined;
  }
}
