// The routes of the registry token endpoint, which answer an explained 404 while the feature is disabled.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, RealmRoute, Reply } from '#protocol/http/exchange.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { handleRegistryToken, type RegistryEndpointDeps } from './registry-endpoint.ts';
import { refusalReply } from './registry-refusal.ts';

export interface RegistryRoutesDeps extends RegistryEndpointDeps {
  /** Whether feature `docker` is enabled. */
  readonly enabled: boolean;
}

/** GET issues tokens; POST directs clients to GET. */
export function createRegistryRoutes(deps: RegistryRoutesDeps): readonly RealmRoute[] {
  const shared = { realm: true, path: '/realms/:realm/protocol/docker-v2/auth' } as const;
  return [
    {
      ...shared,
      method: 'GET',
      title: 'Registry token request',
      handle: (exchange) => (deps.enabled ? handleRegistryToken(exchange, deps) : refuseDisabled(exchange)),
    },
    {
      ...shared,
      method: 'POST',
      title: 'Registry token request (OAuth 2.0)',
      handle: (exchange) => (deps.enabled ? sendToGet(exchange) : refuseDisabled(exchange)),
    },
  ];
}

/**
 * Clients such as containerd try POST before GET, so this is not an error. The password in it is not read.
 * Choice: 404, as specified (docs/differences-to-keycloak.md, "Registry token requests by POST").
 */
function sendToGet({ realm, activity }: RealmExchange): Reply {
  const section = 'Distribution OAuth 2.0 specification';
  activity.parties('application', 'understudy');
  activity.recordNote(
    'check-method',
    'Registry tokens are not given by OAuth 2.0 (POST), as in Keycloak. The client is expected to ask by GET next; one that does not has an identity token: log in with user name and password.',
    section,
  );
  activity.outcome('asked');
  const description = 'Tokens are requested by GET with HTTP Basic';
  return refusalReply(new OAuthError('invalid_request', { status: 404, description, section }), realm);
}

/** Compat: without the feature, Keycloak does not know the protocol. */
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
