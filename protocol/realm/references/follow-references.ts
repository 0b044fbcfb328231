// Follows a rename or removal wherever a realm and its users refer to what was renamed or removed.
import type { RealmStore, StoredRealm, StoredUser, UserStore } from '#protocol/store/store.ts';
import type { UserQuery } from '#protocol/store/user-query.ts';
import { followPath } from '../groups/group-tree.ts';
import { type Edit, editAt, GONE, type Location, parseLocation } from './location.ts';
import {
  REALM_REFERENCES,
  type ReferenceForm,
  type ReferenceKind,
  type ReferenceRow,
  USER_REFERENCES,
} from './reference-rows.ts';

/** What is renamed (`to` undefined: removed). A group is named by its path, and the groups below follow. */
export type Rename = { readonly from: string; readonly to: string | undefined } & (
  | { readonly kind: Exclude<ReferenceKind, 'client role' | 'realm role' | 'flow id'> }
  | {
      readonly kind: 'role';
      /** The client that owns the role; undefined for a realm role. */
      readonly clientId: string | undefined;
    }
);

/** A row with its place parsed. */
export interface PlacedRow extends ReferenceRow {
  readonly location: Location;
}

const placed = (rows: readonly ReferenceRow[]): readonly PlacedRow[] =>
  rows.map((row) => ({ ...row, location: parseLocation(row.at) }));

const REALM_ROWS = placed(REALM_REFERENCES);
const USER_ROWS = placed(USER_REFERENCES);

/** Every row of a realm file. Users come first, because a service account can be removed as a whole. */
export const REFERENCE_ROWS: readonly PlacedRow[] = [...USER_ROWS, ...REALM_ROWS];

/** The realm after a rename, without what the rename does to the definition itself. */
export function followInRealm(realm: StoredRealm, rename: Rename): StoredRealm {
  return follow(realm, REALM_ROWS, rename, realm);
}

/** The user after a rename; the same object if nothing changes. Undefined: removed with its client. */
export function followInUser(user: StoredUser, rename: Rename): StoredUser | undefined {
  const { users } = follow({ users: [user] }, USER_ROWS, rename, {});
  return users[0];
}

/** The same for all users of a realm, on disk when it resolves. */
export async function followInUsers(
  users: Pick<UserStore, 'each' | 'update' | 'remove'>,
  realmId: string,
  rename: Rename,
): Promise<void> {
  for await (const user of users.each(realmId, referringUsers(rename))) {
    const next = followInUser(user, rename);
    if (next === undefined) await users.remove(realmId, user.id);
    else if (next !== user)
      await users.update(realmId, user.id, (current) => followInUser(current, rename) ?? current);
  }
}

/** Users who may have a reference of {@link USER_REFERENCES}, so that a large realm is not read as a whole. */
function referringUsers(rename: Rename): UserQuery {
  const { from } = rename;
  switch (rename.kind) {
    case 'role':
      return { roles: [{ clientId: rename.clientId, name: from }] };
    case 'group':
      return { anyOf: [{ groups: [from] }, { groupsBelow: from }] };
    case 'client':
      return { anyOf: [{ isServiceAccount: true }, { clientRolesOf: from }, { hasConsents: true }] };
    case 'client scope':
      return { hasConsents: true };
    case 'user':
    case 'flow':
    case 'authenticator config':
      return { anyOf: [] };
    case 'identity provider':
      return {};
  }
}

/** References to a renamed or removed user follow. A realm that has none is not written. */
export async function followUser(
  realms: Pick<RealmStore, 'find' | 'update'>,
  realmName: string,
  from: string,
  to: string | undefined,
): Promise<void> {
  const realm = realms.find(realmName);
  const rename: Rename = { kind: 'user', from, to };
  if (from === to || realm === undefined || followInRealm(realm, rename) === realm) return;
  await realms.update(realmName, (current) => followInRealm(current, rename));
}

function follow<T extends object>(
  root: T,
  rows: readonly PlacedRow[],
  rename: Rename,
  realm: Pick<StoredRealm, 'roles'>,
): T {
  const kind = rename.kind === 'role' ? roleKind(rename.clientId) : rename.kind;
  let next = root;
  for (const row of rows) {
    if (!row.to.includes(kind)) continue;
    const edited = editAt(next, row.location, editOf(row, rename, realm));
    if (edited !== GONE) next = edited;
  }
  return next;
}

const roleKind = (clientId: string | undefined): ReferenceKind =>
  clientId === undefined ? 'realm role' : 'client role';

function editOf(
  { form, staysWhenGone }: ReferenceRow,
  rename: Rename,
  realm: Pick<StoredRealm, 'roles'>,
): Edit {
  return (value, { key }) => {
    if (typeof value !== 'string') return value;
    const next =
      form === undefined ? followName(value, key, rename) : followRoleText(value, form, rename, realm);
    return next ?? (staysWhenGone === true ? value : GONE);
  };
}

function followName(name: string, key: string | undefined, rename: Rename): string | undefined {
  if (rename.kind === 'group') return followPath(name, rename.from, rename.to);
  const isOfOther = rename.kind === 'role' && rename.clientId !== undefined && rename.clientId !== key;
  return name !== rename.from || isOfOther ? name : rename.to;
}

/** A role in one text, with its client if it has one. */
function followRoleText(
  text: string,
  form: ReferenceForm,
  rename: Rename,
  { roles }: Pick<StoredRealm, 'roles'>,
): string | undefined {
  const joined = (clientId: string | undefined, name: string): string =>
    clientId === undefined ? name : `${clientId}${ROLE_SEPARATORS[form]}${name}`;
  const { from, to } = rename;
  if (rename.kind === 'role') {
    if (text !== joined(rename.clientId, from)) return text;
    return to === undefined ? undefined : joined(rename.clientId, to);
  }
  // A client ID may contain the separator, so only the client's own roles tell.
  const owned = Object.entries(roles?.client ?? {}).find(([clientId]) => clientId === from)?.[1];
  const role = owned?.find(({ name }) => text === joined(from, name));
  if (role === undefined) return text;
  return to === undefined ? undefined : joined(to, role.name);
}

/** Between client and role. */
export const ROLE_SEPARATORS: Readonly<Record<ReferenceForm, string>> = { dotted: '.', slashed: '/' };
