// What a sign-in through an identity provider does between its pages: a user is made or linked.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import { findProviderFlow, listAuthenticators } from '#protocol/realm/flows/flow-tree.ts';
import { linkBrokeredUser, makeBrokeredUser } from '#protocol/realm/users/brokered-user.ts';
import { findIdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { DuplicateError, type StoredUser } from '#protocol/store/store.ts';
import { type AuthenticationSession, NO_PROGRESS } from '../authentication-session.ts';
import type { Parts } from '../complete-sign-in.ts';
import { renderErrorPage } from '../error-page.ts';
import { providerUrl } from '../login-action-url.ts';
import type { BrokeringAsked, NextPage } from '../next-page-types.ts';
import { joinByProvider } from '../organizations/join-organization.ts';
import { EN } from '../texts/table.ts';
import { alreadyLinked, isLinkTaken } from './already-linked.ts';
import type { BrokeredFacts } from './brokered.ts';
import { findDisabled } from './find-disabled.ts';
import { loadBrokered, profileOfIdentity } from './load-brokered.ts';
import { storeSynced } from './store-synced.ts';

const SECTION = 'Keycloak first broker login';

/** The response, or the tab with which the sign-in goes on. */
export type CarriedOn =
  | { readonly reply: Reply }
  | { readonly reply?: undefined; readonly tab: AuthenticationSession; readonly user?: StoredUser };

const ASKED: ReadonlySet<NextPage['next']> = new Set(['provider', 'create-user', 'link-user']);

export function isBrokeringAsked(page: NextPage): page is BrokeringAsked & NextPage {
  return ASKED.has(page.next);
}

export function carryOnBrokering(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  page: BrokeringAsked,
): Promise<CarriedOn> {
  switch (page.next) {
    case 'provider':
      return sendToProvider(exchange, tab, page.alias);
    case 'create-user':
      return createUser(parts, exchange, tab, page);
    case 'link-user':
      return linkUser(parts, exchange, tab, page);
  }
}

async function sendToProvider(
  exchange: RealmExchange,
  tab: AuthenticationSession,
  alias: string,
): Promise<CarriedOn> {
  exchange.activity.outcome('asked');
  exchange.activity.recordPass('choose-provider', `The browser is sent to identity provider ${alias}.`);
  return { reply: redirectReply(providerUrl(exchange, tab, alias), undefined, 303) };
}

async function createUser(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  { key, brokered }: { readonly key: string; readonly brokered: BrokeredFacts },
): Promise<CarriedOn> {
  const { realm, clock, activity } = exchange;
  const { identity, reviewed } = brokered;
  const values = { ...profileOfIdentity(identity), ...reviewed };
  const made = makeBrokeredUser(realm, clock, identity, values);
  const user = requiresPassword(realm, identity.provider, key)
    ? { ...made, requiredActions: [...new Set([...(made.requiredActions ?? []), 'UPDATE_PASSWORD'])] }
    : made;
  try {
    await parts.deps.store.users.create(realm.id, user);
  } catch (error) {
    // Another request has taken the name or the account meanwhile: the flow finds its user.
    if (!(error instanceof DuplicateError)) throw error;
    return findMeanwhile(parts, exchange, tab, brokered, made);
  }
  activity.user(user.username);
  activity.recordPass('create-user', `User ${user.username} was made for ${identity.username}.`, SECTION);
  activity.userEvent('REGISTER', {
    identity_provider: identity.provider,
    identity_provider_identity: identity.username,
    register_method: 'broker',
    username: user.username,
    ...(user.email === undefined ? {} : { email: user.email }),
  });
  await joinByProvider(parts.deps.store, exchange, user, identity.provider);
  return { tab: await asUser(parts, exchange, tab, user, true), user };
}

/** The same person has signed in for the first time in another browser at the same moment, or only the name is taken. */
async function findMeanwhile(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  brokered: BrokeredFacts,
  made: StoredUser,
): Promise<CarriedOn> {
  const { realm, activity } = exchange;
  const { identity } = brokered;
  const { users } = parts.deps.store;
  const user = await users.findByLink(realm.id, identity.provider, identity.id);
  if (user === undefined) {
    const { existing } = await loadBrokered(users, exchange, tab.request, brokered);
    // Without a user that the flow finds, the same would be tried without end.
    return existing === undefined ? refuse(exchange, nameTaken(made)) : { tab };
  }
  const disabled = await findDisabled(parts, exchange, user);
  if (disabled !== undefined) return refuse(exchange, disabled);
  activity.user(user.username);
  activity.recordPass(
    'create-user',
    `${identity.username} of ${identity.provider} has become user ${user.username} in another browser.`,
    SECTION,
  );
  return { tab: await asUser(parts, exchange, tab, user, false), user };
}

function nameTaken({ username, email = '' }: StoredUser): OAuthError {
  return new OAuthError('invalid_request', {
    description: EN.usernameExistsMessage,
    reason: `A user has the name ${username} or the address ${email}, and is not the one that the flow finds.`,
    remedy: 'Sign in again with another name or address.',
    section: SECTION,
    userEventError: 'username_in_use',
  });
}

/** An error page, after which the sign-in can be started again. */
function refuse(exchange: RealmExchange, error: OAuthError): CarriedOn {
  exchange.activity.refused(error, 'identity-provider');
  return { reply: renderErrorPage(exchange, { status: error.status, message: error.description, error }) };
}

/** The setting of the step that makes users. */
const PASSWORD_SETTING = 'require.password.update.after.registration';

function requiresPassword(realm: Realm, alias: string, key: string): boolean {
  const flow = findIdentityProvider(realm, alias)?.firstLoginFlow;
  const { steps } = findProviderFlow(realm, flow, 'first broker login');
  const step = listAuthenticators(steps).find((each) => each.key === key);
  return step?.config[PASSWORD_SETTING] === 'true';
}

async function linkUser(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  { user, brokered }: { readonly user: StoredUser; readonly brokered: BrokeredFacts },
): Promise<CarriedOn> {
  const { realm, activity } = exchange;
  const { identity } = brokered;
  const { users } = parts.deps.store;
  let stored: StoredUser | undefined;
  try {
    stored = await storeSynced(parts.deps.store, realm, user, identity, linkBrokeredUser);
  } catch (error) {
    // Another user has been linked meanwhile.
    if (!isLinkTaken(error)) throw error;
    const other = await users.findByLink(realm.id, identity.provider, identity.id);
    return refuse(exchange, alreadyLinked(identity, other));
  }
  // The user has been removed meanwhile.
  if (stored === undefined)
    return { tab: await parts.authentications.renew(exchange, tab, { progress: NO_PROGRESS }) };
  activity.user(stored.username);
  activity.recordPass(
    'link-user',
    `User ${stored.username} is linked with ${identity.username} of ${identity.provider}.`,
    SECTION,
  );
  activity.userEvent('FEDERATED_IDENTITY_LINK', {
    identity_provider: identity.provider,
    identity_provider_identity: identity.username,
    username: stored.username,
  });
  await joinByProvider(parts.deps.store, exchange, stored, identity.provider);
  return { tab: await asUser(parts, exchange, tab, stored, false), user: stored };
}

/** The provider has said who the user is: the flow of the browser is not run. */
function asUser(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  user: StoredUser,
  isNew: boolean,
): Promise<AuthenticationSession> {
  const { progress } = tab;
  const { brokered } = progress;
  if (brokered === undefined) throw new TypeError('no provider has identified anyone');
  const { notice: _notice, ...kept } = progress;
  return parts.authentications.renew(exchange, tab, {
    progress: { ...kept, userId: user.id, brokered: { ...brokered, isLinked: true, isNew } },
  });
}
