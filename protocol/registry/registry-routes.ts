// The route of the registry token endpoint: there when the feature is on, an explained 404 when it is off.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, RealmRoute, Reply } from '#protocol/http/exchange.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { handleRegistryToken, type RegistryEndpointDeps } from './registry-endpoint.ts';
import { refusalReply } from './registry-refusal.ts';

/** What the route works with. */
export interface RegistryRoutesDeps extends RegistryEndpointDeps {
  /** Whether feature `docker` is on. */
  readonly enabled: boolean;
}

/** The endpoint: tokens by GET, and by POST the answer that sends clients there. */
export function createRegistryRoutes(deps: RegistryRoutesDeps): readonly RealmRoute[] {
  const path = '/realms/:realm/protocol/docker-v2/auth';
  return [
    {
      realm: true,
      method: 'GET',
      path,
      title: 'Registry token request',
      handle: (exchange) => (deps.enabled ? handleRegistryToken(exchange, deps) : refuseDisabled(exchange)),
    },
    {
      realm: true,
      method: 'POST',
      path,
      title: 'Registry token request (OAuth 2.0)',
      handle: (exchange) => (deps.enabled ? refuseOAuth(exchange) : refuseDisabled(exchange)),
    },
  ];
}

/**
 * Clients such as containerd ask by POST first, and by GET when that is not there. The password that they send is not read.
 * Choice: 404, which the specification has for it (docs/decisions/0153-what-registry-clients-are-told.md).
 */
function refuseOAuth({ realm, activity }: RealmExchange): Reply {
  activity.parties('application', 'understudy');
  const error = new OAuthError('invalid_request', {
    status: 404,
    description: 'Tokens are requested by GET with HTTP Basic',
    reason:
      'Tokens for registries are not given by OAuth 2.0 (POST), as in Keycloak. Most clients ask by GET next.',
    remedy:
      'Nothing is to be done when a request by GET follows; otherwise log in with user name and password, not with an identity token.',
    section: 'Distribution OAuth 2.0 specification',
  });
  activity.refused(error, 'check-method');
  return refusalReply(error, realm);
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
