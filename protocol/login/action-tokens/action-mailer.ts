// Sends links by e-mail.
import type { MailKind } from '#protocol/contract/mail.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { AuthenticationSession } from '../authentication-session.ts';
import { chooseLocale, chooseUserLocale } from '../choose-locale.ts';
import { makeActionLink, makeRegistrationLink, tabOf } from './action-link.ts';
import { type ActionToken, type ActionTokenType, startActionToken } from './action-token.ts';
import { userLinkLifespan } from './lifespans.ts';
import { ACCOUNT_CLIENT } from './link-request.ts';

/** A message with a link. */
interface ActionMail {
  readonly kind: MailKind;
  /** Empty members: someone without an account. */
  readonly user: Pick<StoredUser, 'id' | 'username'>;
  /** The recipient's address. */
  readonly to: string;
  readonly link: string;
  readonly expiresInMinutes: number;
  /** The language that it is written in. */
  readonly locale: string;
  /** The required actions that the link leads to, by Keycloak's alias. */
  readonly actions?: readonly string[];
  readonly clientName?: string;
  /** The organization of an invitation. */
  readonly organization?: string;
  /** The account at an identity provider that the link is about, with the name of the provider. */
  readonly account?: { readonly provider: string; readonly username: string };
}

/** Writes a message. It resolves although a delivery fails: the mailbox shows failures. */
export type SendActionMail = (exchange: RealmExchange, mail: ActionMail) => Promise<void>;

export interface ActionMailDeps {
  readonly keys: Pick<RealmKeys, 'signingKey'>;
  readonly sendMail: SendActionMail;
}

/** A link that a tab asks for: its type, whom it is for, and where it is sent. */
export interface TabLink extends Pick<ActionToken, 'email' | 'newEmail' | 'logoutSessions' | 'identity'> {
  readonly type: Exclude<ActionTokenType, 'execute-actions' | 'ORGIVT'>;
  readonly user: StoredUser;
  readonly to: string;
  /** What pages call the provider of `identity`. */
  readonly providerName?: string;
}

const minutesOf = (seconds: number): number => Math.max(1, Math.floor(seconds / 60));

/** Makes a link for the tab, without sending it. */
export async function makeTabLink(
  exchange: RealmExchange,
  { keys }: Pick<ActionMailDeps, 'keys'>,
  authentication: AuthenticationSession,
  {
    type,
    email,
    newEmail,
    logoutSessions,
    identity,
    user,
  }: Omit<TabLink, 'user' | 'to'> & { readonly user: { readonly id: string } },
): Promise<{ readonly link: string; readonly expiresInMinutes: number }> {
  const lifespan = userLinkLifespan(exchange.realm, type);
  const token: ActionToken = {
    type,
    ...startActionToken(exchange, lifespan),
    userId: user.id,
    clientId: authentication.request.clientId,
    tab: tabOf(exchange, authentication),
    email,
    newEmail,
    logoutSessions,
    identity,
  };
  const link = await makeActionLink(exchange, keys, token, authentication.tabId);
  return { link, expiresInMinutes: minutesOf(lifespan) };
}

/** Sends a link that leads back to the tab. */
export async function mailTabLink(
  exchange: RealmExchange,
  deps: ActionMailDeps,
  authentication: AuthenticationSession,
  tabLink: TabLink,
): Promise<void> {
  const { type: kind, user, to } = tabLink;
  const made = await makeTabLink(exchange, deps, authentication, tabLink);
  const locale = chooseLocale(exchange, authentication, user);
  const { identity, providerName = '' } = tabLink;
  const account = identity && { provider: providerName, username: identity.username };
  await deps.sendMail(exchange, {
    kind,
    user,
    to,
    locale,
    ...made,
    ...(account === undefined ? {} : { account }),
  });
}

/** An invitation to an organization. */
export interface InvitationMail extends Pick<ActionToken, 'id' | 'redirectUri'> {
  /** Undefined: someone without an account, who registers with the link. */
  readonly user: StoredUser | undefined;
  readonly to: string;
  readonly lifespanSeconds: number;
  readonly organization: { readonly id: string; readonly name: string };
}

/** Sends an invitation in the name of an administrator. Compat: the link to register has Keycloak's form. */
export async function mailInvitation(
  exchange: RealmExchange,
  { keys, sendMail }: ActionMailDeps,
  { id, user, to, lifespanSeconds, organization, redirectUri }: InvitationMail,
): Promise<void> {
  const token = {
    type: 'ORGIVT' as const,
    ...startActionToken(exchange, lifespanSeconds),
    id,
    userId: user?.id ?? '',
    email: to,
    clientId: ACCOUNT_CLIENT,
    organizationId: organization.id,
    redirectUri,
  };
  const link =
    user === undefined
      ? await makeRegistrationLink(exchange, keys, token)
      : await makeActionLink(exchange, keys, token);
  const recipient = user ?? { id: '', username: '' };
  await sendMail(exchange, {
    kind: 'organization-invitation',
    user: recipient,
    to,
    link,
    expiresInMinutes: minutesOf(lifespanSeconds),
    locale: chooseUserLocale(exchange, recipient),
    organization: organization.name,
  });
}

/** A link that an administrator sends; it belongs to no tab. */
export interface AdministratorLink extends Pick<ActionToken, 'actions' | 'clientId' | 'redirectUri'> {
  readonly type: 'verify-email' | 'execute-actions';
  readonly user: StoredUser;
  readonly to: string;
  readonly lifespanSeconds: number;
  readonly clientName?: string;
}

/** Sends a link in the name of an administrator. */
export async function mailAdministratorLink(
  exchange: RealmExchange,
  { keys, sendMail }: ActionMailDeps,
  { type, user, to, lifespanSeconds, actions, clientId, redirectUri, clientName }: AdministratorLink,
): Promise<void> {
  const token: ActionToken = {
    type,
    ...startActionToken(exchange, lifespanSeconds),
    userId: user.id,
    email: to,
    actions,
    clientId,
    redirectUri,
  };
  const link = await makeActionLink(exchange, keys, token);
  await sendMail(exchange, {
    kind: type,
    user,
    to,
    link,
    expiresInMinutes: minutesOf(lifespanSeconds),
    locale: chooseUserLocale(exchange, user),
    ...(actions === undefined ? {} : { actions }),
    ...(clientName === undefined ? {} : { clientName }),
  });
}
