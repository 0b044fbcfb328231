// The accounts at identity providers that a user is linked with, as stores find users by them.
import { DuplicateError, type StoredUser } from './store.ts';

/** An account at an identity provider. */
export interface UserLink {
  /** Alias of the provider. */
  readonly provider: string;
  /** The person's id at the provider. */
  readonly userId: string;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The user's links: a kept member, whose form nothing has checked. Entries without a provider or an id are passed over. */
export function linksOf(user: StoredUser): readonly UserLink[] {
  const links: unknown = user['federatedIdentities'];
  if (!Array.isArray(links)) return [];
  return links.flatMap((entry: { identityProvider?: unknown; userId?: unknown } | null) => {
    const { identityProvider: provider, userId } = entry ?? {};
    return isText(provider) && isText(userId) ? [{ provider, userId }] : [];
  });
}

/** The same text for the same account. */
export function linkKey({ provider, userId }: UserLink): string {
  return JSON.stringify([provider, userId]);
}

/** The links that `after` has and `before` has not. */
export function newLinks(before: StoredUser | undefined, after: StoredUser): readonly UserLink[] {
  const links = linksOf(after);
  if (links.length === 0 || before === undefined) return links;
  const known = new Set(linksOf(before).map(linkKey));
  return links.filter((link) => !known.has(linkKey(link)));
}

/** The refusal of a link with an account that is linked with another user. */
export function linkTaken({ provider, userId }: UserLink): DuplicateError {
  return new DuplicateError('federatedIdentities', `${provider}/${userId}`);
}
