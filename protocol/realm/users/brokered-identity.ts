// What an identity provider says of a person, after the provider's mappers. Plain data: a sign-in in progress keeps it.
import type { SyncMode } from '../view/identity-providers.ts';

/**
 * What a mapper makes of a user. `syncMode` decides what happens at sign-ins after the first: IMPORT nothing, FORCE all
 * of it. LEGACY only takes away roles that are not held: a mapper whose type behaves otherwise in that mode has
 * IMPORT or FORCE here.
 */
export type BrokeredChange = { readonly syncMode: SyncMode } & (
  | {
      readonly kind: 'attribute';
      /** An attribute, or `username`, `email`, `firstName`, `lastName`. */
      readonly name: string;
      /** Empty: the provider has sent none. */
      readonly values: readonly string[];
    }
  /** `isHeld`: whether the claims say so. `role`: a realm role, or `client.role`. */
  | { readonly kind: 'role'; readonly role: string; readonly isHeld: boolean }
  /** `group`: its path. */
  | { readonly kind: 'group'; readonly group: string; readonly isHeld: boolean }
);

export interface BrokeredIdentity {
  /** Alias of the provider. */
  readonly provider: string;
  /** The person's id at the provider. */
  readonly id: string;
  /** The person's name at the provider. */
  readonly username: string;
  /** The name of a user that is made for the person. */
  readonly localUsername: string;
  readonly email: string | undefined;
  /** Whether the address is verified: the provider is trusted, and does not deny it. */
  readonly emailVerified: boolean;
  /** What a trusted provider says of the address; absent: nothing, or the provider is not trusted. */
  readonly emailVerifiedClaim?: boolean;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** In the order of the mappers. */
  readonly changes: readonly BrokeredChange[];
  /** What the session knows of the sign-in, by Keycloak's names. */
  readonly notes: Readonly<Record<string, string>>;
  /** Notes that mappers set only at the sign-in that makes the user. */
  readonly firstNotes?: Readonly<Record<string, string>>;
  /** The provider's token response, if the realm stores it. */
  readonly token?: string;
}
