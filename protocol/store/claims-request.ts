// The claims that a client asks for by name (OIDC Core §5.5).

export type ClaimValue = string | number | boolean;

/** An individual claim request. OIDC Core §5.5.1. */
export interface ClaimRequest {
  readonly essential?: boolean;
  /** Acceptable values in order of preference; absent: any. */
  readonly values?: readonly ClaimValue[];
}

/** The `claims` parameter of an authorization request (OIDC Core §5.5). */
export interface ClaimsRequest {
  readonly id: Readonly<Record<string, ClaimRequest>>;
  readonly userinfo: Readonly<Record<string, ClaimRequest>>;
}
