// Wire types of sessions that are created for tests.

/** The body of `POST /emulator/v1/realms/{realm}/sessions`: who has signed in, and how. */
export interface NewSessionWire {
  /** Username, or the e-mail address where the realm lets users sign in with it. */
  readonly user: string;
  /** The authentication context reached: a name from `acr.loa.map`, `1` (password, the default) or `2` (one-time code). */
  readonly acr?: string;
  /** The claim `amr` of the session's tokens (RFC 8176): `["pwd", "otp"]`. Without it they have none. */
  readonly amr?: readonly string[];
  /** When the user authenticated: ISO 8601 with a time zone, not in the realm's future. Default: now. */
  readonly authTime?: string;
  /** The clientIds of OpenID Connect clients that take part in the session already. */
  readonly clients?: readonly string[];
  /** Whether the session survives the browser; the realm must allow it. Default: false. */
  readonly rememberMe?: boolean;
  /** IPv4 or IPv6. Default: the caller's. */
  readonly ipAddress?: string;
  /**
   * The browser that gets the cookies. Over plain HTTP on a loopback name, only `chromium` and `firefox` keep cookies
   * with `Secure` and `SameSite=None`, which iframes of other sites need. Default: cookies that every browser keeps.
   */
  readonly browser?: 'chromium' | 'firefox' | 'webkit';
}

/** A cookie as Playwright’s `addCookies` takes it. */
export interface BrowserCookieWire {
  readonly name: string;
  readonly value: string;
  /** The issuer's host. */
  readonly domain: string;
  readonly path: string;
  /** Seconds since the epoch, in real time; -1: until the browser is closed. */
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: 'Strict' | 'Lax' | 'None';
}

/** The response of `POST /emulator/v1/realms/{realm}/sessions`. Instants are ISO 8601 on the realm's clock. */
export interface CreatedSessionWire {
  /** The session's ID: `sid` of its tokens. */
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  readonly issuer: string;
  readonly authTime: string;
  /** When it ends if it is not used. */
  readonly endsAt: string;
  /** All of them sign the browser in. */
  readonly cookies: readonly BrowserCookieWire[];
}
