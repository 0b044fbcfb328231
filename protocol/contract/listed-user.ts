// Wire type of a user in a list.

/** What lists show of every user. */
export interface ListedUserWire {
  readonly id: string;
  readonly username: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly enabled: boolean;
}
