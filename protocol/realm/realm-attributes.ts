// Reads and changes single attributes of stored realms.
import type { RealmStore } from '#protocol/store/store.ts';

export interface RealmAttributes {
  /** Undefined when the realm has no such attribute or does not exist. */
  find(realmName: string, attribute: string): string | undefined;
  /**
   * Replaces the value with what `change` returns; undefined removes it. Resolves when the change is on disk.
   * Changes of one realm run one after another.
   * @throws {TypeError} when there is no such realm.
   */
  update(
    realmName: string,
    attribute: string,
    change: (value: string | undefined) => string | undefined,
  ): Promise<void>;
}

export function createRealmAttributes(realms: Pick<RealmStore, 'find' | 'update'>): RealmAttributes {
  const own = (attributes: Readonly<Record<string, string>> = {}, name: string): string | undefined =>
    Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return {
    find: (realmName, attribute) => own(realms.find(realmName)?.attributes, attribute),
    async update(realmName, attribute, change) {
      await realms.update(realmName, (realm) => {
        const others = Object.entries(realm.attributes ?? {}).filter(([name]) => name !== attribute);
        const value = change(own(realm.attributes, attribute));
        const changed = value === undefined ? others : [...others, [attribute, value]];
        return { ...realm, attributes: Object.fromEntries(changed) };
      });
    },
  };
}
