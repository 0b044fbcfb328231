// The response of the token endpoint.

/** The response of the token endpoint (RFC 6749 §5.1, OIDC Core §3.1.3.3). */
export interface TokenResponseWire {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  /** Seconds; 0 if there is no refresh token or it does not expire. */
  readonly refresh_expires_in: number;
  readonly refresh_token?: string;
  readonly token_type: string;
  readonly id_token?: string;
  /** RFC 8693 §2.2.1. */
  readonly issued_token_type?: string;
  readonly 'not-before-policy': number;
  readonly session_state?: string;
  readonly scope: string;
}
