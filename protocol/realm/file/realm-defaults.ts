// Defaults of realm settings, stored with a realm so that the admin API returns every setting.
import { REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';
import type { StoredRealm } from '#protocol/store/store.ts';

export const REALM_DEFAULTS: Partial<StoredRealm> = Object.fromEntries(
  Object.entries(REALM_SETTINGS).flatMap(([member, row]) =>
    row.default === undefined ? [] : [[member, row.default]],
  ),
);
