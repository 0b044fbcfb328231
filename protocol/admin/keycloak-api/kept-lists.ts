// Lists of the realm file that have no effect here, or hardly any: the admin API shows them and writes them back.
import type { StoredRealm } from '#protocol/store/store.ts';

/** An object of such a list, with every member that it ever had. */
export type KeptObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is KeptObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; a realm file may contain anything else, which is passed over. */
export function listKept(owner: KeptObject, member: string): readonly KeptObject[] {
  const list = owner[member];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

export function addKept(realm: StoredRealm, member: string, item: KeptObject): StoredRealm {
  const list: unknown = realm[member];
  return { ...realm, [member]: [...(Array.isArray(list) ? list : []), item] };
}

/** Replaces the matching objects by the result of `change`; undefined removes them. */
export function changeKept(
  realm: StoredRealm,
  member: string,
  isChanged: (item: KeptObject) => boolean,
  change: (item: KeptObject) => KeptObject | undefined,
): StoredRealm {
  const list: unknown = realm[member];
  if (!Array.isArray(list)) return realm;
  const next = list.flatMap((item: unknown) => {
    if (!isObject(item) || !isChanged(item)) return [item];
    return change(item) ?? [];
  });
  return { ...realm, [member]: next };
}
