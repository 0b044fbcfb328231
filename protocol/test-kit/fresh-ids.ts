// A realm with other ids: what refers to something by id follows, names stay.
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { inSlices, type Sliced } from '#protocol/store/sliced.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';

interface Realm {
  readonly realm: StoredRealm;
  readonly users: readonly StoredUser[];
}

/** Members that contain an id of something in the realm. */
const ID_MEMBERS: ReadonlySet<string> = new Set(['id', 'containerId', 'parentId']);
/** Elsewhere, a text is an id only if it can be nothing else: a flow that a client is bound to, for example. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The realm and its users with new ids everywhere, also for the realm itself. */
export function* withFreshIds({ realm, users }: Realm): Sliced<Realm> {
  const fresh = new Map<string, string>();
  collect(realm, fresh);
  yield* inSlices(users, (user) => collect(user, fresh));
  const renewed: StoredUser[] = [];
  yield* inSlices(users, (user) => renewed.push(renew(user, fresh) as StoredUser));
  return { realm: renew(realm, fresh) as StoredRealm, users: renewed };
}

function collect(value: unknown, fresh: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) return;
  if ('id' in value && typeof value.id === 'string' && !fresh.has(value.id))
    fresh.set(value.id, createUuid());
  for (const member of Object.values(value)) collect(member, fresh);
}

/** Shares what does not change. */
function renew(value: unknown, fresh: ReadonlyMap<string, string>, name = ''): unknown {
  if (typeof value === 'string')
    return ID_MEMBERS.has(name) || UUID.test(value) ? (fresh.get(value) ?? value) : value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => renew(item, fresh));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const renewed = entries.map(([member, content]) => [member, renew(content, fresh, member)] as const);
  return renewed.every(([, content], index) => content === entries[index]?.[1])
    ? value
    : Object.fromEntries(renewed);
}
