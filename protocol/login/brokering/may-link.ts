// Who may link accounts of identity providers with the own account.

import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import { effectiveRoles, hasRole, rolesInScope } from '#protocol/realm/view/roles.ts';
import type { StoredUser } from '#protocol/store/store.ts';

const ROLES = ['manage-account', 'manage-account-links'] as const;

/** Compat: the user needs one of two roles of client `account`, and the client its scope. */
export function mayLink(realm: Realm, client: Client | undefined, user: StoredUser): boolean {
  if (client === undefined) return false;
  const roles = rolesInScope(realm, effectiveRoles(realm, user), client, client.defaultScopes);
  return ROLES.some((name) => hasRole(roles, { clientId: 'account', name }));
}
