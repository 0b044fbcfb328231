// What the sign-in page's forms have in common: each proves in its own way who somebody is.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { BruteForceDetection } from '#protocol/realm/users/brute-force.ts';
import type { PasswordChecker } from '#protocol/realm/users/credentials.ts';
import type { OneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';

/** What an execution needs of the server. */
interface ExecutionDependencies {
  readonly users: UserStore;
  readonly bruteForce: BruteForceDetection;
  readonly oneTimeCodes: OneTimeCodes;
  readonly passwords: PasswordChecker;
}

/** The person was recognised. */
export interface Recognised {
  readonly recognised: true;
  readonly user: StoredUser;
  /** Undefined: not asked on that page. */
  readonly rememberMe?: boolean;
}

/** The person was not; the same page is shown again. */
export interface NotRecognised {
  readonly recognised: false;
  /** For the person; tells nothing that helps to guess. */
  readonly message: string;
  /** What was typed, to fill the field again. */
  readonly username: string;
  readonly rememberMe: boolean;
  /** For Activity. */
  readonly error: OAuthError;
}

/** One way to prove who somebody is. `known` is the person who is known by then: whose session this is, or who has given the password. */
export interface Execution {
  /** What it proves: 1 what a password proves, 2 what a one-time code does. */
  readonly level: number;
  authenticate(
    exchange: RealmExchange,
    deps: ExecutionDependencies,
    known: StoredUser | undefined,
  ): Promise<Recognised | NotRecognised>;
}
