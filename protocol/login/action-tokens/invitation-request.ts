// The sign-in of users who register by an invitation to an organization.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import type { Invitation } from '#protocol/realm/invitations.ts';
import { renderErrorPage } from '../error-page.ts';
import type { SignInProtocol, SignInRequest } from '../sign-in.ts';
import { EN } from '../texts/table.ts';
import type { ActionToken } from './action-token.ts';
import { ACCOUNT_CLIENT, backToOf } from './link-request.ts';

/** Name of the row in the sign-in protocol table. */
export const INVITATION = 'organization-invitation';

interface InvitationData {
  /** Absolute URL: where the user is sent, of the token or the account console. */
  readonly redirectUri: string;
}

/** The request of a tab in which someone without an account accepts an invitation. */
export function invitationRequest(
  exchange: RealmExchange,
  token: ActionToken,
  { email, firstName, lastName }: Invitation,
): SignInRequest {
  const clientId = token.clientId ?? ACCOUNT_CLIENT;
  const data: InvitationData = {
    redirectUri: backToOf(exchange, { ...token, clientId }) ?? exchange.baseUrl,
  };
  return {
    protocol: INVITATION,
    clientId,
    passive: false,
    forceLogin: false,
    registers: true,
    flow: exchange.activity.flow,
    invitation: {
      organizationId: token.organizationId ?? '',
      id: token.id,
      email,
      ...(firstName === undefined ? {} : { firstName }),
      ...(lastName === undefined ? {} : { lastName }),
    },
    data,
  };
}

/** The browser gets a session, with which the application behind the redirect signs the user in. */
export const invitationProtocol: SignInProtocol = {
  complete: async (_exchange, { data }) => redirectReply((data as InvitationData).redirectUri),
  refuse: async (exchange, { data }, error) => {
    const { redirectUri } = data as InvitationData;
    const message = error.description || EN['understudy.notCompleted'];
    return renderErrorPage(exchange, { status: 400, message, error, backTo: redirectUri });
  },
};
