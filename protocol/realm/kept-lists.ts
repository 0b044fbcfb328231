// Lists of the realm file that have no effect here, or hardly any: the admin API shows them and writes them back.

import type { StoredRealm } from '#protocol/store/store.ts';
import { isKeptObject, type KeptObject } from './kept-objects.ts';

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
    if (!isKeptObject(item) || !isChanged(item)) return [item];
    return change(item) ?? [];
  });
  return { ...realm, [member]: next };
}
