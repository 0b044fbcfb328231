// What a fix changes: the stored realm, client or user, and its settings by name.
import { isDeepStrictEqual } from 'node:util';
import type { FixRow } from '#protocol/contract/fix-table.ts';
import type { FixWire } from '#protocol/contract/fixes.ts';
import { POST_LOGOUT, splitUris } from '#protocol/realm/clients/redirect-uri.ts';
import type { Store, StoredRealm } from '#protocol/store/store.ts';

/** A stored realm, client or user. */
export type Settings = Readonly<Record<string, unknown>>;

export type FixTarget = FixRow['target'];

/** A realm, client or user by name. `name` is undefined in a damaged fix only. */
export interface Subject {
  readonly target: FixTarget;
  readonly name: string;
}

export function subjectOf(realm: StoredRealm, { client, user }: FixWire, target: FixTarget): Subject {
  return { target, name: { realm: realm.realm, client, user }[target] ?? '' };
}

/** The stored realm, client or user; undefined: there is none of this name. */
export async function loadSubject(
  store: Pick<Store, 'users'>,
  realm: StoredRealm,
  { target, name }: Subject,
): Promise<Settings | undefined> {
  if (target === 'realm') return realm;
  if (target === 'client') return realm.clients?.find((client) => client.clientId === name);
  return store.users.findByUsername(realm.id, name.toLowerCase());
}

const ATTRIBUTES = 'attributes.';

function attributesOf({ attributes }: Settings): Settings {
  return typeof attributes === 'object' && attributes !== null ? (attributes as Settings) : {};
}

/** The value of a member, or of an attribute (`attributes.<name>`). */
export function readSetting(settings: Settings, setting: string): unknown {
  if (!setting.startsWith(ATTRIBUTES)) return settings[setting];
  return attributesOf(settings)[setting.slice(ATTRIBUTES.length)];
}

/** The settings with another value of one; undefined removes it. */
export function writeSetting<Of extends Settings>(settings: Of, setting: string, value: unknown): Of {
  const isAttribute = setting.startsWith(ATTRIBUTES);
  const owner: Settings = isAttribute ? attributesOf(settings) : settings;
  const name = isAttribute ? setting.slice(ATTRIBUTES.length) : setting;
  const { [name]: _replaced, ...others } = owner;
  const changed = value === undefined ? others : { ...owner, [name]: value };
  // Only the named setting differs, and its old and new value have the same type.
  return (isAttribute ? { ...settings, attributes: changed } : changed) as Of;
}

function settingNames(settings: Settings): string[] {
  const members = Object.keys(settings).filter((member) => member !== 'attributes');
  return [...members, ...Object.keys(attributesOf(settings)).map((name) => ATTRIBUTES + name)];
}

export interface SettingChange {
  readonly setting: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Settings that differ. Lists within a realm (its clients, roles) are not settings of its own. */
export function compareSettings(before: Settings, after: Settings): SettingChange[] {
  const names = new Set([...settingNames(before), ...settingNames(after)]);
  return [...names]
    .map((setting) => ({
      setting,
      before: readSetting(before, setting),
      after: readSetting(after, setting),
    }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after));
}

/** The texts of a list, or of an attribute with `##` between them. */
export function listTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : splitUris(typeof value === 'string' ? value : undefined);
}

/** The texts in the form that the setting has. Of post-logout redirect URIs, `-` means that there are none. */
export function joinTexts(setting: string, texts: readonly string[]): readonly string[] | string {
  if (!setting.startsWith(ATTRIBUTES)) return texts;
  const isPostLogout = setting === ATTRIBUTES + POST_LOGOUT;
  return texts.filter((text) => !(isPostLogout && text === '-')).join('##');
}
