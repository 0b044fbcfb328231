// Parses HTTP Basic credentials from the Authorization header.

/** Unverified. */
export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

/**
 * Undefined when the header is missing, malformed or of another scheme. RFC 7617 §2: plain UTF-8 text, unlike
 * OAuth 2.0 client credentials, which are form-encoded first.
 */
export function readBasicCredentials(header: string | undefined): BasicCredentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
