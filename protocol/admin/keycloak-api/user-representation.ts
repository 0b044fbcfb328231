// Users as the admin API shows them: without credentials, with the caller's permissions.
import type { UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { withoutTokens } from '#protocol/realm/users/federated-identities.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { type RealmRequest, readSwitch } from '../admin-route.ts';
import { type Administrator, hasRoleOver } from '../administrator.ts';

/** Members that have their own endpoints. */
const HIDDEN = new Set(['credentials', 'realmRoles', 'clientRoles', 'groups', 'clientConsents']);
const BRIEF = new Set([
  'id',
  'username',
  'firstName',
  'lastName',
  'email',
  'emailVerified',
  'enabled',
  'createdTimestamp',
  'serviceAccountClientId',
]);

/** The caller's permissions for users of a realm. */
export function userAccess(administrator: Administrator, realmName: string): Record<string, boolean> {
  const manage = hasRoleOver(administrator, realmName, ['manage-users']);
  const view = manage || hasRoleOver(administrator, realmName, ['view-users']);
  const impersonate = hasRoleOver(administrator, realmName, ['impersonation']);
  return { manageGroupMembership: manage, view, mapRoles: manage, impersonate, manage };
}

/** Users of a list, brief if the query says so. */
export function userRepresentations(
  { administrator, realm, exchange }: Pick<RealmRequest, 'administrator' | 'realm' | 'exchange'>,
  users: readonly StoredUser[],
): UserRepresentation[] {
  const access = userAccess(administrator, realm.name);
  const brief = readSwitch(exchange, 'briefRepresentation') === true;
  return users.map((user) => userRepresentation(user, access, brief));
}

/** One user. `brief` leaves out attributes and what only a form needs. */
export function userRepresentation(
  user: StoredUser,
  access: Record<string, boolean>,
  brief: boolean,
): UserRepresentation {
  const shown = Object.entries(withoutTokens(user)).filter(([member]) =>
    brief ? BRIEF.has(member) : !HIDDEN.has(member),
  );
  const common = { emailVerified: false, enabled: true, ...Object.fromEntries(shown), access };
  if (brief) return common;
  return {
    disableableCredentialTypes: [],
    requiredActions: [],
    notBefore: 0,
    totp: (user.credentials ?? []).some((credential) => credential.type === 'otp'),
    ...common,
  };
}
