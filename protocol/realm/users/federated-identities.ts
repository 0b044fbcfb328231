// Links between users and their accounts at identity providers: the kept member `federatedIdentities`.
import type { StoredUser } from '#protocol/store/store.ts';
import { isKeptObject, type KeptObject, listKept } from '../kept-objects.ts';

export interface FederatedIdentity {
  /** Alias of the provider. */
  readonly identityProvider: string;
  /** The person's id at the provider. */
  readonly userId: string;
  /** The person's name at the provider; empty if it is not known. */
  readonly userName: string;
  /** The provider's last token response, if the realm stores it. A secret: `withoutTokens` hides it. */
  readonly token?: string;
}

const MEMBER = 'federatedIdentities';

/** The user's links. Entries without a provider or an id are passed over. */
export function listIdentities(user: StoredUser): readonly FederatedIdentity[] {
  return listKept(user, MEMBER).flatMap((link) => {
    const { identityProvider, userId, userName, token } = link;
    if (!isText(identityProvider) || !isText(userId)) return [];
    return [
      {
        identityProvider,
        userId,
        userName: isText(userName) ? userName : '',
        ...(isText(token) ? { token } : {}),
      },
    ];
  });
}

/** The user's link with a provider. */
export function findIdentity(user: StoredUser, alias: string): FederatedIdentity | undefined {
  return listIdentities(user).find(({ identityProvider }) => identityProvider === alias);
}

/** The user with the link, instead of one with the same provider. */
export function withIdentity(user: StoredUser, identity: FederatedIdentity): StoredUser {
  const { identityProvider, userId, userName, token } = identity;
  const link = { identityProvider, userId, userName, ...(token === undefined ? {} : { token }) };
  return { ...user, [MEMBER]: [...otherLinks(user, identityProvider), link] };
}

/** The user without links with the provider; the same object if there are none. */
export function withoutIdentity(user: StoredUser, alias: string): StoredUser {
  const others = otherLinks(user, alias);
  return others.length === listKept(user, MEMBER).length ? user : { ...user, [MEMBER]: others };
}

/** The user for answers and files: links without tokens; the same object if there are none. */
export function withoutTokens<User extends KeptObject>(user: User): User {
  const links = user[MEMBER];
  if (!Array.isArray(links) || !links.some((link) => isKeptObject(link) && 'token' in link)) return user;
  return {
    ...user,
    [MEMBER]: links.map((link: unknown) => (isKeptObject(link) ? withoutToken(link) : link)),
  };
}

/** A link for answers and files. */
export function withoutToken({ token: _secret, ...shown }: KeptObject): KeptObject {
  return shown;
}

function otherLinks(user: StoredUser, alias: string): readonly KeptObject[] {
  return listKept(user, MEMBER).filter(({ identityProvider }) => identityProvider !== alias);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
