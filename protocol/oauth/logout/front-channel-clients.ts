// Front-channel logout: the clients of a session and their logout URLs.

import { issuerOf } from '#protocol/http/issuer.ts';
import type { FramedApplication, FrontChannelParticipant } from '#protocol/login/sign-out.ts';
import { resolveClientUrl } from '#protocol/realm/clients/client-url.ts';
import { sidOf } from '#protocol/realm/sessions/offline-sessions.ts';
import type { SessionEndContext } from '#protocol/realm/sessions/sessions.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { addToQuery } from '../response-modes/query.ts';

/** OpenID Connect's row of the front-channel table. */
export const frontChannelClients: FrontChannelParticipant = {
  protocol: 'openid-connect',
  section: 'OIDC Front-Channel Logout §2',
  listFrames: listFrontChannelClients,
};

/**
 * Clients with `frontchannelLogout` and a URL; `sid` and `iss` are added unless the client turns them off.
 * Compat: a client with the switch but without a URL is not notified at all.
 */
function listFrontChannelClients(
  context: SessionEndContext,
  session: UserSession,
): readonly FramedApplication[] {
  return Object.keys(session.clients).flatMap((id) => {
    const client = context.realm.clientsById.get(id);
    const url = client === undefined ? undefined : frontChannelUrl(context, client, session);
    if (client === undefined || url === undefined) return [];
    return [{ clientId: client.clientId, name: client.name || client.clientId, url }];
  });
}

function frontChannelUrl(
  { realm, baseUrl }: SessionEndContext,
  client: Client,
  session: UserSession,
): string | undefined {
  const { attributes, protocol, representation } = client;
  if (protocol !== 'openid-connect' || representation.frontchannelLogout !== true) return undefined;
  const url = resolveClientUrl(client, attributes['frontchannel.logout.url'], baseUrl);
  if (url === undefined || attributes['frontchannel.logout.session.required'] === 'false') return url;
  return addToQuery(url, [
    ['sid', sidOf(session)],
    ['iss', issuerOf({ realm, baseUrl })],
  ]);
}
