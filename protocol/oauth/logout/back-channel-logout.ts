// Back-channel logout: notifies the clients of an ended session by HTTP requests.

import { issuerOf } from '#protocol/http/issuer.ts';
import type { OutgoingCall, OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import { waitForClients } from '#protocol/login/wait-for-clients.ts';
import type { LogoutParticipant, SessionEndContext } from '#protocol/realm/sessions/sessions.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { createLogoutAction } from './admin-action.ts';
import { type Destination, findDestination } from './destination.ts';
import { createLogoutToken, type LogoutTokenDeps } from './logout-token.ts';

export interface BackChannelLogoutDeps extends LogoutTokenDeps {
  readonly calls: OutgoingCalls;
  /** Milliseconds to wait for the clients' responses, by default 2000. The requests continue afterwards. */
  readonly waitMs?: number;
}

const SECTION = 'OIDC Back-Channel Logout §2.5';

/** OIDC Back-Channel Logout §2.5. */
export function createBackChannelLogout(deps: BackChannelLogoutDeps): LogoutParticipant {
  return {
    async endSession(context, session) {
      const telling = listClients(context, session).map(({ client, destination }) => ({
        clientId: client.clientId,
        result:
          'url' in destination
            ? deps.calls.send(describeCall(deps, context, { session, client, destination }))
            : Promise.resolve(destination),
      }));
      return waitForClients(telling, {
        section: SECTION,
        ...(deps.waitMs === undefined ? {} : { waitMs: deps.waitMs }),
      });
    },
  };
}

function listClients(context: SessionEndContext, session: UserSession) {
  return Object.values(session.clients).flatMap(({ clientUuid, adapterSession }) => {
    const client = context.realm.clientsById.get(clientUuid);
    if (client === undefined) return [];
    const destination = findDestination(client, adapterSession, context);
    return destination === undefined ? [] : [{ client, destination }];
  });
}

function describeCall(
  deps: BackChannelLogoutDeps,
  { realm, clock, baseUrl }: SessionEndContext,
  notified: { readonly session: UserSession; readonly client: Client; readonly destination: Destination },
): OutgoingCall {
  const { session, client, destination } = notified;
  const context = { realm, clock, issuer: issuerOf({ realm, baseUrl }) };
  const common = {
    url: destination.url,
    setting: destination.setting,
    realm: realm.name,
    clientId: client.clientId,
    username: session.username,
    flow: session.flow,
    accepted: [200, 204],
    section: SECTION,
  };
  if (destination.channel === 'admin-url') {
    return {
      ...common,
      kind: 'admin-logout',
      title: 'Sign-out by Admin URL',
      contentType: 'text/plain; charset=utf-8',
      body: () =>
        createLogoutAction(deps.keys, context, client, {
          session,
          adapterSession: destination.adapterSession,
        }),
    };
  }
  return {
    ...common,
    kind: 'backchannel-logout',
    title: 'Back-channel logout',
    contentType: 'application/x-www-form-urlencoded',
    async body() {
      const token = await createLogoutToken(deps, context, client, session);
      return new URLSearchParams({ logout_token: token }).toString();
    },
  };
}
