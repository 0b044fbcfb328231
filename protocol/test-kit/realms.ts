// The realms of a server with a test kit: some in memory only, each with a mark and with state outside the store.
import type { Clock } from '#protocol/clock.ts';
import { type LayeredStore, layerTransientRealms } from '#protocol/store/layered/layered-store.ts';
import type { Store } from '#protocol/store/store.ts';
import { createRealmMarks, type RealmMarks } from './realm-marks.ts';
import { createRealmStates, type RealmStates } from './realm-state.ts';

export interface KitRealms {
  /** Takes the place of the given store. */
  readonly store: LayeredStore;
  readonly states: RealmStates;
  readonly marks: RealmMarks;
}

/** The realms that `base` has now are marked as they are. `clock` is the machine's. */
export function openKitRealms(base: Store, clock: Clock): KitRealms {
  const states = createRealmStates();
  const marks = createRealmMarks();
  const store: LayeredStore = layerTransientRealms(base, clock, {
    created: (realm) => marks.set(realm, { at: clock.now(), isOrigin: !store.realms.keepsOrigin(realm.id) }),
    renamed: (realm, before) => states.rename(realm, before),
    removed(realm) {
      marks.forget(realm.id);
      return states.drop(realm);
    },
    usersChanging: (realmId) =>
      store.realms.keepsOrigin(realmId)
        ? undefined
        : marks.keepUsers(realmId, () => store.users.capture(realmId)),
  });
  for (const realm of base.realms.list()) marks.set(realm, { at: clock.now(), isOrigin: false });
  states.register({ reset: (realmId) => store.dropExpiring(realmId) });
  return { store, states, marks };
}
