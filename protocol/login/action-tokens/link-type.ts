// The interface of link types: what a link does once it is checked.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { AuthenticationSession } from '../authentication-session.ts';
import type { Parts } from '../complete-sign-in.ts';
import type { ActionToken } from './action-token.ts';
import type { LinkProblem } from './link-problems.ts';

/** A link that is valid, of an enabled user with the same address. */
export interface OpenedLink {
  readonly token: ActionToken;
  readonly user: StoredUser;
  /** The tab that asked for the link or confirmed it, if this is its browser. */
  readonly own: AuthenticationSession | undefined;
}

export interface LinkType {
  /** Why the realm does not allow the link. */
  findProblem?(exchange: RealmExchange, token: ActionToken): LinkProblem | undefined;
  open(parts: Parts, exchange: RealmExchange, link: OpenedLink): Promise<Reply>;
  /** For a link to someone without an account; absent: there are none. */
  openForNewUser?(parts: Parts, exchange: RealmExchange, token: ActionToken): Promise<Reply>;
}
