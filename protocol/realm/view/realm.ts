// The realm as rules read it: a frozen view of a stored realm, with all defaults and references resolved.
import type {
  ClientRepresentation,
  ProtocolMapperRepresentation,
  RoleRepresentation,
} from '#protocol/contract/realm-representation.ts';
import type { StoredRealm } from '#protocol/store/store.ts';

/** Lifespans in seconds, defaults filled in; 0 in a client-session member means "same as the SSO session". */
export interface RealmLifespans {
  readonly accessToken: number;
  readonly accessTokenImplicit: number;
  readonly ssoIdle: number;
  readonly ssoMax: number;
  readonly ssoIdleRememberMe: number;
  readonly ssoMaxRememberMe: number;
  readonly clientIdle: number;
  readonly clientMax: number;
  readonly offlineIdle: number;
  /** Undefined: offline sessions have no maximum. */
  readonly offlineMax: number | undefined;
  readonly clientOfflineIdle: number;
  readonly clientOfflineMax: number;
  readonly accessCode: number;
  readonly accessCodeLogin: number;
  readonly accessCodeUserAction: number;
  readonly deviceCode: number;
  readonly devicePolling: number;
}

/** A role with its direct composites; `effectiveRoles` in `roles.ts` expands them. */
export interface Role {
  readonly id: string;
  readonly name: string;
  /** clientId of the owner; undefined for a realm role. */
  readonly clientId: string | undefined;
  readonly composites: readonly RoleReference[];
  readonly representation: RoleRepresentation;
}

/** A role by name; it may not exist. */
export interface RoleReference {
  readonly clientId: string | undefined;
  readonly name: string;
}

export interface ProtocolMapper {
  readonly name: string;
  /** The type, e.g. `oidc-usermodel-attribute-mapper`. */
  readonly type: string;
  readonly config: Readonly<Record<string, string>>;
  readonly representation: ProtocolMapperRepresentation;
}

export interface ClientScope {
  readonly id: string;
  readonly name: string;
  readonly protocol: string;
  readonly mappers: readonly ProtocolMapper[];
  /** Whether its name is included in the `scope` of token responses. */
  readonly includedInTokenScope: boolean;
  readonly shownOnConsent: boolean;
  readonly consentText: string;
  /** Roles that this scope allows in a token; empty: it does not restrict. */
  readonly roles: readonly RoleReference[];
  /** The client scope of the realm, if this one was requested with a value: `organization:acme`. */
  readonly base?: ClientScope;
}

/** An OpenID Connect relying party, SAML service provider or Docker registry. */
export interface Client {
  readonly id: string;
  readonly clientId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly protocol: string;
  readonly kind: 'public' | 'confidential' | 'bearer-only';
  readonly secret: string | undefined;
  /** `client-secret`, `client-secret-jwt`, `client-jwt`, `client-x509`. */
  readonly authenticator: string;
  readonly standardFlow: boolean;
  readonly implicitFlow: boolean;
  readonly directAccessGrants: boolean;
  readonly serviceAccounts: boolean;
  readonly consentRequired: boolean;
  readonly fullScopeAllowed: boolean;
  readonly rootUrl: string | undefined;
  readonly baseUrl: string | undefined;
  readonly redirectUris: readonly string[];
  readonly webOrigins: readonly string[];
  readonly notBefore: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly defaultScopes: readonly ClientScope[];
  readonly optionalScopes: readonly ClientScope[];
  readonly mappers: readonly ProtocolMapper[];
  /** Roles allowed in this client's tokens when full scope is not allowed. */
  readonly scopeMappings: readonly RoleReference[];
  readonly representation: ClientRepresentation;
}

export interface Realm {
  readonly id: string;
  readonly name: string;
  /** Plain text for pages. */
  readonly displayName: string;
  readonly enabled: boolean;
  /** `external`, `all`, `none`. */
  readonly sslRequired: string;
  readonly notBefore: number;
  readonly signatureAlgorithm: string;
  readonly revokeRefreshToken: boolean;
  readonly refreshTokenMaxReuse: number;
  readonly rememberMe: boolean;
  /** Whether users may sign in by e-mail address; never while two users may share one. */
  readonly loginWithEmail: boolean;
  /** Whether the user name is the e-mail address (`registrationEmailAsUsername`). */
  readonly emailAsUsername: boolean;
  readonly lifespans: RealmLifespans;
  readonly attributes: Readonly<Record<string, string>>;
  /** By clientId. */
  readonly clients: ReadonlyMap<string, Client>;
  /** By `id`. */
  readonly clientsById: ReadonlyMap<string, Client>;
  readonly clientScopes: ReadonlyMap<string, ClientScope>;
  /** By name. */
  readonly realmRoles: ReadonlyMap<string, Role>;
  /** By clientId, then by name. */
  readonly clientRoles: ReadonlyMap<string, ReadonlyMap<string, Role>>;
  readonly defaultRole: Role | undefined;
  readonly stored: StoredRealm;
}
