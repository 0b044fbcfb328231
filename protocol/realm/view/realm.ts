// The realm as the rules read it: a frozen view of a stored realm with every default filled in and every reference resolved.
import type {
  ClientRepresentation,
  ProtocolMapperRepresentation,
  RoleRepresentation,
} from '#protocol/contract/realm-representation.ts';
import type { StoredRealm } from '#protocol/store/store.ts';

/** Lifespans of a realm in seconds, defaults filled in; 0 in a client-session member means "as the SSO session". */
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
  /** Undefined: an offline session has no end of its own. */
  readonly offlineMax: number | undefined;
  readonly clientOfflineIdle: number;
  readonly clientOfflineMax: number;
  readonly accessCode: number;
  readonly accessCodeLogin: number;
  readonly accessCodeUserAction: number;
  readonly deviceCode: number;
  readonly devicePolling: number;
}

/** A role with what it contains, one level; `effectiveRoles` in `realm/roles.ts` expands composites. */
export interface Role {
  readonly id: string;
  readonly name: string;
  /** Undefined for a realm role, otherwise the clientId that owns it. */
  readonly clientId: string | undefined;
  readonly composites: readonly RoleReference[];
  readonly representation: RoleRepresentation;
}

/** A role by name, before it is looked up. */
export interface RoleReference {
  readonly clientId: string | undefined;
  readonly name: string;
}

/** A protocol mapper with its configuration. */
export interface ProtocolMapper {
  readonly name: string;
  /** The type, e.g. `oidc-usermodel-attribute-mapper`. */
  readonly type: string;
  readonly config: Readonly<Record<string, string>>;
  readonly representation: ProtocolMapperRepresentation;
}

/** A client scope. */
export interface ClientScope {
  readonly id: string;
  readonly name: string;
  readonly protocol: string;
  readonly mappers: readonly ProtocolMapper[];
  /** Whether its name stands in the `scope` of a token answer. */
  readonly includedInTokenScope: boolean;
  readonly shownOnConsent: boolean;
  readonly consentText: string;
  /** Roles that this scope lets into a token; empty: it does not restrict. */
  readonly roles: readonly RoleReference[];
}

/** A client: a relying party of OpenID Connect, or the record of a service provider. */
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
  /** Roles that may enter this client's tokens when full scope is not allowed. */
  readonly scopeMappings: readonly RoleReference[];
  readonly representation: ClientRepresentation;
}

/** A realm. */
export interface Realm {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly enabled: boolean;
  /** `external`, `all`, `none`. */
  readonly sslRequired: string;
  readonly notBefore: number;
  readonly signatureAlgorithm: string;
  readonly revokeRefreshToken: boolean;
  readonly refreshTokenMaxReuse: number;
  readonly rememberMe: boolean;
  /** Whether the e-mail address is good for the user name; never while two users may share one. */
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
