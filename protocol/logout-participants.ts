// What is notified when a session ends, by every protocol.
import { createUpstreamLogout } from './broker/oidc/upstream-logout.ts';
import { type BackChannelLogoutDeps, createBackChannelLogout } from './oauth/logout/back-channel-logout.ts';
import type { LogoutParticipant } from './realm/sessions/sessions.ts';
import { createSamlBackChannelLogout } from './saml/logout/back-channel-logout.ts';
import { createLogoutMessages } from './saml/logout/logout-messages.ts';
import { createSamlSigners } from './saml/signer.ts';

export function createLogoutParticipants(deps: BackChannelLogoutDeps): readonly LogoutParticipant[] {
  const messages = createLogoutMessages(createSamlSigners(deps.keys));
  return [
    createBackChannelLogout(deps),
    createSamlBackChannelLogout({ calls: deps.calls, messages }),
    createUpstreamLogout(deps.calls),
  ];
}
