// What is typed and not saved yet: fields for the form's drafts, and the change that they ask of the configuration file.
import type { SettingWire } from '#protocol/contract/settings.ts';
import type { Field, FieldValue, FieldValues, Representation } from '../../ui/field.ts';

/** The draft of an option that is taken out of the configuration file. */
export const TAKEN_OUT = false;

/** The text that is saved: what will hold after a restart. Secrets are never known here. */
export function savedText(setting: SettingWire): string {
  return setting.secret ? '' : (setting.pending ?? setting.value);
}

/** One field for each option, by its key. */
export function draftFields(settings: readonly SettingWire[]): readonly Field[] {
  return settings.map(({ key }) => ({ kind: 'text', member: key, label: key }));
}

/** The saved texts by key. */
export function savedTexts(settings: readonly SettingWire[]): Representation {
  return Object.fromEntries(settings.map((setting) => [setting.key, savedText(setting)]));
}

/** The text that the field shows. */
export function shownText(setting: SettingWire, draft: FieldValue | undefined): string {
  if (draft === TAKEN_OUT) return setting.secret ? '' : setting.defaultValue;
  return typeof draft === 'string' ? draft : savedText(setting);
}

/** Spaces mean something in what is printed as it is. */
const SPACED: ReadonlySet<string> = new Set(['pattern', 'date-pattern', 'text']);

/** The change that the drafts ask for: a new text, or null for a key that leaves the file. An empty text is no value. Options that nobody may change have no say. */
export function changesOf(
  settings: readonly SettingWire[],
  drafts: FieldValues,
): Readonly<Record<string, string | null>> {
  const changes: Record<string, string | null> = {};
  for (const { key, type, editable } of settings) {
    const draft = drafts[key];
    if (!editable || (typeof draft !== 'string' && draft !== TAKEN_OUT)) continue;
    if (draft === TAKEN_OUT || draft.trim() === '') changes[key] = null;
    else changes[key] = SPACED.has(type) ? draft : draft.trim();
  }
  return changes;
}
