// The routes of client-initiated backchannel authentication.
import type { RealmRoute } from '#protocol/http/exchange.ts';
import { omittingEmpty } from '#protocol/oauth/omit-empty.ts';
import { type CibaCallbackDeps, handleAuthenticationResult } from './ciba-callback.ts';
import { type CibaEndpointDeps, handleAuthenticationRequest } from './ciba-endpoint.ts';

const PATH = '/realms/:realm/protocol/openid-connect/ext/ciba/auth';

export function createCibaRoutes(deps: CibaEndpointDeps & CibaCallbackDeps): readonly RealmRoute[] {
  return [
    {
      realm: true,
      method: 'POST',
      path: PATH,
      title: 'Authentication request (CIBA)',
      body: 'form',
      handle: omittingEmpty((exchange) => handleAuthenticationRequest(exchange, deps)),
    },
    {
      realm: true,
      method: 'POST',
      path: `${PATH}/callback`,
      title: 'Authentication result (CIBA)',
      body: 'json',
      handle: (exchange) => handleAuthenticationResult(exchange, deps),
    },
  ];
}
