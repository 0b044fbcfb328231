// The table of named endpoints: which routes belong to which name.
import { ENDPOINT_NAMES, type EndpointName } from '#protocol/contract/endpoints.ts';

const PROTOCOL = '/realms/:realm/protocol/openid-connect';
const SAML = '/realms/:realm/protocol/saml';

/** The paths of an endpoint's routes. Pages of a sign-in and results of an authentication entity have none. */
const ENDPOINT_PATHS: Readonly<Record<EndpointName, readonly string[]>> = {
  authorization: [`${PROTOCOL}/auth`],
  token: [`${PROTOCOL}/token`],
  userinfo: [`${PROTOCOL}/userinfo`],
  introspection: [`${PROTOCOL}/token/introspect`],
  revocation: [`${PROTOCOL}/revoke`],
  keys: [`${PROTOCOL}/certs`],
  discovery: ['/realms/:realm/.well-known/openid-configuration'],
  logout: [`${PROTOCOL}/logout`],
  device: [`${PROTOCOL}/auth/device`],
  ciba: [`${PROTOCOL}/ext/ciba/auth`],
  par: [`${PROTOCOL}/ext/par/request`],
  saml: [SAML, `${SAML}/resolve`, `${SAML}/descriptor`, `${SAML}/clients/:name`],
  registry: ['/realms/:realm/protocol/docker-v2/auth'],
};

const NAMES_BY_PATH: ReadonlyMap<string, EndpointName> = new Map(
  ENDPOINT_NAMES.flatMap((name) => ENDPOINT_PATHS[name].map((path) => [path, name] as const)),
);

/** The name of a route's endpoint; undefined for all others. */
export function endpointOf(routePath: string | undefined): EndpointName | undefined {
  return routePath === undefined ? undefined : NAMES_BY_PATH.get(routePath);
}
