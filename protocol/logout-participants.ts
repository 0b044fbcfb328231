// Who is notified from server to server when a session ends: its clients, and the identity provider that has begun it.
import { createUpstreamLogout } from './broker/oidc/upstream-logout.ts';
import { createUpstreamNotices } from './broker/saml/upstream-logout.ts';
import { type BackChannelLogoutDeps, createBackChannelLogout } from './oauth/logout/back-channel-logout.ts';
import type { LogoutParticipant } from './realm/sessions/sessions.ts';
import { isStoodIn } from './realm/view/stood-in.ts';
import { createSamlBackChannelLogout } from './saml/logout/back-channel-logout.ts';
import { createLogoutMessages } from './saml/logout/logout-messages.ts';
import { createSamlSigners } from './saml/signer.ts';

export function createLogoutParticipants(deps: BackChannelLogoutDeps): readonly LogoutParticipant[] {
  const signers = createSamlSigners(deps.keys);
  const messages = createLogoutMessages(signers);
  return [
    createBackChannelLogout(deps),
    createSamlBackChannelLogout({ calls: deps.calls, messages }),
    createUpstreamLogout(deps.calls),
    createUpstreamNotices({ signers, calls: deps.calls, isStoodIn }),
  ];
}
