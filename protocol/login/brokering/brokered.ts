// A sign-in through an identity provider: what the tab knows of it, and what its rules depend on. Plain data.
import type { ProfileValues } from '#protocol/realm/profile/profile-values.ts';
import type { BrokeredIdentity } from '#protocol/realm/users/brokered-identity.ts';
import type { StoredUser } from '#protocol/store/store.ts';

/** What has been sent to the provider and is compared with its answer, by the provider's protocol. */
export interface ProviderRequest {
  /** Alias of the provider. */
  readonly provider: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The provider is asked in order to link its account with a user who is signed in. */
export interface AccountLinking {
  /** Alias of the provider. */
  readonly provider: string;
  readonly userId: string;
  /** The browser's session; absent: the user has signed in in this tab. */
  readonly sessionId?: string;
}

/** A person whom a provider has identified in this tab. */
export interface BrokeredSignIn {
  readonly identity: BrokeredIdentity;
  /** Whether a user is linked with the identity; until then the flow of a first sign-in is run. */
  readonly isLinked: boolean;
  /** Whether the user has been made in this tab. */
  readonly isNew?: boolean;
  /** What the person has entered on the page that reviews the profile. */
  readonly reviewed?: ProfileValues;
  /** The person has asked to review the profile. */
  readonly mustReview?: boolean;
}

/** A user who has the name or address of the person. */
export interface ExistingUser {
  readonly user: StoredUser;
  /** What is the same. */
  readonly field: 'email' | 'username';
  readonly value: string;
}

/** What the flow of a first sign-in depends on. */
export interface BrokeredFacts extends BrokeredSignIn {
  /** What pages call the provider. */
  readonly providerName: string;
  readonly existing: ExistingUser | undefined;
  /** Whether the profile is as the realm requires. */
  readonly isComplete: boolean;
}
