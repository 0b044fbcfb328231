// Token responses of identity providers, as the realm stores them.
import { isKeptObject } from '../kept-objects.ts';

/**
 * The new token response. Compat: with the refresh token of the one before if it has none, because some providers send
 * it only at the first sign-in.
 */
export function keepRefreshToken(before: string | undefined, received: string): string {
  const earlier = parse(before);
  const later = parse(received);
  if (earlier?.['refresh_token'] === undefined || later === undefined) return received;
  if (later['refresh_token'] !== undefined) return received;
  const { refresh_token, refresh_expires_in } = earlier;
  return JSON.stringify({
    ...later,
    refresh_token,
    ...(refresh_expires_in === undefined ? {} : { refresh_expires_in }),
  });
}

/** Undefined for what is no JSON object: providers of SAML store their assertion. */
function parse(token: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(token ?? '');
    return isKeptObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
