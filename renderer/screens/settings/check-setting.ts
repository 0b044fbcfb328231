// Validation of options in the window; the server validates again.
import { parseLevelList } from '#protocol/contract/log-levels.ts';
import type { SettingWire } from '#protocol/contract/settings.ts';
import { formatNumber } from '../../texts/locale.ts';
import { text } from '../../texts/text.ts';

/** Whether a value is a comma-separated list of the option's choices. */
export function isList({ type }: Pick<SettingWire, 'type'>): boolean {
  return type === 'handler-list' || type === 'choice-list';
}

const HIGHEST_PORT = 65_535;

function checkWhole(entered: string, minimum: number, maximum: number): string | undefined {
  if (/^\d+$/.test(entered) && Number(entered) >= minimum && Number(entered) <= maximum) return undefined;
  return text('settings:check.whole', { minimum: formatNumber(minimum), maximum: formatNumber(maximum) });
}

function checkAddress(entered: string): string | undefined {
  if (URL.canParse(entered) && /^https?:$/.test(new URL(entered).protocol)) return undefined;
  return text('settings:check.url');
}

function checkLevels(entered: string): string | undefined {
  return parseLevelList(entered) === undefined ? text('settings:check.levels') : undefined;
}

/** Returns a message if a value is not valid. An empty one unsets the option, except a list of handlers. */
export function checkSetting(
  { type, range }: Pick<SettingWire, 'type' | 'range'>,
  entered: string,
): string | undefined {
  const trimmed = entered.trim();
  if (trimmed === '') return type === 'handler-list' ? text('settings:check.handlers') : undefined;
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
