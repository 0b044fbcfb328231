// What the screen says about an option. In English these are the server's texts.
import type { OptionType } from '#protocol/contract/options.ts';
import type { SettingWire } from '#protocol/contract/settings.ts';
import { type FixedReason, fixedText, optionText } from '../../texts/option-text.ts';
import { type PlainKey, text } from '../../texts/text.ts';

export const SECTION_TITLES: Readonly<Record<SettingWire['section'], PlainKey>> = {
  Address: 'settings:section.address',
  HTTPS: 'settings:section.https',
  Management: 'settings:section.management',
  'First administrator': 'settings:section.administrator',
  Files: 'settings:section.files',
  Database: 'settings:section.database',
  Realms: 'settings:section.realms',
  'Outgoing requests': 'settings:section.outgoing',
  Features: 'settings:section.features',
  CIBA: 'settings:section.ciba',
  Logging: 'settings:section.logging',
};

export const ORIGINS: Readonly<Record<SettingWire['origin'], PlainKey>> = {
  default: 'settings:origin.default',
  file: 'settings:origin.file',
  environment: 'settings:origin.environment',
  'command line': 'settings:origin.commandLine',
};

const UNITS: Readonly<Record<string, PlainKey>> = {
  bytes: 'settings:unit.bytes',
  files: 'settings:unit.files',
};

/** The unit of a number; itself if it is not known. */
export function describeUnit(unit: string): string {
  const label = UNITS[unit];
  return label === undefined ? unit : text(label);
}

export function helpOf({ key, help }: SettingWire): string {
  return optionText(key)?.help ?? help;
}

/** What a value of an option does; empty if it is none of its choices. */
export function choiceHelpOf({ key, choices }: SettingWire, value: string): string {
  const choice = choices.find((candidate) => candidate.value === value);
  return choice === undefined ? '' : (optionText(key)?.choices?.[choice.value] ?? choice.help);
}

/** Why options of a type cannot be changed on the screen; all others name an address. */
const REASONS: Readonly<Partial<Record<OptionType, FixedReason>>> = {
  file: 'file',
  files: 'files',
  folder: 'folder',
  boolean: 'trust',
  choice: 'trust',
  'address-list': 'trust',
  integer: 'partOfAddress',
};

function reasonOf({ key, section, type, origin, place, notEditableBecause = '' }: SettingWire): FixedReason {
  if (key === 'config-file') return 'configFile';
  // The server names the place only if that is the reason.
  if (place !== undefined && notEditableBecause.includes(place)) {
    if (origin === 'command line') return 'commandLine';
    if (origin === 'environment') return 'environment';
  }
  return section === 'Database' ? 'database' : (REASONS[type] ?? 'address');
}

/** Why an option cannot be changed on the screen, and how it can be. */
export function describeFixed(setting: SettingWire): string {
  const { place = '', notEditableBecause } = setting;
  return fixedText(reasonOf(setting), place) ?? notEditableBecause ?? text('settings:fixed');
}
