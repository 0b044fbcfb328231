// Wire types of the calls that the server makes to applications and other servers.
import type { ActivityRecord } from './activity.ts';

/**
 * Why the server called. `admin-logout` and `admin-not-before` are the calls of Keycloak's legacy adapters
 * (`k_logout`, `k_push_not_before`). `ciba-delegation` asks the authentication entity, `ciba-result` is the
 * built-in device's answer. `request-object`, `jwks` and `saml-metadata` fetch what a client publishes. `broker-metadata`,
 * `broker-token`, `broker-profile` and `broker-logout` ask another identity provider.
 */
export const CALL_KINDS = [
  'backchannel-logout',
  'admin-logout',
  'admin-not-before',
  'saml-logout',
  'saml-artifact',
  'ciba-delegation',
  'ciba-result',
  'request-object',
  'jwks',
  'saml-metadata',
  'broker-metadata',
  'broker-token',
  'broker-profile',
  'broker-logout',
] as const;

export type CallKind = (typeof CALL_KINDS)[number];

/** Response of `GET /emulator/v1/realms/{realm}/calls`. */
export interface OutgoingCallsWire {
  /** Oldest first; at most 1000. `call` is the kind, `status` is 0 when there was no answer. */
  readonly calls: readonly ActivityRecord[];
  /** All matching calls. */
  readonly count: number;
  /** Fewer than the requested `count` had happened within `wait`. */
  readonly timedOut: boolean;
  /** Pass it as `since` to ask for what happens from now on. Empty while Activity is empty. */
  readonly next: string;
}
