// Marks a data directory that a command made before any server used it: its first start is still to come.
import type { StoredRealm } from '#protocol/store/store.ts';

/** An attribute of realm master. */
const UNSTARTED_ATTRIBUTE = 'understudy.unstarted';

/** Whether no server has used the data directory of this master. */
export function isUnstarted(master: StoredRealm | undefined): boolean {
  return master?.attributes?.[UNSTARTED_ATTRIBUTE] === 'true';
}

/** Master of a data directory that is made without a server. */
export function asUnstarted(master: StoredRealm): StoredRealm {
  return { ...master, attributes: { ...master.attributes, [UNSTARTED_ATTRIBUTE]: 'true' } };
}

/** Master from the first start on; the same object if it has been started before. */
export function asStarted(master: StoredRealm): StoredRealm {
  if (!isUnstarted(master)) return master;
  const { [UNSTARTED_ATTRIBUTE]: _mark, ...attributes } = master.attributes ?? {};
  return { ...master, attributes };
}
