// Duplicates of realms: lasting copies with ids and keys of their own.
import { KEY_PROVIDER } from '#protocol/contract/settings/component.ts';
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import { withoutGeneratedKeys } from '#protocol/crypto/key-components.ts';
import { addRealmToMaster } from '#protocol/realm/master-realm.ts';
import { isRealmName, REALM_NAME_RULE } from '#protocol/realm/realm-name.ts';
import { runInSlices } from '#protocol/store/sliced.ts';
import { DuplicateError, RealmOutOfServiceError, type StoredRealm } from '#protocol/store/store.ts';
import { withFreshIds } from './fresh-ids.ts';
import { KitError } from './kit-error.ts';
import { withDeviceKey, withIdentity } from './realm-identity.ts';
import type { KitRealms } from './realms.ts';

const DEVICE_KEY_BYTES = 32;
const OTHER_NAME = 'Choose another name.';

export interface Duplicates {
  /**
   * Copies a realm as it is now to disk, without its sessions.
   * @throws {KitError} 400 for an invalid name, 404 for a realm that is gone, 409 for a taken name or for master.
   * @throws {RealmOutOfServiceError} when its users cannot be read.
   */
  create(original: StoredRealm, name: string): Promise<StoredRealm>;
}

export function createDuplicates({ store, states }: Pick<KitRealms, 'store' | 'states'>): Duplicates {
  return {
    async create(original, name) {
      checkNames(original.realm, name);
      const image = await store.capture(original.realm);
      if (image === undefined)
        throw new KitError(404, `Realm "${original.realm}" has been removed.`, 'Import it again.');
      const { realm: fresh, users } = await runInSlices(
        withFreshIds({ realm: image.realm, users: image.users.list() }),
      );
      const realm = withDeviceKey(
        withOwnKeys(withIdentity(fresh, { id: fresh.id, realm: name })),
        createRandomText(DEVICE_KEY_BYTES),
      );
      try {
        await store.realms.create(realm, users);
      } catch (error) {
        throw toRefusal(error, name);
      }
      if (store.realms.find('master') !== undefined)
        await store.realms.update('master', (master) => addRealmToMaster(master, name));
      states.copy(image.realm, realm);
      return realm;
    },
  };
}

function checkNames(original: string, name: string): void {
  if (original === 'master')
    throw new KitError(
      409,
      'Realm master cannot be duplicated: its administrators are those of the server.',
      'Duplicate a realm of your own.',
    );
  if (!isRealmName(name)) throw new KitError(400, `realm ${REALM_NAME_RULE}.`, OTHER_NAME);
}

/** Generated keys are replaced by new ones on first use; imported keys are settings, and are copied. */
function withOwnKeys(realm: StoredRealm): StoredRealm {
  const keys = realm.components?.[KEY_PROVIDER];
  if (keys === undefined) return realm;
  return { ...realm, components: { ...realm.components, [KEY_PROVIDER]: [...withoutGeneratedKeys(keys)] } };
}

/** A name that is taken is refused; other errors stay as they are. */
function toRefusal(error: unknown, name: string): unknown {
  if (error instanceof DuplicateError)
    return new KitError(409, `There is a realm "${name}" already.`, OTHER_NAME);
  if (error instanceof RealmOutOfServiceError)
    return new KitError(409, `Realm "${name}" is out of service: ${error.damage.problem}.`, OTHER_NAME);
  return error;
}
