// Keycloak's routes that Understudy does not support, each with its reason: the server answers from this table.
import { AdminError } from '../admin-error.ts';
import type { RealmRow, ServerRow } from '../admin-route.ts';
import { checkIsAdministrator } from '../administrator.ts';

export interface UnsupportedRoutes {
  readonly subject: string;
  /** A sentence; callers get it. */
  readonly reason: string;
  /** Keycloak's name of the feature, which counts as switched off. */
  readonly feature?: string;
  /** Below the realm, in the router's syntax. Every method is answered alike. */
  readonly paths: readonly string[];
}

/** A path with everything below it. */
const withAllBelow = (...paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => [path, `${path}/*rest`]);

/** Below `/admin/realms/{realm}`. */
export const UNSUPPORTED_ROUTES: readonly UnsupportedRoutes[] = [
  {
    subject: 'Authorization services',
    reason: 'Understudy has no authorization services (UMA): resources, policies and permissions of clients.',
    feature: 'AUTHORIZATION',
    paths: withAllBelow('/clients/:client/authz'),
  },
  {
    subject: 'Fine-grained permissions',
    reason: 'The roles of realm-management decide what an administrator may do.',
    feature: 'ADMIN_FINE_GRAINED_AUTHZ',
    paths: [
      '/users-management-permissions',
      '/clients/:client/management/permissions',
      '/clients/:client/roles/:role/management/permissions',
      '/groups/:group/management/permissions',
      '/roles/:role/management/permissions',
      '/roles-by-id/:role/management/permissions',
      '/identity-provider/instances/:alias/management/permissions',
    ],
  },
  {
    subject: 'Workflows',
    reason: 'Understudy runs no workflows.',
    feature: 'WORKFLOWS',
    paths: withAllBelow('/workflows'),
  },
  {
    subject: 'Client types',
    reason: 'Clients have no types; their own settings decide.',
    feature: 'CLIENT_TYPES',
    paths: withAllBelow('/client-types'),
  },
  {
    subject: 'Verifiable credentials',
    reason: 'Understudy does not issue verifiable credentials (OID4VCI).',
    feature: 'OID4VC_VCI',
    paths: ['/users/:user/vc/*rest'],
  },
  {
    subject: 'Groups of organizations',
    reason: 'Organizations have no groups of their own; use the groups of the realm.',
    paths: [
      ...withAllBelow('/organizations/:organization/groups'),
      '/organizations/:organization/members/:user/groups',
      '/organizations/:organization/identity-providers/:alias/groups',
    ],
  },
  {
    subject: 'User federation',
    reason: 'Understudy reads no external directories; settings of user federation are kept as components.',
    paths: ['/user-storage/*rest', '/testLDAPConnection', '/ldap-server-capabilities'],
  },
  {
    subject: 'Key stores',
    reason:
      'Understudy does not write key stores; the path that ends with generate returns the key pair as base64 of DER.',
    paths: [
      '/clients/:client/certificates/:attribute/download',
      '/clients/:client/certificates/:attribute/generate-and-download',
    ],
  },
];

/** Outside any realm, with their complete paths. */
export const UNSUPPORTED_SERVER_ROUTES: readonly UnsupportedRoutes[] = [
  {
    subject: 'Admin API v2',
    reason: 'Understudy has the first version of the admin API only.',
    feature: 'CLIENT_ADMIN_API_V2',
    paths: ['/admin/api/*rest'],
  },
  {
    subject: 'Texts of themes',
    reason:
      'The texts of the account console are at /resources/{realm}/account/{locale}; texts of a realm are below /localization.',
    paths: ['/resources/:realm/:theme/:locale'],
  },
];

/** The features that count as switched off, for server info. */
export const FEATURES_OFF: readonly string[] = [...UNSUPPORTED_ROUTES, ...UNSUPPORTED_SERVER_ROUTES].flatMap(
  ({ feature }) => feature ?? [],
);

/** Compat: 501 with Keycloak's code, and the reason. @throws {AdminError} always. */
function refuse({ feature, reason }: UnsupportedRoutes): never {
  throw new AdminError(
    501,
    feature === undefined
      ? { errorMessage: reason }
      : { error: 'Feature not enabled', error_description: reason },
  );
}

const TITLE = 'Endpoint that is not supported';

export const UNSUPPORTED_ROWS: readonly RealmRow[] = UNSUPPORTED_ROUTES.flatMap((routes) =>
  routes.paths.map(
    (path): RealmRow => ({
      method: 'GET',
      anyMethod: true,
      path,
      needs: undefined,
      title: TITLE,
      handle: () => refuse(routes),
    }),
  ),
);

export const UNSUPPORTED_SERVER_ROWS: readonly ServerRow[] = UNSUPPORTED_SERVER_ROUTES.flatMap((routes) =>
  routes.paths.map(
    (path): ServerRow => ({
      method: 'GET',
      anyMethod: true,
      path,
      needs: 'any',
      title: TITLE,
      handle: ({ administrator, exchange }) => {
        checkIsAdministrator(administrator, exchange);
        return refuse(routes);
      },
    }),
  ),
);
