// What a realm holds where its file says nothing, so that reading a realm back gives every setting.
import { REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';
import type { StoredRealm } from '#protocol/store/store.ts';

/** Settings of a created or imported realm. */
export const REALM_DEFAULTS: Partial<StoredRealm> = Object.fromEntries(
  Object.entries(REALM_SETTINGS).flatMap(([member, row]) =>
    row.default === undefined ? [] : [[member, row.default]],
  ),
);
