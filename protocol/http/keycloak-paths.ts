// The table of Keycloak's paths that the server may not implement, and the routes that say so.
import type { PlainRoute, RealmRoute, Route } from './exchange.ts';
import { notImplemented } from './not-found.ts';

/** Paths of one subject, in the router's syntax. */
interface PathGroup {
  /** The subject, within a sentence. */
  readonly subject: string;
  /** Prefix of every path. */
  readonly below: string;
  readonly paths: readonly string[];
}

const REALM = '/realms/:realm';

/** A path with everything below it. */
const withAllBelow = (...paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => [path, `${path}/*rest`]);

/** Below `/realms/{realm}`: for applications and browsers. */
const REALM_PATHS: readonly PathGroup[] = [
  {
    subject: 'sign-in through other identity providers',
    below: REALM,
    paths: ['/broker/*rest', ...withAllBelow('/login-actions/post-broker-login')],
  },
  {
    subject: 'authorization services (UMA)',
    below: REALM,
    paths: ['/authz/*rest', '/.well-known/uma2-configuration'],
  },
  {
    subject: 'pages of the sign-in',
    below: `${REALM}/login-actions`,
    paths: ['/detached-info'],
  },
  {
    subject: 'OpenID Connect',
    below: REALM,
    paths: [
      '/.well-known/oauth-authorization-server',
      '/protocol/openid-connect/forgot-credentials',
      '/protocol/openid-connect/delegated',
      '/protocol/openid-connect/oauth/oob',
      '/protocol/openid-connect/ext/*rest',
    ],
  },
  {
    subject: 'verifiable credentials (OID4VCI)',
    below: REALM,
    paths: [
      '/.well-known/openid-credential-issuer',
      '/.well-known/jwt-vc-issuer',
      ...withAllBelow('/protocol/oid4vc'),
    ],
  },
  {
    subject: 'client registration in other formats than OpenID Connect',
    below: `${REALM}/clients-registrations`,
    paths: withAllBelow('/default', '/install', '/saml2-entity-descriptor'),
  },
  {
    subject: 'cluster nodes of applications',
    below: `${REALM}/clients-managements`,
    paths: ['/register-node', '/unregister-node'],
  },
  { subject: 'SCIM', below: REALM, paths: withAllBelow('/scim') },
];

/** Outside of realms. */
const SERVER_PATHS: readonly PathGroup[] = [
  {
    subject: 'the admin console; this server’s own console is at /console/',
    below: '/admin',
    paths: ['', '/:realm/console', '/:realm/console/*rest'],
  },
  { subject: 'files of themes', below: '/resources', paths: ['/*rest'] },
  { subject: 'keycloak.js, which is the package keycloak-js today', below: '/js', paths: ['/*rest'] },
  { subject: 'metadata of realms', below: '/.well-known', paths: ['/*rest'] },
  { subject: 'operation of the server', below: '', paths: ['/metrics', '/lb-check', '/robots.txt'] },
];

/** The path without the names of its parameters: routes with the same shape answer the same requests. */
const shapeOf = (path: string): string => path.replace(/:[^/]+/g, ':').replace(/\*.+$/, '*');

/** Routes for Keycloak's paths that `served` lacks: each answers every method with 404 and says so. */
export function listUnservedRoutes(served: readonly Pick<Route, 'path'>[]): readonly Route[] {
  const known = new Set(served.map(({ path }) => shapeOf(path)));
  return [
    // A realm that does not exist is reported first.
    ...expand(REALM_PATHS, known).map(
      ({ path, subject }): RealmRoute => ({ ...refusing(path, subject), realm: true, cors: 'any' }),
    ),
    ...expand(SERVER_PATHS, known).map(({ path, subject }) => refusing(path, subject)),
  ];
}

function expand(
  groups: readonly PathGroup[],
  known: ReadonlySet<string>,
): readonly { readonly path: string; readonly subject: string }[] {
  return groups
    .flatMap(({ subject, below, paths }) => paths.map((path) => ({ path: `${below}${path}`, subject })))
    .filter(({ path }) => !known.has(shapeOf(path)));
}

function refusing(path: string, subject: string): PlainRoute & { readonly realm?: never } {
  return {
    method: 'GET',
    anyMethod: true,
    path,
    title: 'Keycloak endpoint that is not implemented',
    handle: () => {
      throw notImplemented(subject);
    },
  };
}
