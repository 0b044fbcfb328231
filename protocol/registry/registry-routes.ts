// The route of the registry token endpoint: there when the feature is on, an explained 404 when it is off.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, RealmRoute, Reply } from '#protocol/http/exchange.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { handleRegistryToken, type RegistryEndpointDeps } from './registry-endpoint.ts';

/** What the route works with. */
export interface RegistryRoutesDeps extends RegistryEndpointDeps {
  /** Whether feature `docker` is on. */
  readonly enabled: boolean;
}

/** The endpoint. */
export function createRegistryRoutes(deps: RegistryRoutesDeps): readonly RealmRoute[] {
  return [
    {
      realm: true,
      method: 'GET',
      path: '/realms/:realm/protocol/docker-v2/auth',
      title: 'Registry token request',
      handle: (exchange) => (deps.enabled ? handleRegistryToken(exchange, deps) : refuseDisabled(exchange)),
    },
  ];
}

/** Compat: Keycloak knows no such protocol then, and says so. */
function refuseDisabled(exchange: RealmExchange): Reply {
  const error = new OAuthError('invalid_request', {
    status: 404,
    description: 'Protocol not found',
    reason: 'Registry tokens are switched off: feature docker is not enabled.',
    remedy: 'Start with --features=docker, or set features=docker in the configuration file.',
    section: 'Service description §1',
  });
  exchange.activity.refused(error, 'check-feature');
  return jsonReply(404, { error: error.description }, NO_STORE);
}
