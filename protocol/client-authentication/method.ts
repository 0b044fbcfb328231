// The contract of a client authentication method, a row of the table.

import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { ExpiringStore, RealmValue } from '#protocol/store/store.ts';
import type { ClientKeys } from './client-keys.ts';

/** The credentials in a request. */
export interface PresentedCredentials {
  /** A name in the method table. */
  readonly method: string;
  readonly clientId: string;
  /** Candidate secrets: form-decoded, then raw if Basic allows both readings. Empty if there is none. */
  readonly secrets: readonly string[];
  /** The raw `client_assertion`. */
  readonly assertion: string | undefined;
}

export interface ClientAuthenticationTools {
  readonly keys: ClientKeys;
  /** Client assertions that were used already, by realm, client and `jti`. */
  readonly usedAssertions: ExpiringStore<RealmValue>;
}

/** OIDC Core §9. */
export interface ClientAuthenticationMethod {
  /** The `clientAuthenticatorType` that requires this method. */
  readonly authenticator: string;
  readonly section: string;
  /** Returns if the credentials are the client's. @throws {OAuthError} otherwise. */
  check(
    exchange: RealmExchange,
    client: Client,
    presented: PresentedCredentials,
    tools: ClientAuthenticationTools,
  ): void | Promise<void>;
}
