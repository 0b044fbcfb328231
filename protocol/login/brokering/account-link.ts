// The link by which the user with the same name or address confirms that an account of an identity provider is linked.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { type ActionMailDeps, mailTabLink } from '../action-tokens/action-mailer.ts';
import type { AuthenticationSession } from '../authentication-session.ts';
import type { BrokeredFacts } from './brokered.ts';

/** Sends the link, once per tab and address; returns what changes of the tab. */
export async function sendAccountLink(
  deps: ActionMailDeps,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  { existing, identity, providerName }: BrokeredFacts,
): Promise<Partial<Pick<AuthenticationSession, 'progress'>>> {
  const email = existing?.user.email ?? '';
  if (existing === undefined || tab.progress.linkSentTo === email) return {};
  const { provider, username, id } = identity;
  exchange.activity.user(existing.user.username);
  await mailTabLink(exchange, deps, tab, {
    type: 'idp-verify-account-via-email',
    user: existing.user,
    to: email,
    email,
    identity: { provider, username, id },
    providerName,
  });
  exchange.activity.recordPass('send-idp-link', `A link was sent to ${email}.`);
  exchange.activity.eventDetails({ email });
  return { progress: { ...tab.progress, linkSentTo: email } };
}
