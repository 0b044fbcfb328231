// The interface of required actions: a page and the handling of its form.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import type { Store, StoredUser } from '#protocol/store/store.ts';

export interface ActionDependencies {
  readonly store: Store;
  readonly endSession: SessionEnder;
}

/** Error messages by field name. */
export type FieldProblems = Readonly<Record<string, string>>;

export interface ActionPage {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  readonly user: StoredUser;
  readonly problems: FieldProblems;
  /** The tab's secret for a credential being set up; the same on every page of the tab. */
  readonly secret: string;
}

interface ActionAnswer {
  readonly user: StoredUser;
  readonly secret: string;
  /** The browser's session, if it already has one. */
  readonly sessionId: string | undefined;
}

export type ActionResult =
  /** `change` updates the user; `level`: level of authentication reached by the action. */
  | { readonly state: 'done'; readonly change: (user: StoredUser) => StoredUser; readonly level?: number }
  /** The page is shown again. */
  | { readonly state: 'wrong'; readonly problems: FieldProblems }
  /** The user declined; reported to the client. */
  | { readonly state: 'declined'; readonly error: OAuthError };

export interface RequiredAction {
  render(exchange: RealmExchange, page: ActionPage): Reply;
  take(exchange: RealmExchange, deps: ActionDependencies, answer: ActionAnswer): Promise<ActionResult>;
}
