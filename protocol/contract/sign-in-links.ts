// Wire types of links that sign a browser in as a user.

/** The body of `POST /emulator/v1/realms/{realm}/sign-in-links`. */
export interface NewSignInLinkWire {
  /** Username, or the e-mail address where the realm lets users sign in with it. */
  readonly user: string;
  /** The clientId of the application that opens after the sign-in. Default: none; the browser is signed in to the realm. */
  readonly client?: string;
  /** The address at which the application starts: one of the client's redirect URIs. Default: see `ClientStartWire`. */
  readonly startUrl?: string;
}

/** The response of `POST /emulator/v1/realms/{realm}/sign-in-links`. */
export interface SignInLinkWire {
  /** Signs in the browser that opens it. Works once. */
  readonly signInUrl: string;
  /** ISO 8601, on the machine's clock. */
  readonly expiresAt: string;
  readonly username: string;
  /** Where the browser goes after the sign-in; absent without a client. */
  readonly startUrl?: string;
}

/** Which setting gives the address at which an application starts. */
export type ClientStartSource =
  | 'sample application'
  | 'IdP-initiated sign-on'
  | 'home URL'
  | 'root URL'
  | 'redirect URI';

/** Where the application of a client starts. */
export interface ClientStartWire {
  /** Absent if no setting of the client gives it, or if the sample application is not running. */
  readonly startUrl?: string;
  readonly from?: ClientStartSource;
  /** The sample application of the client, which has to be started first. */
  readonly application?: string;
}
