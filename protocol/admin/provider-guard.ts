// Guards identity providers: who changes one can sign in as the users who are linked with it.
import { allGroups } from '#protocol/realm/groups/group-tree.ts';
import { isKeptObject, listKept } from '#protocol/realm/kept-objects.ts';
import { listPower } from '#protocol/realm/users/admin-power.ts';
import { listIdentities } from '#protocol/realm/users/federated-identities.ts';
import type { Realm, RoleReference } from '#protocol/realm/view/realm.ts';
import { effectiveRoles, expandRoles } from '#protocol/realm/view/roles.ts';
import type { StoredRealm, StoredUser, UserStore } from '#protocol/store/store.ts';
import { checkHoldsPower, findMissingRole, hasRoleOver, isServerAdministrator } from './administrator.ts';
import { allRoles } from './keycloak-api/role-lookup.ts';
import type { Writer } from './write-guard.ts';

/** A user with rights that the caller lacks. */
interface LinkedUser {
  readonly username: string;
  readonly power: readonly RoleReference[];
}

/** By alias of the provider: a user who is linked with it, and has rights that the caller lacks. */
export type GuardedProviders = ReadonlyMap<string, LinkedUser>;

const NONE: GuardedProviders = new Map();

const powerOf = (realm: Realm, user: StoredUser): readonly RoleReference[] =>
  listPower(realm.name, effectiveRoles(realm, user));

/** Reads users only for callers who may change providers and lack some right. */
export async function findGuardedProviders(
  { administrator }: Pick<Writer, 'administrator'>,
  users: Pick<UserStore, 'each'>,
  realm: Realm,
): Promise<GuardedProviders> {
  const { name } = realm;
  if (isServerAdministrator(administrator)) return NONE;
  if (!hasRoleOver(administrator, name, ['manage-identity-providers'])) return NONE;
  const roles = allRoles(realm).filter((role) => listPower(name, expandRoles(realm, [role])).length > 0);
  if (findMissingRole(administrator, name, listPower(name, expandRoles(realm, roles))) === undefined)
    return NONE;
  const groups = allGroups(realm.stored.groups)
    .map(({ path }) => path)
    .filter((path) => powerOf(realm, { id: '', username: '', groups: [path] }).length > 0);
  const guarded = new Map<string, LinkedUser>();
  for await (const user of users.each(realm.id, { anyOf: [{ roles }, { groups }] })) {
    const power = powerOf(realm, user);
    if (findMissingRole(administrator, name, power) === undefined) continue;
    for (const { identityProvider } of listIdentities(user))
      guarded.set(identityProvider, { username: user.username, power });
  }
  return guarded;
}

/** What decides whom a provider signs in, as one comparable text; undefined: there is no such provider. */
function definitionOf(realm: StoredRealm, alias: string): string | undefined {
  const provider = listKept(realm, 'identityProviders').find((each) => each['alias'] === alias);
  if (provider === undefined) return undefined;
  const { displayName: _name, hideOnLogin: _hidden, internalId: _id, config, ...rest } = provider;
  const mappers = listKept(realm, 'identityProviderMappers').filter(
    (mapper) => mapper['identityProviderAlias'] === alias,
  );
  return JSON.stringify([rest, settingsOf(config), mappers]);
}

function settingsOf(config: unknown): readonly (readonly [string, unknown])[] {
  const { guiOrder: _order, hideOnLoginPage: _hidden, ...rest } = isKeptObject(config) ? config : {};
  return Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** @throws {AdminError} 403 when a guarded provider, or one of its mappers, becomes another one. */
export function checkProviders(
  { administrator, exchange }: Writer,
  before: StoredRealm,
  after: StoredRealm,
  guarded: GuardedProviders,
): void {
  for (const [alias, { username, power }] of guarded) {
    const definition = definitionOf(after, alias);
    if (definition === undefined || definition === definitionOf(before, alias)) continue;
    checkHoldsPower(administrator, exchange, after.realm, {
      roles: power,
      because: `User ${username} has it and is linked with identity provider ${alias}; who changes the provider can sign in as this user.`,
    });
  }
}
