// What a way of client authentication is: a row of the table.

import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { ExpiringStore } from '#protocol/store/store.ts';
import type { ClientKeys } from './client-keys.ts';

/** What a request presents. */
export interface PresentedCredentials {
  /** Name of the method: a key of the table. */
  readonly method: string;
  readonly clientId: string;
  /** Client secrets that the request may mean: as sent, and by the other reading of Basic where the two differ. Empty: none came. */
  readonly secrets: readonly string[];
  /** `client_assertion`, as sent. */
  readonly assertion: string | undefined;
}

/** What methods stand on. */
export interface ClientAuthenticationTools {
  readonly keys: ClientKeys;
  /** Client assertions that were used already, by realm, client and `jti`. */
  readonly usedAssertions: ExpiringStore<true>;
  readonly log: Logger;
}

/** A way in which a client proves who it is. OIDC Core §9. */
export interface ClientAuthenticationMethod {
  /** Value of the client's `clientAuthenticatorType` that wants this method. */
  readonly authenticator: string;
  readonly section: string;
  /** Resolves when the credentials are the client's. @throws {OAuthError} otherwise. */
  check(
    exchange: RealmExchange,
    client: Client,
    presented: PresentedCredentials,
    tools: ClientAuthenticationTools,
  ): void | Promise<void>;
}
