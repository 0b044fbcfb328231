// Roles and groups that mappers of identity providers give to users and take from them.
import type { StoredUser } from '#protocol/store/store.ts';
import type { Realm, RoleReference } from '../view/realm.ts';
import { roleFromText } from '../view/role-from-text.ts';
import { findGroup } from '../view/roles.ts';
import type { BrokeredChange } from './brokered-identity.ts';

type AccessChange = Extract<BrokeredChange, { readonly kind: 'role' | 'group' }>;

/**
 * The user after the changes; the same object if nothing changes. Roles and groups that the realm does not have are
 * passed over. `first`: nothing is taken away. Compat: what one mapper gives, no other takes.
 */
export function withAccess(
  realm: Realm,
  user: StoredUser,
  changes: readonly BrokeredChange[],
  signIn: 'first' | 'later',
): StoredUser {
  const decided = new Map<string, AccessChange>();
  for (const change of changes) {
    if (change.kind === 'attribute' || isPassedOver(change, signIn)) continue;
    const key = `${change.kind} ${change.kind === 'role' ? change.role : change.group}`;
    if (change.isHeld || !decided.has(key)) decided.set(key, change);
  }
  return [...decided.values()].reduce(
    (changed, change) => (change.isHeld ? give(realm, changed, change) : take(realm, changed, change)),
    user,
  );
}

/** LEGACY gives only at the first sign-in, which takes nothing. */
function isPassedOver({ isHeld, syncMode }: AccessChange, signIn: 'first' | 'later'): boolean {
  return signIn === 'first' ? !isHeld : isHeld && syncMode === 'LEGACY';
}

function give(realm: Realm, user: StoredUser, change: AccessChange): StoredUser {
  if (change.kind === 'role') {
    const role = roleFromText(realm, change.role);
    return role === undefined ? user : withRole(user, role);
  }
  const { groups = [] } = user;
  if (groups.includes(change.group) || findGroup(realm, change.group) === undefined) return user;
  return { ...user, groups: [...groups, change.group] };
}

function take(realm: Realm, user: StoredUser, change: AccessChange): StoredUser {
  if (change.kind === 'role') {
    const role = roleFromText(realm, change.role);
    return role === undefined ? user : withoutRole(user, role);
  }
  const { groups = [] } = user;
  if (!groups.includes(change.group)) return user;
  return { ...user, groups: groups.filter((path) => path !== change.group) };
}

/** The user with the role; the same object if it has the role itself. */
export function withRole(user: StoredUser, role: RoleReference): StoredUser {
  const names = ownRoles(user, role);
  return names.includes(role.name) ? user : setRoles(user, role, [...names, role.name]);
}

function withoutRole(user: StoredUser, role: RoleReference): StoredUser {
  const names = ownRoles(user, role);
  if (!names.includes(role.name)) return user;
  return setRoles(
    user,
    role,
    names.filter((name) => name !== role.name),
  );
}

function ownRoles({ realmRoles, clientRoles }: StoredUser, { clientId }: RoleReference): readonly string[] {
  if (clientId === undefined) return realmRoles ?? [];
  return Object.hasOwn(clientRoles ?? {}, clientId) ? (clientRoles?.[clientId] ?? []) : [];
}

function setRoles(user: StoredUser, { clientId }: RoleReference, names: readonly string[]): StoredUser {
  if (clientId === undefined) return { ...user, realmRoles: [...names] };
  const others = Object.entries(user.clientRoles ?? {}).filter(([id]) => id !== clientId);
  const own: typeof others = names.length === 0 ? [] : [[clientId, [...names]]];
  return { ...user, clientRoles: Object.fromEntries([...others, ...own]) };
}
