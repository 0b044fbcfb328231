// The account API, which the account console uses: the list of its calls, and the profile.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, RealmRoute, Reply } from '#protocol/http/exchange.ts';
import { notImplemented } from '#protocol/http/not-found.ts';
import { emptyReply, jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import type { SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import type { Store } from '#protocol/store/store.ts';
import type { TokenVerifier } from '#protocol/token/token-verifier.ts';
import { listApplicationCalls } from './account-applications.ts';
import { listCredentialCalls } from './account-credentials.ts';
import { listLinkCalls } from './account-links.ts';
import { listMembershipCalls } from './account-memberships.ts';
import { describeProfile, type RejectedProfile, replaceProfile } from './account-profile.ts';
import { type AccountCall, type AccountRow, accountReply, accountRow, wantsJson } from './account-route.ts';
import { listSessionCalls } from './account-sessions.ts';

export interface AccountDeps {
  readonly store: Store;
  readonly verifier: TokenVerifier;
  readonly endSession: SessionEnder;
}

/** `/realms/{realm}/account` and below. Compat: Keycloak's account API, which no specification defines. */
export function listAccountRows(deps: AccountDeps, page: RealmRoute['handle']): readonly AccountRow[] {
  const calls: readonly AccountCall[] = [
    ...listProfileCalls(deps.store),
    ...listSessionCalls(deps),
    ...listCredentialCalls(deps.store),
    ...listLinkCalls(deps.store),
    ...listApplicationCalls(deps.store),
    ...listMembershipCalls(),
  ];
  return [
    ...calls.map((call) => accountRow(deps.verifier, call, page)),
    {
      method: 'GET',
      anyMethod: true,
      path: '/realms/:realm/account/*rest',
      title: 'Account console',
      cors: 'any',
      handle: (exchange) => (isPage(exchange) ? page(exchange) : refuse()),
    },
  ];
}

const isPage = (exchange: RealmExchange): boolean =>
  (exchange.method === 'GET' || exchange.method === 'HEAD') && !wantsJson(exchange);

function refuse(): never {
  throw notImplemented('the parts of the account API that Understudy does not have');
}

function listProfileCalls({ users }: Store): readonly AccountCall[] {
  return [
    {
      method: 'GET',
      path: '',
      title: 'Account profile',
      roles: ['manage-account', 'view-profile'],
      answer: (exchange, { user }) => {
        const withMetadata = exchange.query.get('userProfileMetadata') !== 'false';
        return accountReply(describeProfile(exchange.realm, user, withMetadata));
      },
    },
    {
      method: 'POST',
      path: '',
      title: 'Account profile, change',
      body: 'json',
      roles: ['manage-account'],
      async answer(exchange, { user }) {
        const rejected = await replaceProfile(exchange, users, user);
        if (rejected !== undefined) return rejectionReply(exchange, rejected);
        exchange.activity.recordPass('change-profile', `The profile of ${user.username} is changed.`);
        return emptyReply(204, NO_STORE);
      },
    },
  ];
}

function rejectionReply({ activity }: RealmExchange, { status, errors, texts }: RejectedProfile): Reply {
  const description = texts.join(' ');
  activity.refused(
    new OAuthError('invalid_request', {
      description,
      remedy: 'Correct the members that are named.',
    }),
    'check-profile',
  );
  return jsonReply(status, { errors, error_description: description }, NO_STORE);
}
