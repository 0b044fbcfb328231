// Searches options and groups them by section.
import type { SettingWire } from '#protocol/contract/settings.ts';

/** Options under one heading. */
export interface SettingSection {
  readonly title: SettingWire['section'];
  readonly settings: readonly SettingWire[];
}

function searchText({ key, help, value, section, origin, place, choices }: SettingWire): string {
  const words = choices.map((choice) => `${choice.value} ${choice.help}`);
  return [key, help, value, section, origin, place ?? '', ...words].join(' ').toLowerCase();
}

/** The options that match every word of `search`, in order, by section. Empty sections are omitted. */
export function findSettings(settings: readonly SettingWire[], search: string): readonly SettingSection[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const sections = new Map<SettingWire['section'], SettingWire[]>();
  for (const setting of settings) {
    const text = searchText(setting);
    if (!words.every((word) => text.includes(word))) continue;
    const found = sections.get(setting.section);
    if (found === undefined) sections.set(setting.section, [setting]);
    else found.push(setting);
  }
  return [...sections].map(([title, found]) => ({ title, settings: found }));
}
