// The account API's linked accounts: identity providers with which the user can sign in, and those that can be linked.
import { findProviderType } from '#protocol/contract/identity-provider-types.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { emptyReply, jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { passwordCredential } from '#protocol/realm/users/credentials.ts';
import {
  type FederatedIdentity,
  findIdentity,
  listIdentities,
  withoutIdentity,
} from '#protocol/realm/users/federated-identities.ts';
import {
  findIdentityProvider,
  type IdentityProvider,
  listIdentityProviders,
} from '#protocol/realm/view/identity-providers.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { Store, StoredUser } from '#protocol/store/store.ts';
import type { VerifiedToken } from '#protocol/token/token-verifier.ts';
import { type AccountCall, accountError, accountReply } from './account-route.ts';

const RULE = 'change-link';

/** Compat: `LinkedAccountRepresentation`. */
interface LinkedAccountWire {
  readonly connected: boolean;
  /** Whether the provider is a social network. */
  readonly social: boolean;
  readonly providerAlias: string;
  readonly providerName: string;
  readonly displayName: string;
  readonly linkedUsername?: string;
}

export function listLinkCalls({ users }: Pick<Store, 'users'>): readonly AccountCall[] {
  return [
    {
      method: 'GET',
      path: '/linked-accounts',
      title: 'Linked accounts',
      roles: ['manage-account', 'view-profile'],
      answer: ({ realm, query }, { user }) => accountReply(listAccounts(realm, user, query)),
    },
    {
      method: 'DELETE',
      path: '/linked-accounts/:alias',
      title: 'Linked account, removal',
      roles: ['manage-account'],
      answer: (exchange, token) => removeLink(users, exchange, token),
    },
  ];
}

function listAccounts(
  realm: Realm,
  user: StoredUser,
  query: RealmExchange['query'],
): readonly LinkedAccountWire[] {
  const linked = query.get('linked');
  const matches = matching(query.get('search'));
  const found = listIdentityProviders(realm)
    .filter((provider) => provider.enabled)
    .map((provider) => ({ provider, link: findIdentity(user, provider.alias) }))
    .filter(({ provider, link }) => isShown(provider, link))
    .map(({ provider, link }) => describe(provider, link))
    // Compat: without `linked`, all are listed, whatever the other parameters are.
    .filter((account) => linked === undefined || account.connected === (linked === 'true'))
    .filter((account) => linked === undefined || matches(account));
  if (linked === undefined) return found;
  const first = readCount(query, 'first') ?? 0;
  const max = readCount(query, 'max');
  return found.slice(first, max === undefined ? undefined : first + max);
}

/** Compat: where the provider is shown is a setting. */
function isShown({ config }: IdentityProvider, link: FederatedIdentity | undefined): boolean {
  const setting = config['showInAccountConsole'];
  return setting !== 'NEVER' && (setting !== 'WHEN_LINKED' || link !== undefined);
}

function describe(
  { alias, name, type }: IdentityProvider,
  link: FederatedIdentity | undefined,
): LinkedAccountWire {
  const known = findProviderType(type);
  return {
    connected: link !== undefined,
    social: known !== undefined && known.isProtocol !== true,
    providerAlias: alias,
    providerName: alias,
    displayName: name,
    ...(link === undefined ? {} : { linkedUsername: link.userName }),
  };
}

/** Compat: `"name"` is exact, `*name*` contained, and anything else the beginning. */
function matching(search: string | undefined): (account: LinkedAccountWire) => boolean {
  const text = search ?? '';
  const isIn = (is: (value: string) => boolean) => (account: LinkedAccountWire) =>
    is(account.providerAlias) || is(account.displayName);
  const [, exact] = /^"(.*)"$/s.exec(text) ?? [];
  if (exact !== undefined) return isIn((value) => value === exact);
  const [, contained] = /^\*(.*)\*$/s.exec(text) ?? [];
  if (contained !== undefined) return isIn((value) => value.includes(contained));
  const start = text.replace(/\*$/, '');
  return isIn((value) => value.startsWith(start));
}

/** @throws {OAuthError} `invalid_request` 400 for what is no count. */
function readCount(query: RealmExchange['query'], name: string): number | undefined {
  const sent = query.get(name);
  if (sent === undefined || sent === '') return undefined;
  if (/^\d{1,9}$/.test(sent)) return Number(sent);
  throw accountError('invalid_request', {
    rule: RULE,
    description: `${name} must be a number that is not negative`,
    remedy: `Send ${name} as a number, or leave it out.`,
  });
}

async function removeLink(
  users: Store['users'],
  exchange: RealmExchange,
  { user }: VerifiedToken,
): Promise<Reply> {
  const { realm, activity, pathParameters } = exchange;
  const alias = pathParameters['alias'] ?? '';
  const link = findIdentity(user, alias);
  const problem = findProblem(realm, user, alias, link);
  if (problem !== undefined || link === undefined) return refuse(exchange, problem ?? notActive(user, alias));
  let isLast = false;
  await users.update(realm.id, user.id, (current) => {
    // Another request may have removed a link, or the password, meanwhile.
    isLast = isLastWay(current, alias);
    return isLast ? current : withoutIdentity(current, alias);
  });
  if (isLast) return refuse(exchange, lastWay(user, alias));
  activity.recordPass(RULE, `The link of ${user.username} with ${alias} is removed.`);
  activity.userEvent('REMOVE_FEDERATED_IDENTITY', {
    username: user.username,
    identity_provider: alias,
    identity_provider_identity: link.userName,
  });
  return emptyReply(204, NO_STORE);
}

interface Problem {
  /** Keycloak's message. */
  readonly message: string;
  readonly reason: string;
  readonly remedy: string;
}

function findProblem(
  realm: Realm,
  user: StoredUser,
  alias: string,
  link: FederatedIdentity | undefined,
): Problem | undefined {
  if (findIdentityProvider(realm, alias) === undefined)
    return {
      message: 'Specified identity provider not found.',
      reason: `Realm ${realm.name} has no identity provider "${alias.slice(0, 255)}".`,
      remedy: 'Send an alias that GET …/account/linked-accounts lists.',
    };
  if (link === undefined) return notActive(user, alias);
  return isLastWay(user, alias) ? lastWay(user, alias) : undefined;
}

const notActive = ({ username }: StoredUser, alias: string): Problem => ({
  message: 'This identity is not active anymore.',
  reason: `${username} is not linked with ${alias}.`,
  remedy: 'Send an alias that GET …/account/linked-accounts?linked=true lists.',
});

const lastWay = ({ username }: StoredUser, alias: string): Problem => ({
  message: "You can't remove last federated identity as you don't have a password.",
  reason: `${username} has no password, and no link besides the one with ${alias}.`,
  remedy: `Set a password first (kc_action=UPDATE_PASSWORD), or link another account.`,
});

/** Whether the user could not sign in without the link. */
const isLastWay = (user: StoredUser, alias: string): boolean =>
  passwordCredential(user) === undefined &&
  listIdentities(user).every(({ identityProvider }) => identityProvider === alias);

/** Compat: Keycloak's shape of these errors. */
function refuse({ activity }: RealmExchange, { message, reason, remedy }: Problem): Reply {
  activity.refused(accountError('invalid_request', { description: message, reason, remedy }), RULE);
  return jsonReply(400, { errorMessage: message }, NO_STORE);
}
