// Changes of a user profile's configuration. Everything that is not changed stays as it is.
import { isRecord, type JsonRecord } from '#protocol/contract/settings/kept.ts';
import type { UserProfileConfigWire } from '#protocol/contract/user-profile.ts';

/** A list of the configuration. */
export type ProfileList = 'attributes' | 'groups';

/** An entry of a list, which has a name. */
export type ProfileEntry = JsonRecord & { readonly name: string };

/** The entries of a list, in their order. */
export function entriesOf(config: UserProfileConfigWire, list: ProfileList): readonly ProfileEntry[] {
  const entries = config[list];
  return (Array.isArray(entries) ? entries : []).filter(
    (entry): entry is ProfileEntry => isRecord(entry) && typeof entry['name'] === 'string',
  );
}

function inGroup(config: UserProfileConfigWire, before: string, after: string | undefined): JsonRecord[] {
  return entriesOf(config, 'attributes').map((attribute) => {
    if (attribute['group'] !== before) return attribute;
    const { group: _before, ...rest } = attribute;
    return after === undefined ? rest : { ...rest, group: after };
  });
}

/** Adds an entry, or replaces the one of this name. Attributes follow a renamed group. */
export function withEntry(
  config: UserProfileConfigWire,
  list: ProfileList,
  before: string | undefined,
  entry: ProfileEntry,
): UserProfileConfigWire {
  const entries = entriesOf(config, list);
  const isKnown = entries.some(({ name }) => name === before);
  const changed = isKnown
    ? entries.map((each) => (each.name === before ? entry : each))
    : [...entries, entry];
  if (list === 'attributes' || before === undefined || before === entry.name)
    return { ...config, [list]: changed };
  return { ...config, [list]: changed, attributes: inGroup(config, before, entry.name) };
}

/** Without the entry of this name. The attributes of a removed group have none. */
export function withoutEntry(
  config: UserProfileConfigWire,
  list: ProfileList,
  name: string,
): UserProfileConfigWire {
  const left = entriesOf(config, list).filter((entry) => entry.name !== name);
  if (list === 'attributes') return { ...config, attributes: left };
  return { ...config, groups: left, attributes: inGroup(config, name, undefined) };
}

/** The entry of this name one place up (-1) or down (1). */
export function withEntryMoved(
  config: UserProfileConfigWire,
  list: ProfileList,
  name: string,
  step: -1 | 1,
): UserProfileConfigWire {
  const entries = [...entriesOf(config, list)];
  const from = entries.findIndex((entry) => entry.name === name);
  const [entry] = from === -1 ? [] : entries.splice(from, 1);
  if (entry !== undefined) entries.splice(Math.max(0, from + step), 0, entry);
  return { ...config, [list]: entries };
}

/** The configuration with another policy; empty: attributes that are not defined are not allowed. */
export function withPolicy(config: UserProfileConfigWire, policy: string): UserProfileConfigWire {
  const { unmanagedAttributePolicy: _before, ...rest } = config;
  return policy === '' ? rest : { ...rest, unmanagedAttributePolicy: policy };
}
