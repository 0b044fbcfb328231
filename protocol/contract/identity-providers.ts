// Wire types of identity providers in Understudy's own API: which have stand-ins, and realms as providers of others.

/**
 * Why there is a stand-in, or why not. `always`, `never`: the setting says so. `master`: realm master has none by itself.
 * `network`: a social network. `elsewhere`: the provider is not on this machine. `here`: it is, or it is this server.
 */
export type StandInReasonWire = 'always' | 'never' | 'master' | 'network' | 'elsewhere' | 'here';

/** An identity provider, and who answers for it. */
export interface IdentityProviderStateWire {
  readonly alias: string;
  /** `oidc`, `saml`, `google`. */
  readonly providerId: string;
  /** What the sign-in page calls it. */
  readonly name: string;
  readonly enabled: boolean;
  /** Whether a stand-in answers for it. */
  readonly standIn: boolean;
  readonly reason: StandInReasonWire;
  /** Where the provider sends the browser back to: the redirect URI to register there. */
  readonly redirectUri: string;
}

/** The body of `POST /emulator/v1/realms/{realm}/provider-realms`. */
export interface ProviderRealmRequestWire {
  /** Another realm of this server, whose users will sign in. */
  readonly realm: string;
  /** Alias of the identity provider. Default: the name of the other realm. */
  readonly alias?: string;
  /** What the sign-in page calls it. Default: the display name of the other realm, or its name. */
  readonly displayName?: string;
  /** The new client in the other realm. Default: the name of this realm with `-broker`, and a number if it is taken. */
  readonly clientId?: string;
}

/** A realm that has become the identity provider of another one. */
export interface ProviderRealmWire {
  /** Alias of the new identity provider. */
  readonly alias: string;
  /** The realm whose users sign in with it. */
  readonly realm: string;
  /** The new client in that realm. */
  readonly clientId: string;
  /** What that realm has as issuer. */
  readonly issuer: string;
  readonly redirectUri: string;
}
