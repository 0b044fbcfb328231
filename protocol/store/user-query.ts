// Which users a caller looks for, in a form that a database can answer.
import type { TextPattern } from './text-pattern.ts';

/** A role that is assigned directly. */
export interface QueriedRole {
  /** The client that owns the role; undefined for a realm role. */
  readonly clientId: string | undefined;
  readonly name: string;
}

/** A part of a list. */
export interface Page {
  /** Items to leave out, from 0. */
  readonly first: number;
  /** The largest number of items, from 0. */
  readonly max: number;
}

/**
 * Conditions that all apply; without any, every user matches. Patterns ignore case: patterns and fields are compared
 * in the lower case of `String.prototype.toLowerCase`. A field that a user does not have is the empty text. Every
 * other text is compared exactly.
 */
export interface UserQuery {
  /** Each matches username, first name, last name or e-mail address. */
  readonly words?: readonly TextPattern[];
  readonly username?: TextPattern;
  readonly firstName?: TextPattern;
  readonly lastName?: TextPattern;
  readonly email?: TextPattern;
  /** Each is an attribute of the user, with the value among its values. */
  readonly attributes?: readonly { readonly name: string; readonly value: string }[];
  /** The user's id is one of these. */
  readonly ids?: readonly string[];
  /** Users without the member are enabled. */
  readonly enabled?: boolean;
  /** Users without the member are not verified. */
  readonly emailVerified?: boolean;
  /** Whether the user represents a client. */
  readonly isServiceAccount?: boolean;
  /** Paths: the user is a member of at least one of these groups itself. */
  readonly groups?: readonly string[];
  /** A path: the user is a member of a group below this one, at any depth. */
  readonly groupsBelow?: string;
  /** At least one of these roles is assigned to the user itself. */
  readonly roles?: readonly QueriedRole[];
  /** A clientId: `clientRoles` of the user has this client. */
  readonly clientRolesOf?: string;
  /** The user is linked with an account at an identity provider (`federatedIdentities`) that has these members. */
  readonly linked?: { readonly provider?: string; readonly userId?: string };
  /** The user has a credential of this type, such as `password`. */
  readonly credentialType?: string;
  /** Whether the user has consented to any client. */
  readonly hasConsents?: boolean;
  /** At least one of these queries matches. */
  readonly anyOf?: readonly UserQuery[];
  /** This query does not match. */
  readonly not?: UserQuery;
}
