// What the things that a person must do before a sign-in is complete have in common: a page, and taking its answer.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import type { Store, StoredUser } from '#protocol/store/store.ts';

/** What an action needs of the server. */
export interface ActionDependencies {
  readonly store: Store;
  readonly endSession: SessionEnder;
}

/** What the person typed wrong, by field. */
export type FieldProblems = Readonly<Record<string, string>>;

/** What an action's page shows. */
export interface ActionPage {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  readonly user: StoredUser;
  readonly problems: FieldProblems;
  /** A secret that this tab was given for the action, the same on every page of it. */
  readonly secret: string;
}

/** The action and what its answer is about. */
interface ActionAnswer {
  readonly user: StoredUser;
  readonly secret: string;
  /** The browser's own session, if it has one already. */
  readonly sessionId: string | undefined;
}

/** What became of an answer. */
export type ActionResult =
  /** How the user changes; `level`: what the person has proven by it. */
  | { readonly state: 'done'; readonly change: (user: StoredUser) => StoredUser; readonly level?: number }
  /** The page is shown again. */
  | { readonly state: 'wrong'; readonly problems: FieldProblems }
  /** The person will not do it; the client is told. */
  | { readonly state: 'declined'; readonly error: OAuthError };

/** One thing that a person must do. */
export interface RequiredAction {
  render(exchange: RealmExchange, page: ActionPage): Reply;
  take(exchange: RealmExchange, deps: ActionDependencies, answer: ActionAnswer): Promise<ActionResult>;
}
