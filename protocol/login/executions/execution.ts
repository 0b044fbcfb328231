// The interface of authentication methods.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { BruteForceDetection } from '#protocol/realm/users/brute-force.ts';
import type { PasswordChecker } from '#protocol/realm/users/credentials.ts';
import type { OneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import type { FindSubmittedUser } from '../early-user.ts';

export interface ExecutionDependencies {
  readonly users: UserStore;
  /** The user whom field `username` names. */
  readonly findUser: FindSubmittedUser;
  readonly bruteForce: BruteForceDetection;
  readonly oneTimeCodes: OneTimeCodes;
  readonly passwords: PasswordChecker;
}

export interface Recognised {
  readonly recognised: true;
  readonly user: StoredUser;
  /** Undefined: not offered on that page. */
  readonly rememberMe?: boolean;
}

/** Authentication failed; the same page is shown again. */
export interface NotRecognised {
  readonly recognised: false;
  /** For the user; reveals nothing that helps an attacker guess. */
  readonly message: string;
  /** What the user entered, to fill the field again. */
  readonly username: string;
  readonly rememberMe: boolean;
  /** For Activity. */
  readonly error: OAuthError;
}

/** An authentication method. `known`: the user already identified, by the session or an earlier step. */
export interface Execution {
  /** Level of authentication: 1 like a password, 2 like a one-time code; 0: nothing is proven. */
  readonly level: number;
  authenticate(
    exchange: RealmExchange,
    deps: ExecutionDependencies,
    known: StoredUser | undefined,
  ): Promise<Recognised | NotRecognised>;
}
