// Unsaved changes of options, and the resulting change of the configuration file.
import type { SettingWire } from '#protocol/contract/settings.ts';
import type { Field, FieldValue, FieldValues, Representation } from '../../ui/field.ts';

/** The draft of an option that is removed from the configuration file. */
export const TAKEN_OUT = false;

/** The saved text, which applies after a restart. Secrets are not available here. */
export function savedText(setting: SettingWire): string {
  return setting.secret ? '' : (setting.pending ?? setting.value);
}

/** A field for each option, by its key. */
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

/** Types in which leading and trailing spaces are significant. */
const SPACED: ReadonlySet<string> = new Set(['pattern', 'date-pattern', 'text']);

/** The change for the drafts: a new text, or null to remove a key. Read-only options are ignored. */
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
