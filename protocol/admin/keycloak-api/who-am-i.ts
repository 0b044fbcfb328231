// What the caller may do in which realm, as Keycloak's admin console asks at its start.
import { unauthorized } from '../admin-error.ts';
import { type AdminRequest, ok, parameter, type ServerRow } from '../admin-route.ts';
import { checkIsAdministrator, heldRoles, mayCreateRealms } from '../administrator.ts';

/** The caller's roles by realm. */
function realmAccess({ store, administrator, exchange }: AdminRequest): Record<string, readonly string[]> {
  const only = exchange.query.get('currentRealm');
  const access = store.realms
    .list()
    .filter(({ realm }) => only === undefined || realm === only)
    .map(({ realm }) => [realm, heldRoles(administrator, realm)] as const)
    .filter(([, roles]) => roles.length > 0);
  return Object.fromEntries(access);
}

function whoAmI(request: AdminRequest) {
  const { administrator, exchange } = request;
  checkIsAdministrator(administrator, exchange);
  // Compat: the token must be one of the realm in the path.
  if (parameter(request, 'realm') !== administrator.realm.name) throw unauthorized();
  return ok({
    userId: administrator.userId,
    realm: administrator.realm.name,
    displayName: administrator.username,
    locale: administrator.realm.stored.defaultLocale ?? 'en',
    createRealm: mayCreateRealms(administrator),
    realm_access: realmAccess(request),
    temporary: false,
  });
}

export const WHO_AM_I_ROWS: readonly ServerRow[] = [
  { method: 'GET', path: '/admin/:realm/console/whoami', needs: 'any', handle: whoAmI },
];
