// The link of an invitation to an organization.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { acceptInvitation, findInvitation, type InvitationKey } from '#protocol/realm/invitations.ts';
import { findOrganizationById } from '#protocol/realm/view/organizations.ts';
import type { Parts } from '../complete-sign-in.ts';
import { beginRegistration } from '../registration/handle-registration.ts';
import { messageOf } from '../texts/message.ts';
import { EN } from '../texts/table.ts';
import type { ActionToken } from './action-token.ts';
import { invitationRequest } from './invitation-request.ts';
import { type LinkProblem, refuseLink } from './link-problems.ts';
import { backToOf, showLinkEnd } from './link-request.ts';
import { askFirst } from './link-tab.ts';
import type { LinkType, OpenedLink } from './link-type.ts';

/** Compat: users confirm first; who has no account registers with the address of the message. */
export const invitationLink: LinkType = {
  async open(parts, exchange, link) {
    const { token, user, own } = link;
    const organization = findOrganizationById(exchange.realm, token.organizationId ?? '');
    if (organization?.members.has(user.username) === true)
      return showLinkEnd(exchange, {
        title: messageOf('understudy.accountUpdateTitle'),
        message: messageOf('orgMemberAlready', user.username, organization.name),
        backTo: backToOf(exchange, token),
      });
    const found = findInvitation(exchange.realm, keyOf(token));
    if (found === undefined) return refuseLink(exchange, staleInvitation(exchange, token), token);
    const { name } = found.organization;
    if (own === undefined)
      return askFirst(parts, exchange, token, {
        title: messageOf('organization.confirm-membership.title', name),
        message: messageOf('organization.confirm-membership', name),
      });
    return join(parts, exchange, link, name);
  },
  async openForNewUser(parts, exchange, token) {
    const found = findInvitation(exchange.realm, keyOf(token));
    if (found === undefined) return refuseLink(exchange, staleInvitation(exchange, token), token);
    const { invitation } = found;
    const user = await parts.deps.store.users.findByEmail(exchange.realm.id, invitation.email);
    // An account was created since the message was sent.
    if (user !== undefined)
      return invitationLink.open(parts, exchange, {
        token: { ...token, userId: user.id },
        user,
        own: undefined,
      });
    return beginRegistration(parts, exchange, invitationRequest(exchange, token, invitation));
  },
};

function keyOf({ id, organizationId = '' }: ActionToken): InvitationKey {
  return { id, organizationId };
}

async function join(
  { deps }: Parts,
  exchange: RealmExchange,
  { token, user }: OpenedLink,
  name: string,
): Promise<Reply> {
  const { realm, activity } = exchange;
  const member = { username: user.username, type: 'UNMANAGED' } as const;
  await deps.store.realms.update(realm.name, (stored) => acceptInvitation(stored, keyOf(token), member));
  activity.recordPass('invitation-link', `${user.username} has joined the organization ${name}.`);
  activity.eventDetails({ org_id: token.organizationId ?? '' });
  return showLinkEnd(exchange, {
    title: messageOf('understudy.accountUpdatedTitle'),
    message: messageOf('understudy.organizationJoined', name),
    backTo: backToOf(exchange, token),
  });
}

function staleInvitation({ realm }: RealmExchange, { organizationId = '' }: ActionToken): LinkProblem {
  const organization = findOrganizationById(realm, organizationId);
  const isOpen = organization?.enabled === true;
  return {
    message: EN.staleInviteOrgLink,
    reason: isOpen
      ? `The invitation to the organization ${organization.name} was accepted, removed or sent again.`
      : `Realm ${realm.name} has no enabled organization with the identifier "${organizationId}".`,
    remedy: isOpen
      ? 'Send another invitation, or open the newest message.'
      : `Enable the organization, or set organizationsEnabled of realm ${realm.name} to true.`,
    event: 'invalid_code',
  };
}
