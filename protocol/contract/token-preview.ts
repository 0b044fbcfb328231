// Wire types of token previews: what tokens and assertions would contain, and what put each claim there.
import type { ProtocolMapperRepresentation } from './realm-representation.ts';
import type { RoleNameWire, RolePathWire } from './roles.ts';

/** Protocol mappers of a client or client scope that differ from the stored ones. */
export interface UnsavedMappersWire {
  /** New and changed mappers. One with the ID of a stored mapper, or without ID the name of one, replaces it. */
  readonly mappers?: readonly ProtocolMapperRepresentation[];
  /** IDs or names of stored mappers that are removed. */
  readonly removedMappers?: readonly string[];
}

/** A change that is tried out and not stored. */
export interface UnsavedChangeWire extends UnsavedMappersWire {
  /** Changes of the mappers of client scopes, by name of the scope. */
  readonly clientScopes?: Readonly<Record<string, UnsavedMappersWire>>;
  /** All default client scopes of the client, by name. Default: those it has. */
  readonly defaultClientScopes?: readonly string[];
  /** All optional client scopes of the client, by name. Default: those it has. */
  readonly optionalClientScopes?: readonly string[];
}

/** The body of `POST /emulator/v1/realms/{realm}/token-preview`: who signs in where, and what would be different. */
export interface NewTokenPreviewWire {
  /** The clientId. */
  readonly client: string;
  /** Username, or the e-mail address where the realm lets users sign in with it. Default: the client's service account. */
  readonly user?: string;
  /** As in a token request, `openid` for an ID token and userinfo. Default: `openid`. SAML clients have no choice. */
  readonly scope?: string;
  /** As in a token exchange: limits the access token to these audiences. */
  readonly audience?: readonly string[];
  readonly change?: UnsavedChangeWire;
}

/** A role in a token, and how it got there. */
export interface PreviewRoleWire extends RoleNameWire {
  /** The mapper that added the role, or gave it this name. */
  readonly mapper?: PreviewMapperWire;
  /** The role's name before the mapper changed it. */
  readonly renamedFrom?: RoleNameWire;
  /** How the user has it: the shortest way from each assignment. Empty for a role that a mapper added. */
  readonly paths: readonly RolePathWire[];
}

export interface PreviewMapperWire {
  readonly id: string;
  readonly name: string;
  /** `protocolMapper`, e.g. `oidc-usermodel-attribute-mapper`. */
  readonly type: string;
  /** The client scope that it belongs to; absent: the client itself. */
  readonly scope?: PreviewScopeWire;
}

interface PreviewScopeWire {
  readonly id: string;
  readonly name: string;
  readonly assigned: 'default' | 'optional';
}

/** `built-in`: the server sets it. `mapper`: a protocol mapper. `user`: a claim in an attribute of the user. */
export interface ClaimCauseWire {
  readonly kind: 'built-in' | 'mapper' | 'user';
  /** Of kind `mapper`. */
  readonly mapper?: PreviewMapperWire;
  /** Of kind `user`: the name of the attribute. */
  readonly attribute?: string;
  /** The values of a list that this cause contributed, where several did. */
  readonly values?: readonly unknown[];
  /** The roles from which the mapper made the value. */
  readonly roles?: readonly PreviewRoleWire[];
}

/** A claim of a token, or an element or attribute of an assertion. */
export interface PreviewClaimWire {
  /** Names from the outermost object inwards: `["realm_access", "roles"]`; in assertions `["Attribute", "email"]`. */
  readonly path: readonly string[];
  readonly value: unknown;
  readonly causes: readonly ClaimCauseWire[];
  /** What would have set the claim if the causes had not replaced it. */
  readonly overridden?: readonly ClaimCauseWire[];
  /** Whether it is different each time, e.g. an identifier or the time. */
  readonly isVolatile?: boolean;
}

export interface PreviewTokenWire {
  /** The claims as JSON. Without hashes of other tokens, such as `at_hash`. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly claims: readonly PreviewClaimWire[];
}

interface PreviewAssertionWire {
  /** The assertion, indented, neither signed nor encrypted. */
  readonly xml: string;
  readonly claims: readonly PreviewClaimWire[];
}

/** A mapper that writes nothing in this preview because of what it is. */
export interface IgnoredMapperWire {
  readonly mapper: PreviewMapperWire;
  /** `unsupported`: the type is unknown here. `protocol-claim`: only the server sets its claim. */
  readonly reason: 'unsupported' | 'protocol-claim';
}

/** What a sign-in would produce. Tokens of OpenID Connect clients, or an assertion of SAML clients. */
export interface PreviewedSignInWire {
  /** `scope` of the token response; for SAML clients the names of the client's default scopes. */
  readonly scope: string;
  readonly accessToken?: PreviewTokenWire;
  /** Only with scope `openid`. */
  readonly idToken?: PreviewTokenWire;
  /** Only with scope `openid`. */
  readonly userInfo?: PreviewTokenWire;
  readonly assertion?: PreviewAssertionWire;
  readonly ignoredMappers: readonly IgnoredMapperWire[];
}

/** A claim that the change adds (no `before`), removes (no `after`) or replaces. */
export interface PreviewDifferenceWire {
  readonly document: 'accessToken' | 'idToken' | 'userInfo' | 'assertion';
  readonly path: readonly string[];
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The answer of `POST /emulator/v1/realms/{realm}/token-preview`. */
export interface TokenPreviewWire {
  /** The clientId. */
  readonly client: string;
  readonly protocol: 'openid-connect' | 'saml';
  /** The username; of a service account if the request named no user. */
  readonly user: string;
  readonly before: PreviewedSignInWire;
  /** With the change of the request; absent without one. */
  readonly after?: PreviewedSignInWire;
  /** Claims that differ; absent without a change. Volatile claims never differ. */
  readonly differences?: readonly PreviewDifferenceWire[];
}
