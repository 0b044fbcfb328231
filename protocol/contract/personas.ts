// Wire types of personas: users for tests, complete in one call.

/**
 * The body of `PUT /emulator/v1/realms/{realm}/personas/{username}`. Every member replaces what the user has; members that
 * are left out stay as they are.
 */
export interface PersonaRequestWire {
  /** Not checked against the realm’s password policy. */
  readonly password?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly enabled?: boolean;
  /** Names of realm roles; the realm’s default role is added. Missing roles are created. */
  readonly roles?: readonly string[];
  /** Names of client roles by clientId. Missing roles are created; a missing client is an error. */
  readonly clientRoles?: Readonly<Record<string, readonly string[]>>;
  /** Paths of groups: `/staff/night`. Missing groups are created. */
  readonly groups?: readonly string[];
  /** Each value is a text or a list of texts. */
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
  /** Claims in every ID token, access token and userinfo response of the user, without any mapper: any JSON values. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** What the user must do at the next sign-in: `UPDATE_PASSWORD`. */
  readonly requiredActions?: readonly string[];
}

/** The user as stored. */
export interface PersonaWire {
  /** `sub` in tokens. The same for the same username in every clone of a realm. */
  readonly id: string;
  readonly username: string;
  readonly email?: string;
  readonly emailVerified: boolean;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly enabled: boolean;
  readonly hasPassword: boolean;
  readonly roles: readonly string[];
  readonly clientRoles: Readonly<Record<string, readonly string[]>>;
  readonly groups: readonly string[];
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly requiredActions: readonly string[];
}
