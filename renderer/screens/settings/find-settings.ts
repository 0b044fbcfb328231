// Searches options and groups them by section.
import type { SettingWire } from '#protocol/contract/settings.ts';
import { text } from '../../texts/text.ts';
import { choiceHelpOf, helpOf, ORIGINS, SECTION_TITLES } from './describe-option.ts';

/** Options under one heading. */
export interface SettingSection {
  readonly title: SettingWire['section'];
  readonly settings: readonly SettingWire[];
}

/** Everything that the screen shows of an option. */
function searchText(setting: SettingWire): string {
  const { key, value, section, origin, place = '', choices } = setting;
  const words = choices.map((choice) => `${choice.value} ${choiceHelpOf(setting, choice.value)}`);
  return [key, helpOf(setting), value, text(SECTION_TITLES[section]), text(ORIGINS[origin]), place, ...words]
    .join(' ')
    .toLowerCase();
}

/** The options that match every word of `search`, in order, by section. Empty sections are omitted. */
export function findSettings(settings: readonly SettingWire[], search: string): readonly SettingSection[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const sections = new Map<SettingWire['section'], SettingWire[]>();
  for (const setting of settings) {
    const searched = searchText(setting);
    if (!words.every((word) => searched.includes(word))) continue;
    const found = sections.get(setting.section);
    if (found === undefined) sections.set(setting.section, [setting]);
    else found.push(setting);
  }
  return [...sections].map(([title, found]) => ({ title, settings: found }));
}
