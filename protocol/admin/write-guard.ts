// Guards every write below a realm: power over the admin API, signing keys, and the key that answers prompts.
import { SERVER_ATTRIBUTES, USER_CLAIMS_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import { KEY_PROVIDER } from '#protocol/contract/settings/component.ts';
import { listGivenKeys } from '#protocol/crypto/key-components.ts';
import type { Exchange } from '#protocol/http/exchange.ts';
import { listPower } from '#protocol/realm/users/admin-power.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { effectiveRoles } from '#protocol/realm/view/roles.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { Store, StoredRealm, StoredUser, UserStore } from '#protocol/store/store.ts';
import { notFound } from './admin-error.ts';
import {
  type Administrator,
  checkHoldsPower,
  findMissingRole,
  isServerAdministrator,
  refuseForbidden,
} from './administrator.ts';
import { findPowerChange } from './power-changes.ts';

/** The caller and their request. */
export interface Writer {
  readonly administrator: Administrator;
  readonly exchange: Exchange;
}

/** Checked changes of a realm's users. */
export interface UserWrites {
  /** @throws {DuplicateError} as the store's `create`. @throws {AdminError} 403. */
  create(user: StoredUser): Promise<void>;
  /** Resolves to the changed user, if any. @throws {DuplicateError} as the store's; {AdminError} 403. */
  update(id: string, change: (user: StoredUser) => StoredUser): Promise<StoredUser | undefined>;
  /** Resolves to whether the user existed. @throws {AdminError} 403. */
  remove(id: string): Promise<boolean>;
}

type Attributes = Readonly<Record<string, string>>;

/** @throws {AdminError} 403 when an attribute differs that only administrators of the server may set. */
export function checkServerAttributes(
  { administrator, exchange }: Writer,
  before: Attributes = {},
  after: Attributes = {},
): void {
  if (isServerAdministrator(administrator)) return;
  const changed = SERVER_ATTRIBUTES.find((name) => before[name] !== after[name]);
  if (changed === undefined) return;
  const because = `Only administrators of the server may set the attribute ${changed}, because it lets others act as the realm's users.`;
  refuseForbidden(administrator, exchange, 'admin', 'master', because);
}

/** @throws {AdminError} 403 when the change affects power or attributes that the writer may not change. */
export function checkRealmChange(
  { administrator, exchange }: Writer,
  before: StoredRealm,
  after: StoredRealm,
): void {
  if (isServerAdministrator(administrator)) return;
  checkServerAttributes({ administrator, exchange }, before.attributes, after.attributes);
  checkKeys({ administrator, exchange }, before, after);
  const { roles, isRedefined } = findPowerChange(viewRealm(before), viewRealm(after));
  if (isRedefined) {
    const because =
      'Only administrators of the server may create, rename or remove roles and clients that give power over the admin API.';
    refuseForbidden(administrator, exchange, 'admin', 'master', because);
  }
  checkHoldsPower(administrator, exchange, before.realm, {
    roles,
    because: 'The change grants or revokes this role.',
  });
}

/** A caller who knows a key of the realm can sign tokens of any user. @throws {AdminError} 403 */
function checkKeys({ administrator, exchange }: Writer, before: StoredRealm, after: StoredRealm): void {
  const known = new Set(listGivenKeys(before.components?.[KEY_PROVIDER] ?? []));
  const given = listGivenKeys(after.components?.[KEY_PROVIDER] ?? []);
  if (given.every((key) => known.has(key))) return;
  const because = 'The change adds a key that the caller knows, which can sign tokens of every user.';
  if (before.realm === 'master') refuseForbidden(administrator, exchange, 'admin', 'master', because);
  const roles = [{ clientId: 'realm-management', name: 'realm-admin' }];
  checkHoldsPower(administrator, exchange, before.realm, { roles, because });
}

/** @throws {AdminError} 403 when the user has rights that the writer lacks. */
export function checkUser({ administrator, exchange }: Writer, realm: Realm, user: StoredUser): void {
  if (isServerAdministrator(administrator)) return;
  checkHoldsPower(administrator, exchange, realm.name, {
    roles: listPower(realm.name, effectiveRoles(realm, user)),
    because: `User ${user.username} has it, and callers cannot change users with more rights than their own.`,
  });
}

/** @throws {AdminError} 403 when the change affects the user's own claims. */
function checkUserClaims(
  { administrator, exchange }: Writer,
  before: StoredUser | undefined,
  after: StoredUser,
): void {
  if (isServerAdministrator(administrator)) return;
  const [had, has] = [before, after].map((user) => user?.attributes?.[USER_CLAIMS_ATTRIBUTE]?.[0]);
  if (had === has) return;
  const because = `Only administrators of the server may set the user attribute ${USER_CLAIMS_ATTRIBUTE}, because it decides what tokens say.`;
  refuseForbidden(administrator, exchange, 'admin', 'master', because);
}

/** User writes, each checked against the user's rights before and after the change. */
export function guardUsers(writer: Writer, store: Store, realm: Realm): UserWrites {
  const { users } = store;
  const check = (user: StoredUser): void => {
    const current = store.realms.find(realm.name);
    if (current === undefined) throw notFound('Realm not found.');
    checkUser(writer, viewRealm(current), user);
  };
  return {
    async create(user) {
      check(user);
      checkUserClaims(writer, undefined, user);
      await users.create(realm.id, user);
    },
    update: (id, change) =>
      users.update(realm.id, id, (before) => {
        check(before);
        const after = change(before);
        check(after);
        checkUserClaims(writer, before, after);
        return after;
      }),
    async remove(id) {
      const user = await users.find(realm.id, id);
      if (user !== undefined) check(user);
      return users.remove(realm.id, id);
    },
  };
}

type UserLookup = Pick<UserStore, 'find' | 'findServiceAccount'>;

/** Whether an administrator may act as a client: its service account must not have rights that they lack. */
export async function mayActAsClient(
  administrator: Administrator,
  users: UserLookup,
  realm: Realm,
  clientId: string,
): Promise<boolean> {
  if (isServerAdministrator(administrator)) return true;
  const account = await users.findServiceAccount(realm.id, clientId);
  const roles = account === undefined ? [] : listPower(realm.name, effectiveRoles(realm, account));
  return findMissingRole(administrator, realm.name, roles) === undefined;
}

/**
 * Checks the user and the client named in the path before the handler runs: a caller who may change a user or
 * a client, or see a client's credentials, could act as that user or as the client's service account.
 * @throws {AdminError} 403.
 */
export async function checkTarget(writer: Writer, users: UserLookup, realm: Realm): Promise<void> {
  if (isServerAdministrator(writer.administrator)) return;
  const { user: userId, client: clientUuid } = writer.exchange.pathParameters;
  const user = userId === undefined ? undefined : await users.find(realm.id, userId);
  if (user !== undefined) checkUser(writer, realm, user);
  const client = realm.clientsById.get(clientUuid ?? '');
  const account = client && (await users.findServiceAccount(realm.id, client.clientId));
  if (account !== undefined) checkUser(writer, realm, account);
}
