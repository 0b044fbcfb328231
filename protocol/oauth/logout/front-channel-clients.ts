// Which clients of a session hear of its end by the front channel, and at which address.

import { issuerOf } from '#protocol/http/issuer.ts';
import type { FramedApplication, FrontChannelParticipant } from '#protocol/login/sign-out.ts';
import { resolveClientUrl } from '#protocol/realm/clients/client-url.ts';
import { sidOf } from '#protocol/realm/sessions/offline-sessions.ts';
import type { SessionEndContext } from '#protocol/realm/sessions/sessions.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { addToQuery } from '../response-modes/query.ts';

/** The row of the front-channel table: OpenID Connect clients are told by frames. */
export const frontChannelClients: FrontChannelParticipant = {
  section: 'OIDC Front-Channel Logout §2',
  listFrames: listFrontChannelClients,
};

/**
 * The clients with `frontchannelLogout` and an address, which carries `sid` and `iss` unless the client wants neither.
 * Compat: the switch without an address means that the client is told by nobody.
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
