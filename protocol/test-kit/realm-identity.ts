// A realm's settings under the identity of another realm, or with its keys.
import { DEVICE_KEY_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import { KEY_PROVIDER } from '#protocol/contract/settings/component.ts';
import { withRealmInUrls } from '#protocol/realm/file/built-in/clients.ts';
import type { StoredRealm } from '#protocol/store/store.ts';

/** The settings with another id and name, and its URLs of the built-in clients. Everything else is shared. */
export function withIdentity(
  settings: StoredRealm,
  { id, realm }: Pick<StoredRealm, 'id' | 'realm'>,
): StoredRealm {
  if (settings.realm === realm) return settings.id === id ? settings : { ...settings, id };
  const clients = settings.clients?.map((client) => withRealmInUrls(client, settings.realm, realm));
  return { ...settings, ...(clients === undefined ? {} : { clients }), id, realm };
}

/** The settings with another key for answering prompts; undefined: with none. */
export function withDeviceKey(settings: StoredRealm, key: string | undefined): StoredRealm {
  const { [DEVICE_KEY_ATTRIBUTE]: before, ...others } = settings.attributes ?? {};
  if (before === key) return settings;
  return { ...settings, attributes: key === undefined ? others : { ...others, [DEVICE_KEY_ATTRIBUTE]: key } };
}

/** The settings with the signing and encryption keys, and the device key, of `owner`. */
export function withKeysOf(settings: StoredRealm, owner: StoredRealm): StoredRealm {
  const keyed = withDeviceKey(settings, owner.attributes?.[DEVICE_KEY_ATTRIBUTE]);
  const keys = owner.components?.[KEY_PROVIDER];
  if (keys === keyed.components?.[KEY_PROVIDER]) return keyed;
  const { [KEY_PROVIDER]: _before, ...components } = keyed.components ?? {};
  return { ...keyed, components: keys === undefined ? components : { ...components, [KEY_PROVIDER]: keys } };
}
