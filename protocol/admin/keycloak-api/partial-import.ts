// Imports a part of a realm file into an existing realm: clients, roles, identity providers, groups, users.

import { CLIENT_SETTINGS } from '#protocol/contract/settings/client.ts';
import { GROUP_SETTINGS, ROLES_SETTINGS } from '#protocol/contract/settings/shared.ts';
import { USER_SETTINGS } from '#protocol/contract/settings/user.ts';
import { listOf, objectOf, oneOf } from '#protocol/contract/settings/value-type.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { checkComposites } from '#protocol/realm/file/named-roles.ts';
import { normalizeUser } from '#protocol/realm/file/normalize-user.ts';
import { listPlainPasswords } from '#protocol/realm/file/plain-passwords.ts';
import { RealmFileError } from '#protocol/realm/file/realm-file-error.ts';
import { checkConsents } from '#protocol/realm/file/user-consents.ts';
import { findGroupByPath } from '#protocol/realm/groups/group-tree.ts';
import { MAX_BACKGROUND_PASSWORDS, type PasswordUpgrades } from '#protocol/realm/users/password-upgrades.ts';
import { ensureServiceAccount } from '#protocol/realm/users/service-account.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { StoredRealm, StoredUser, UserStore } from '#protocol/store/store.ts';
import { invalid } from '../admin-error.ts';
import { changeRow, ok, type RealmRequest, type RealmRow } from '../admin-route.ts';
import { checkRoleOver } from '../administrator.ts';
import { readObject } from '../members.ts';
import { checkUser } from '../write-guard.ts';
import { PROVIDER_WIRE } from './identity-providers.ts';
import { checkLinks } from './link-conflicts.ts';
import { ImportLog, importParts, type PartialImport } from './partial-import-steps.ts';

/** A large realm's clients and users. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

const IMPORT_WIRE = {
  ifResourceExists: { type: oneOf(['FAIL', 'SKIP', 'OVERWRITE']) },
  clients: { type: listOf(objectOf(() => CLIENT_SETTINGS, 'clientId')) },
  roles: { type: objectOf(() => ROLES_SETTINGS) },
  identityProviders: { type: listOf(objectOf(() => PROVIDER_WIRE, 'alias', 'providerId')) },
  groups: { type: listOf(objectOf(() => GROUP_SETTINGS, 'name')) },
  users: { type: listOf(objectOf(() => USER_SETTINGS, 'username')) },
};

/** Each kind of resource needs the right that its own endpoint needs. @throws {AdminError} 403. */
function checkRights({ administrator, exchange, realm }: RealmRequest, given: PartialImport): void {
  const { clients = [], identityProviders = [], groups = [], users = [] } = given;
  if (clients.length > 0) checkRoleOver(administrator, exchange, realm.name, ['manage-clients']);
  if (identityProviders.length > 0)
    checkRoleOver(administrator, exchange, realm.name, ['manage-identity-providers']);
  if (groups.length + users.length > 0) checkRoleOver(administrator, exchange, realm.name, ['manage-users']);
}

/** A user of the file, and the ID of the stored user who is replaced. */
interface PlannedUser {
  readonly user: StoredUser;
  readonly replaces: string | undefined;
}

/**
 * The users to write, when `after` is the realm.
 * @throws {AdminError} 409 for an existing user if the policy is FAIL, and for accounts of other users; 400 for an unknown group; 403 for a user
 * with more rights than the caller.
 */
async function planUsers(
  request: RealmRequest,
  after: StoredRealm,
  given: PartialImport,
  log: ImportLog,
): Promise<readonly PlannedUser[]> {
  const { store, realm, clocks } = request;
  const planned: PlannedUser[] = [];
  const names = new Set<string>();
  const view = viewRealm(after);
  for (const user of given.users ?? []) {
    const stored = normalizeUser(after, user, clocks(realm.name), { grantDefaultRole: false });
    if (names.has(stored.username)) throw invalid(`User ${stored.username} is in the file more than once`);
    names.add(stored.username);
    const path = stored.groups?.find((group) => findGroupByPath(after.groups, group) === undefined);
    if (path !== undefined) throw invalid(`Unable to find group specified by path: ${path}`);
    const existing = await findExisting(store.users, after, stored);
    const id = log.admit('USER', stored.username, existing?.id);
    if (id === undefined) continue;
    if (existing !== undefined) checkUser(request, realm, existing);
    checkUser(request, view, stored);
    planned.push({ user: { ...stored, id }, replaces: existing?.id });
  }
  await checkLinks(
    store.users,
    after.id,
    planned.map(({ user }) => user),
  );
  return planned;
}

/** Compat: a user with the same address is the same user, unless the realm allows duplicates. */
async function findExisting(
  users: Pick<UserStore, 'findByUsername' | 'findByEmail'>,
  realm: StoredRealm,
  { username, email = '' }: StoredUser,
): Promise<StoredUser | undefined> {
  const sameName = await users.findByUsername(realm.id, username);
  if (sameName !== undefined || email === '' || realm.duplicateEmailsAllowed === true) return sameName;
  return users.findByEmail(realm.id, email);
}

/** What composites and consents name must be in the realm. @throws {AdminError} 400. */
function checkNames(after: StoredRealm, { users = [] }: PartialImport): void {
  const { roles } = after;
  try {
    checkComposites(roles?.realm ?? [], roles?.client ?? {}, true);
    checkConsents(after, users);
  } catch (error) {
    if (error instanceof RealmFileError) throw invalid(`${error.message}. ${error.remedy}`);
    throw error;
  }
}

async function saveUsers(
  request: RealmRequest,
  planned: readonly PlannedUser[],
  given: PartialImport,
  upgrades: PasswordUpgrades,
): Promise<void> {
  for (const { user, replaces } of planned) {
    if (replaces === undefined) await request.users.create(user);
    else await request.users.update(replaces, () => user);
  }
  const stored = planned.map(({ user }) => user);
  const files = stored.map(({ username }) =>
    (given.users ?? []).find((user) => user.username?.trim().toLowerCase() === username),
  );
  const passwords = listPlainPasswords(
    files.map((file) => file ?? {}),
    stored,
    MAX_BACKGROUND_PASSWORDS,
  );
  upgrades.add(request.realm.id, passwords);
}

async function importPart(request: RealmRequest, upgrades: PasswordUpgrades): Promise<Reply> {
  const given = readObject<PartialImport>(request.exchange.json, IMPORT_WIRE);
  checkRights(request, given);
  const policy = given.ifResourceExists ?? 'FAIL';
  // A rehearsal: nothing is written if anything cannot be imported.
  const rehearsal = new ImportLog(policy);
  const expected = importParts(request.realm.stored, given, rehearsal);
  checkNames(expected, given);
  const planned = await planUsers(request, expected, given, rehearsal);
  const log = new ImportLog(policy);
  const realm = await request.updateRealm((current) => importParts(current, given, log));
  for (const client of given.clients ?? [])
    await ensureServiceAccount(request.unchecked.users, realm, client, request.clocks(realm.realm));
  await saveUsers(request, planned, given, upgrades);
  const results = [
    ...log.results,
    ...rehearsal.results.filter(({ resourceType }) => resourceType === 'USER'),
  ];
  const count = (action: string): number => results.filter((result) => result.action === action).length;
  return ok({
    overwritten: count('OVERWRITTEN'),
    added: count('ADDED'),
    skipped: count('SKIPPED'),
    results,
  });
}

export function createPartialImportRows(upgrades: PasswordUpgrades): readonly RealmRow[] {
  return [
    {
      ...changeRow('POST', '/partialImport', ['manage-realm'], 'Import into realm', (request) =>
        importPart(request, upgrades),
      ),
      maxBodyBytes: MAX_BODY_BYTES,
    },
  ];
}
